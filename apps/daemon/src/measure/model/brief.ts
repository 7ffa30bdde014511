/** The facts a brief names: what is quoted, figures, dates, addresses, and proper names inside a sentence. */

const MOST_FACTS = 24;

const PATTERNS: readonly RegExp[] = [
  /["“]([^"”]{2,60})["”]/g,
  /((?:[$€£]\s?)\d[\d.,]*(?:\s?(?:k|m|million|thousand)\b)?|\b\d[\d.,]*\s?(?:%|percent|euros?|dollars?|minutes?|hours?|days?|weeks?|months?|years?)(?![\w]))/gi,
  /\b(\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?)\b/g,
  /\b((?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?)\b/g,
  /\b(\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}\s?(?:am|pm)?|\d{1,2}\s?(?:am|pm))\b/gi,
  /(?<![\w.+-])([\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}\w)\b/g,
  /(\+?\d[\d ()-]{7,}\d)/g,
  // A capitalised word that does not begin a sentence is a name; so are the words after it.
  // A new line begins one too: a heading, a list item, a key.
  /(?<=[a-z,;:] )([A-Z][\w’'-]+(?: (?:[A-Z][\w’'-]+|of|de|van|&)){0,3})/g,
];

const NO_NAMES = /^(I|A|The|We|You|It|And|Or|But|Monday|CTA|FAQ|SEO|HTML|CSS|AA|WCAG|MUST|SHOULD|UX|UI|H1)$/;

export function factsOf(brief: string): string[] {
  const facts = new Set<string>();
  const text = contentOf(brief);
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const fact = (match[1] ?? '')
        .trim()
        .replace(/[.,;:]+$/, '')
        .replace(/\s(of|de|van|&)$/, '');
      if (fact.length >= 2 && !NO_NAMES.test(fact)) facts.add(fact);
    }
  }
  return [...facts].slice(0, MOST_FACTS);
}

/** Without marks of Markdown, and without the keys of `Key: value` lines: they name what follows. */
function contentOf(brief: string): string {
  return brief
    .replace(/^[ \t]*(?:#{1,6}|[-*•]|\d{1,2}[.)]|>)[ \t]+/gm, '')
    .replace(/^[A-Z][\w /-]{1,30}:[ \t]+(?=\S)/gm, '');
}

/** Whether a text says a fact, in the words of the brief or in another usual form: "€12" for "12 euros". */
export function isStated(text: string, fact: string): boolean {
  const said = plain(text);
  return formsOf(plain(fact)).some((form) => said.includes(form));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ');
}

const DATE =
  /^(?:(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?)(?:,? (\d{4}))?$/;
const MONEY = /^(?:([$€£])\s?(\d[\d.,]*)|(\d[\d.,]*)\s?(euros?|dollars?))$/;
const PERCENT = /^(\d[\d.,]*)\s?(?:%|percent)$/;
const SIGNS: Record<string, readonly string[]> = {
  '€': ['€', 'euro', 'eur'],
  $: ['$', 'dollar', 'usd'],
  '£': ['£', 'pound', 'gbp'],
};

function formsOf(fact: string): string[] {
  const date = DATE.exec(fact);
  if (date !== null && FULL_MONTHS.some((name) => name === (date[2] ?? date[3]))) {
    const day = date[1] ?? date[4] ?? '';
    const month = (date[2] ?? date[3] ?? '').slice(0, 3);
    // The year may stand elsewhere; the month may be shortened.
    return [
      fact,
      `${day} ${month}`,
      `${day}. ${month}`,
      `${month} ${day}`,
      ...['st', 'nd', 'rd', 'th'].map((end) => `${day}${end} ${month}`),
    ].concat(
      FULL_MONTHS.filter((name) => name.startsWith(month)).map((name) => `${name} ${day}`),
      ['st', 'nd', 'rd', 'th'].map((end) => `${day}${end} of ${month}`),
    );
  }
  const money = MONEY.exec(fact);
  if (money !== null) {
    const amount = money[2] ?? money[3] ?? '';
    const sign = money[1] ?? (money[4]?.startsWith('euro') ? '€' : '$');
    return [
      fact,
      ...(SIGNS[sign] ?? []).flatMap((name) => [
        `${name}${amount}`,
        `${name} ${amount}`,
        `${amount}${name}`,
        `${amount} ${name}`,
      ]),
    ];
  }
  const percent = PERCENT.exec(fact)?.[1];
  if (percent !== undefined)
    return [`${percent}%`, `${percent} %`, `${percent} percent`, `${percent} per cent`];
  return [fact];
}

const FULL_MONTHS =
  'january february march april may june july august september october november december'.split(' ');
