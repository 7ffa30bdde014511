/** A page with faults to find, for whoever has none at hand: a chunk of its own, loaded when it is asked for. */
import source from '../../../../examples/landing.html?raw';

export const EXAMPLE: string = source;
