/** What we make is for its owner alone, whatever the mask of the process says. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
