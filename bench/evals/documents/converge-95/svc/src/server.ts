export const PORT = 7000;
export const REQUEST_TIMEOUT_MS = 30_000;
export const MAX_BODY = 5 * 1024 * 1024; // 5 MB
export const PAGE_ENTRIES = 50;
export const TOKEN_MINUTES = 60;
