/** Part of the designer's notes of a round that a browser has still to look at. Without zod: it is said in a thread. */
export const BROWSER_LATER = 'The browser looks once nothing is open.';
