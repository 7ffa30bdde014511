/** The facts a brief names: what is quoted, figures, dates, addresses, and proper names inside a sentence. */

const MOST_FACTS = 24;

const PATTERNS: readonly RegExp[] = [
  /["“]([^"”]{2,60})["”]/g,
  /((?:[$€£]\s?)\d[\d.,]*(?:\s?(?:k|m|million|thousand)\b)?|\b\d[\d.,]*\s?(?:%|percent|euros?|dollars?|minutes?|hours?|days?|weeks?|months?|years?)(?![\w]))/gi,
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
