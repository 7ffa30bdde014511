/** What people call the things a text is made of. */

/** Every way a fact is called, in lower case and singular; the first that is found wins. */
export const NAMES = {
  product: ['product', 'name', 'product name', 'company', 'brand', 'app', 'service', 'site name'],
  category: [
    'category',
    'market category',
    'product category',
    'market frame of reference',
    'frame of reference',
    'what it is',
    'market',
  ],
  audience: [
    'audience',
    'target customer',
    'target audience',
    'target user',
    'target market',
    'best-fit customer',
    'ideal customer',
    'ideal customer profile',
    'customer',
    'user',
    'persona',
    'for',
    'who it is for',
    'whom it is for',
  ],
  alternatives: [
    'alternative',
    'competitive alternative',
    'current alternative',
    'competitor',
    'competition',
    'status quo',
    'instead of',
    'today',
    'what people use today',
  ],
  unique: [
    'unique',
    'unique attribute',
    'unique feature',
    'unique selling point',
    'unique selling proposition',
    'usp',
    'differentiator',
    'differentiation',
    'what makes it different',
    'key feature',
    'feature',
    'capability',
  ],
  proof: [
    'proof',
    'proof point',
    'evidence',
    'social proof',
    'result',
    'traction',
    'testimonial',
    'customer say',
  ],
  value: [
    'value',
    'customer value',
    'value proposition',
    'unique value proposition',
    'value prop',
    'benefit',
    'outcome',
    'customer outcome',
  ],
  price: ['price', 'pricing', 'pricing model', 'cost', 'plan'],
  cta: [
    'call to action',
    'cta',
    'primary call to action',
    'primary cta',
    'main call to action',
    'next step',
    'action',
  ],
  contact: ['contact', 'contact email', 'email', 'e-mail', 'mail', 'link', 'url', 'website'],
  keywords: [
    'keyword',
    'target keyword',
    'primary keyword',
    'seo keyword',
    'search term',
    'focus keyword',
    'secondary keyword',
  ],
  title: ['title', 'meta title', 'page title', 'seo title', 'title tag'],
  description: ['description', 'meta description', 'seo description'],
  hook: ['hook', 'first line', 'opening', 'opening line'],
  change: ['why now', 'what has changed', 'trigger', 'shift'],
} as const;

export type FactName = keyof typeof NAMES;

const KNOWN = new Set<string>(Object.values(NAMES).flat());

/** The known name a heading or a key stands for: `2. Our Competitive Alternatives (today)` is `competitive alternative`. */
export function nameOf(text: string): string | null {
  const plain = text
    .toLowerCase()
    .replace(/[*_`]/g, '')
    .replace(/\([^)]{0,80}\)/g, '')
    .replace(/^\s*\d+[.)]?\s+/, '')
    .replace(/^(?:the|our|your)\s+/, '')
    .replace(/[?:]\s*$/, '')
    .trim();
  const [first = ''] = plain.split(/\s*(?:&|\/|,|\band\b)\s*/);
  for (const name of [plain, first])
    for (const form of [name, name.replace(/ies$/, 'y'), name.replace(/s$/, '')])
      if (KNOWN.has(form)) return form;
  return null;
}
