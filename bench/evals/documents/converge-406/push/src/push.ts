// quiet hours, in UTC
export const QUIET_FROM = 22;
export const QUIET_TO = 7;
export const MAX_PER_DAY = 10;
export const RETRIES = 5;
