export const FINAL = ['delivered', 'returned', 'lost'];
export const WEBHOOK_RETRIES = 5;
