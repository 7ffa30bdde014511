/**
 * What panelists say that instruments can check: contrast ratios and AA, sizes in pixels, counts, missing
 * attributes. A claim is marked only where the measurement answers it; opinions are left alone. Pure.
 */
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CheckedClaim } from '@design-jury/contracts/theater/grounding';
import type { PageFacts } from '../../measure/page-facts.ts';

export interface Said {
  role: PanelistRole;
  text: string;
}

const MAX_CLAIMS = 60;
const MAX_CHARS = 2_000;
const LONGEST_CLAIM = 160;

type Verdict = Pick<CheckedClaim, 'verdict' | 'measured'>;
type Check = (sentence: string, facts: PageFacts) => Verdict | null;

export function checkClaims(said: readonly Said[], facts: PageFacts): CheckedClaim[] {
  const claims = new Map<string, CheckedClaim>();
  for (const { role, text } of said) {
    for (const sentence of sentencesOf(text)) {
      for (const check of CHECKS) {
        const verdict = check(sentence, facts);
        if (verdict === null || claims.size >= MAX_CLAIMS) continue;
        const claim = sentence.length > LONGEST_CLAIM ? `${sentence.slice(0, LONGEST_CLAIM)}…` : sentence;
        claims.set(`${role} ${claim} ${verdict.measured}`, { role, claim, ...verdict });
      }
    }
  }
  return [...claims.values()];
}

function sentencesOf(text: string): string[] {
  return text
    .slice(0, MAX_CHARS)
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const verified = (measured: string): Verdict => ({ verdict: 'verified', measured });
const refuted = (measured: string): Verdict => ({ verdict: 'refuted', measured });
const proved = (holds: boolean, measured: string): Verdict =>
  holds ? verified(measured) : refuted(measured);

const RATIO_SLACK = 0.15;
const AA_TEXT = 4.5;
const AA_RATIOS: readonly number[] = [3, AA_TEXT, 7];
const NEGATED =
  /\b(?:no|not|never|without|fails?|failing|failed|below|misses|missing|lacks?|lacking|un\w+|isn['’]t|doesn['’]t|don['’]t|aren['’]t|insufficient|poor|too low)\b/i;

/** "CTA 3.9:1, fails AA": true when such a ratio was measured. The thresholds themselves claim nothing. */
const ratios: Check = (sentence, { lowContrasts, audits }) => {
  if (!/contrast|\bAA\b|legib|readab|text|label|link|button|CTA/i.test(sentence)) return null;
  const fact = audits.get('contrast-text');
  if (fact === undefined) return null;
  const claimed = [...sentence.matchAll(/(\d{1,2}(?:\.\d{1,2})?)\s?:\s?1\b/g)]
    .map((match) => Number(match[1]))
    .filter((ratio) => !AA_RATIOS.includes(ratio) && ratio < AA_TEXT);
  const [ratio] = claimed;
  if (ratio === undefined) return null;
  const near = lowContrasts.find((low) => Math.abs(low - ratio) <= RATIO_SLACK);
  if (near !== undefined) return verified(`a text was measured at ${near}:1`);
  const lowest = Math.min(...lowContrasts);
  return refuted(
    lowContrasts.length === 0
      ? `no text is below AA (${fact.checked} measured)`
      : `the lowest contrast measured is ${lowest}:1`,
  );
};

/** "All text passes AA", "contrast is fine": false as long as one text fails. */
const contrastPasses: Check = (sentence, { audits, lowContrasts }) => {
  const fact = audits.get('contrast-text');
  if (fact === undefined || NEGATED.test(sentence)) return null;
  const says =
    /\bcontrast\b[^.]{0,60}\b(?:pass(?:es)?|meets?|clears?|fine|good|strong|excellent|sufficient|sound|holds|ok|AA+)\b/i.test(
      sentence,
    ) || /\b(?:pass(?:es)?|meets?|clears?)\b[^.]{0,40}\bAA\b/i.test(sentence);
  if (!says) return null;
  return proved(fact.failed === 0, contrastWords(fact.failed, fact.checked, lowContrasts));
};

/** "Contrast fails AA": true as soon as one text does. */
const contrastFails: Check = (sentence, { audits, lowContrasts }) => {
  const fact = audits.get('contrast-text');
  if (fact === undefined || /\d\s?:\s?1\b/.test(sentence)) return null;
  if (
    !/\b(?:fails?|failing|below|misses)\b[^.]{0,40}\bAA\b|\b(?:low|insufficient|poor|weak) contrast\b/i.test(
      sentence,
    )
  )
    return null;
  return proved(fact.failed > 0, contrastWords(fact.failed, fact.checked, lowContrasts));
};

function contrastWords(failed: number, checked: number, low: readonly number[]): string {
  return failed === 0
    ? `no text is below AA (${checked} measured)`
    : `${failed} of ${checked} texts are below AA, the lowest at ${Math.min(...low)}:1`;
}

/** "H1 64px", "body text at 12px". */
const sizes: Check = (sentence, facts) => {
  const match =
    /\b(h[1-3]|body(?: text| copy)?|text|copy|paragraphs?)\b[^.\d]{0,30}?(\d{1,3}(?:\.\d)?)\s?px\b/i.exec(
      sentence,
    );
  if (match === null) return null;
  const kind = /^h[1-3]$/i.test(match[1] ?? '') ? (match[1] ?? '').toLowerCase() : 'text';
  const known = facts.sizes.get(kind);
  if (known === undefined || known.length === 0) return null;
  const px = Number(match[2]);
  const holds = known.some((size) => Math.abs(size - px) <= 0.6);
  return proved(
    holds,
    `${kind} is set at ${[...known]
      .sort((a, b) => a - b)
      .map((size) => Math.round(size * 10) / 10)
      .join(', ')} px`,
  );
};

const COUNTED: readonly [string, string][] = [
  ['links?', 'link'],
  ['images?|imgs?|pictures?', 'image'],
  ['h1s?(?: headings?)?', 'h1'],
  ['h2s?', 'h2'],
  ['headings?', 'heading'],
  ['buttons?', 'button'],
  ['forms?', 'form'],
  ['(?:form )?fields?|inputs?', 'field'],
  ['tables?', 'table'],
  ['sections?', 'section'],
];
const WORDS: Readonly<Record<string, number>> = {
  no: 0,
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
};

/** "3 of 7 links", "no h1": the whole is counted; of the part only its being possible. */
const counts: Check = (sentence, facts) => {
  for (const [words, kind] of COUNTED) {
    const match = new RegExp(
      `(?<![\\w.,:/-])(?:(\\d{1,4}) of (?:the )?)?(\\d{1,4}|no|zero|one|two|three|four|five|six) (?:${words})\\b(?!\\s+(?:element|tag|text|label|style|state|colou?r|and)\\w*)`,
      'i',
    ).exec(sentence);
    const whole = match?.[2]?.toLowerCase();
    if (whole === undefined) continue;
    const claimed = WORDS[whole] ?? Number(whole);
    const actual = facts.counts.get(kind);
    if (actual === undefined) continue;
    // A panelist may speak of a part of the page; only what cannot be is refuted, and a whole that fits is verified.
    if (match?.[1] === undefined && claimed !== 0 && claimed < actual) continue;
    return proved(claimed === actual, `the page has ${actual} ${kind}${actual === 1 ? '' : 's'}`);
  }
  return null;
};

/** Something is missing, by a name that an audit answers for. */
const MISSING: readonly [RegExp, string, string][] = [
  [/\balt(?:ernative)?(?: text| attribute)?s?\b/i, 'image-name', 'images without a text alternative'],
  [/\blang(?:uage)?(?: attribute)?\b/i, 'page-language', 'page without a language'],
  [/\b(?:form |field |input )?labels?\b/i, 'field-name', 'fields without a label'],
  [
    /\bfocus (?:style|ring|indicator|outline|state)s?\b/i,
    'focus-visible',
    'controls without a visible focus',
  ],
  [/\bmeta description\b/i, 'meta-description', 'page without a description'],
  [/\bviewport\b/i, 'viewport-meta', 'page without a viewport'],
  [/\bskip[- ]link\b/i, 'skip-link', 'page without a skip link'],
  [/\bmain landmark\b|<main>/i, 'main-landmark', 'page without a main landmark'],
];
const LACK = /\b(?:no|missing|lacks?|lacking|without|absent|not set|forgotten)\b/i;

const missing: Check = (sentence, { audits }) => {
  if (!LACK.test(sentence)) return null;
  for (const [pattern, auditId, unit] of MISSING) {
    if (!pattern.test(sentence)) continue;
    const fact = audits.get(auditId);
    if (fact === undefined) continue;
    return proved(fact.failed > 0, `${auditId}: ${fact.failed} of ${fact.checked} ${unit}`);
  }
  return null;
};

const CHECKS: readonly Check[] = [ratios, contrastPasses, contrastFails, sizes, counts, missing];
