/** Pages for the gate's own property: three places that a demand can point at, and whatever else stands on them. */
import fc from 'fast-check';

/** Where each of them is. */
export const PLACES = { heading: 'h1', price: '.price', action: 'a.cta' } as const;
export type Slot = keyof typeof PLACES;

export interface PlannedPage {
  slots: Readonly<Record<Slot, string>>;
  /** Behind the three. */
  rest: string;
  /** This text and nothing else. */
  any: string | null;
}

export function slots(words: fc.Arbitrary<string>): fc.Arbitrary<PlannedPage['slots']> {
  return fc.record({ heading: words, price: words, action: words });
}

/** What stands at a place. */
export function searchOf(slot: Slot, words: string): string {
  switch (slot) {
    case 'heading':
      return `<h1>${words}</h1>`;
    case 'price':
      return `<p class="price">${words}</p>`;
    case 'action':
      return `<a class="cta" href="mailto:pay@example.org">${words}</a>`;
  }
}

export function isWhole({ any }: PlannedPage): boolean {
  return any === null;
}

export function contentOf({ slots: said, rest, any }: PlannedPage): string {
  if (any !== null) return any;
  const sections = (Object.keys(PLACES) as Slot[]).map(
    (slot) => `<section>${searchOf(slot, said[slot])}</section>`,
  );
  return `<!doctype html><html lang="en"><head><title>Invoices</title></head><body>${sections.join('')}${rest}</body></html>`;
}
