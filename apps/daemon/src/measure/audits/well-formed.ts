import type { Audit, Observation } from '../finding.ts';
import { droppedTags, unclosed } from '../model/lost-tags.ts';
import type { Page, PageElement } from '../model/page.ts';

/** Mistakes inside a tag after which it means something else than what was written. */
const IN_TAGS: Readonly<Record<string, { says: string; isCertain: boolean }>> = {
  'duplicate-attribute': {
    says: 'An attribute is written twice; browsers ignore the second.',
    isCertain: true,
  },
  'missing-whitespace-between-attributes': {
    says: 'Two attributes run into each other: a quote is missing, or one too many.',
    isCertain: true,
  },
  'unexpected-character-in-attribute-name': {
    says: 'A quote or an angle bracket stands where a name should: a quote is missing, or one too many.',
    isCertain: true,
  },
  'unexpected-equals-sign-before-attribute-name': { says: 'An attribute has no name.', isCertain: true },
  'missing-attribute-value': { says: 'An attribute ends behind its equals sign.', isCertain: true },
  'eof-in-tag': { says: 'The last tag is never finished, and is not shown.', isCertain: true },
  'eof-in-comment': {
    says: 'A comment is never closed, and swallows the rest of the page.',
    isCertain: true,
  },
  'invalid-first-character-of-tag-name': {
    says: 'A "<" begins no tag: write &lt; where it is meant as a sign.',
    isCertain: false,
  },
  'unknown-named-character-reference': { says: 'An entity has a name that nobody knows.', isCertain: false },
};

export const wellFormed: Audit = {
  id: 'well-formed',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'Every tag is closed and stands where it may',
  why: 'Browsers repair broken markup by guessing; styles and screen readers then follow the guess.',
  link: 'https://html.spec.whatwg.org/multipage/parsing.html#parse-errors',
  severity: 'major',
  tier: 'report',
  unit: 'tags that browsers repair or drop',
  run(page) {
    if (page.gaps.size !== null) return { checked: 0, found: [], unmeasured: page.gaps.size };
    const found = [...inTags(page), ...neverClosed(page), ...dropped(page)];
    return { checked: Math.max(page.elements.length, found.length), found };
  },
};

function inTags(page: Page): Observation[] {
  const found: Observation[] = [];
  let last: PageElement | null = null;
  for (const { code, range } of page.mistakes) {
    const known = IN_TAGS[code];
    if (known === undefined) continue;
    const at = elementAt(page, range.start);
    // One missing quote is several mistakes.
    if (at !== null && at === last) continue;
    // What only saves a space leaves two whole attributes.
    const isPacked =
      code === 'missing-whitespace-between-attributes' &&
      /^[a-z][a-z\d-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+)|(?=[\s/>]))/i.test(
        page.html.slice(range.start),
      ) &&
      /["']$/.test(page.html.slice(0, range.start)) &&
      !at?.attributes.keys().some((name) => /["'<]/.test(name));
    if (!isPacked) last = at;
    found.push({
      at,
      measured: code.replaceAll('-', ' '),
      required: 'markup as the standard has it',
      message: known.says,
      suggestion: 'Correct the tag.',
      position: { line: range.line, column: range.column },
      evidence: page.html.slice(Math.max(0, range.start - 40), range.start + 40),
      ...(known.isCertain && !isPacked ? {} : { severity: 'minor' as const }),
    });
  }
  return found;
}

/** The element whose start tag covers the place, or the last one that begins before it. */
function elementAt(page: Page, offset: number): PageElement | null {
  let best: PageElement | null = null;
  for (const element of page.elements) {
    const start = element.startTag?.start ?? Number.POSITIVE_INFINITY;
    if (start <= offset && start >= (best?.startTag?.start ?? 0)) best = element;
  }
  return best;
}

function neverClosed(page: Page): Observation[] {
  return unclosed(page).map((at) => ({
    at,
    measured: `<${at.tag}> without </${at.tag}>`,
    required: 'a closing tag',
    message: `<${at.tag}> is never closed; what follows becomes a part of it, or it ends where browsers guess.`,
    suggestion: `Close it with </${at.tag}>.`,
  }));
}

function dropped(page: Page): Observation[] {
  return droppedTags(page).map(({ tag, isEnd, at, range, isFormOrTable }) => ({
    at,
    measured: isEnd ? `</${tag}> that closes nothing` : `<${tag}> that browsers drop`,
    required: 'a tag where it may stand',
    message: isEnd
      ? tag === 'p'
        ? 'A paragraph was closed by a block inside it, so its closing tag closes nothing.'
        : `</${tag}> closes nothing that is open.`
      : `<${tag}> may not stand here, and browsers take it out or move it.`,
    suggestion: isEnd ? 'Take it out, or open what it should close.' : 'Put it where it belongs.',
    ...(range === null ? {} : { position: { line: range.line, column: range.column } }),
    ...(isFormOrTable ? {} : { severity: 'minor' as const }),
  }));
}
