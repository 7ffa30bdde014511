/** A page with faults to find, for whoever has none at hand: a chunk of its own, loaded when it is asked for. */
declare const EXAMPLE_PAGE: string;

/** `examples/landing.html`, put in when the app is built. */
export const EXAMPLE: string = EXAMPLE_PAGE;
