/** Whether people who search will find the text. */
import { type Copy, wordsOf } from '../copy.ts';
import { type Check, isPage, quote } from './check.ts';
import type { Facts } from './facts.ts';
import { replaced } from './positioning.ts';

const TITLE_CHARS = 60;
const DESCRIPTION_CHARS = { min: 50, max: 160 };
const FIRST_WORDS = 100;
/** Of all words; above it a text is written for machines. */
const MOST_KEYWORDS = 0.05;

export const SEARCH_CHECKS: readonly Check[] = [
  {
    id: 'one-h1',
    look({ copy, contentType }) {
      const count = copy.headings.filter(({ level }) => level === 1).length;
      if (!isPage(contentType) || count === 1) return null;
      return {
        severity: 'high',
        description: count === 0 ? 'No top heading (H1) exists' : `${count} top headings (H1) compete`,
        suggestion: 'Have exactly one first-level heading.',
      };
    },
    mend(copy, { title, product, category }) {
      const tops = copy.headings.filter(({ level }) => level === 1);
      if (tops.length > 1) {
        let { body } = copy;
        for (const { start } of tops.slice(1).toReversed())
          body = `${body.slice(0, start)}#${body.slice(start)}`;
        return { ...copy, body };
      }
      const text = title[0] ?? [product[0], category[0]].filter(Boolean).join(': ');
      return text === '' ? null : { ...copy, body: `# ${text}\n\n${copy.body}` };
    },
  },
  {
    id: 'heading-order',
    look({ copy }) {
      const skipped = skippedLevel(copy);
      if (skipped === null) return null;
      return {
        severity: 'medium',
        description: `Hierarchy jumps from H${skipped.from} to H${skipped.to} at ${quote(skipped.text)}`,
        suggestion: 'Go down one level at a time.',
      };
    },
    mend(copy) {
      let { body } = copy;
      for (let guard = 0; guard < 100; guard++) {
        const current = headingsOf(body);
        const at = current.findIndex(({ level }, index) => level > (current[index - 1]?.level ?? 1) + 1);
        const bad = current[at];
        if (bad === undefined) break;
        const level = (current[at - 1]?.level ?? 1) + 1;
        body = `${body.slice(0, bad.start)}${'#'.repeat(level)} ${bad.text}${body.slice(bad.end)}`;
      }
      return { ...copy, body };
    },
  },
  {
    id: 'keyword-h1',
    isGeneral: ({ copy, facts }) => isNamed(copy, facts) && !asksInSearch('keyword-h1', facts),
    look({ copy, facts, contentType }) {
      const first = copy.headings.find(({ level }) => level === 1);
      if (!isPage(contentType) || first === undefined || facts.keywords.length === 0) return null;
      if (hasKeyword(first.text, facts)) return null;
      return {
        severity: 'high',
        description: `Searchers' terms (${facts.keywords.slice(0, 3).join(', ')}) are missing from the H1 ${quote(first.text)}`,
        suggestion: 'Put the most important keyword into the first heading.',
      };
    },
    mend(copy, facts) {
      const first = copy.headings.find(({ level }) => level === 1);
      const [keyword] = facts.keywords;
      if (first === undefined || keyword === undefined) return null;
      const title = facts.title.find((text) => hasKeyword(text, facts));
      const text = title ?? `${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}: ${first.text}`;
      return replaced(copy, first.start, first.end, `# ${text}`);
    },
  },
  {
    id: 'keyword-h2',
    isGeneral: ({ facts }) => !asksInSearch('keyword-h2', facts),
    look({ copy, facts, contentType }) {
      const second = copy.headings.filter(({ level }) => level === 2);
      if (!isPage(contentType) || second.length === 0 || facts.keywords.length === 0) return null;
      if (second.some(({ text }) => hasKeyword(text, facts))) return null;
      return {
        severity: 'medium',
        description: 'Section titles (H2) carry no searched phrase',
        suggestion: `Use one of them in a section's heading: ${facts.keywords.slice(0, 3).join(', ')}`,
      };
    },
    mend(copy, { keywords }) {
      const second = copy.headings.find(({ level }) => level === 2);
      const keyword = keywords[1] ?? keywords[0];
      if (second === undefined || keyword === undefined) return null;
      const rest = second.text.replace(/^(?:What|Why|How|Whom|Who|When|Where|Start)\b/, (word) =>
        word.toLowerCase(),
      );
      return replaced(
        copy,
        second.start,
        second.end,
        `## ${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}: ${rest}`,
      );
    },
  },
  {
    id: 'keyword-early',
    isGeneral: ({ facts }) => !asksInSearch('keyword-early', facts),
    look({ copy, facts, contentType }) {
      if (!isPage(contentType) || facts.keywords.length === 0) return null;
      const opening = wordsOf(copy.text).slice(0, FIRST_WORDS).join(' ');
      if (hasKeyword(opening, facts)) return null;
      return {
        severity: 'medium',
        description: `Opening ${FIRST_WORDS} words lack every keyword`,
        suggestion: 'Say early what the reader has searched for.',
      };
    },
  },
  {
    id: 'stuffing',
    look({ copy, facts }) {
      const total = wordsOf(copy.text).length;
      const text = copy.text.toLowerCase();
      const most = facts.keywords
        .map((keyword) => ({
          keyword,
          count: text.split(keyword.toLowerCase()).length - 1,
        }))
        .find(({ count, keyword }) => count > 3 && (count * wordsOf(keyword).length) / total > MOST_KEYWORDS);
      if (most === undefined) return null;
      return {
        severity: 'medium',
        description: `Repetition reads as stuffing: ${quote(most.keyword)} ${most.count} times in ${total} words`,
        suggestion: 'Use other words for the same thing.',
      };
    },
  },
  {
    id: 'title',
    isGeneral: ({ facts }) => !asksInSearch('title', facts),
    look({ copy: { title }, contentType }) {
      if (!isPage(contentType) || (title !== '' && title.length <= TITLE_CHARS)) return null;
      return {
        severity: title === '' ? 'high' : 'low',
        description:
          title === '' ? 'Page title tag is empty' : `Page title tag runs to ${title.length} characters`,
        suggestion: `Give a title of at most ${TITLE_CHARS} characters.`,
      };
    },
    mend(copy, { title }) {
      const text = title[0] ?? copy.headings[0]?.text;
      return text === undefined ? null : { ...copy, title: text };
    },
  },
  {
    id: 'description',
    isGeneral: ({ facts }) => !asksInSearch('description', facts),
    look({ copy: { description }, contentType }) {
      // A sign of Chinese or Japanese is as wide as two letters, and says as much.
      const length = description.replace(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
        'xx',
      ).length;
      if (!isPage(contentType) || (length >= DESCRIPTION_CHARS.min && length <= DESCRIPTION_CHARS.max))
        return null;
      return {
        severity: length === 0 ? 'high' : 'medium',
        description: length === 0 ? 'Meta description absent' : `Meta description has ${length} characters`,
        suggestion: `Describe the page in ${DESCRIPTION_CHARS.min} to ${DESCRIPTION_CHARS.max} characters.`,
      };
    },
    mend(copy, { description }) {
      const lead = copy.passages.find(({ kind }) => kind === 'paragraph')?.text ?? '';
      const text = description[0] ?? (lead.length <= DESCRIPTION_CHARS.max ? lead : '');
      return text === '' || text === copy.description ? null : { ...copy, description: text };
    },
  },
];

const ASKED: Readonly<Record<string, RegExp>> = {
  'keyword-h1':
    /(?<!\p{L})(?:h1|headline|(?:first|main|top) heading|überschrift|titel|titre|título|titular|titolo|kop|title)(?!\p{L})|見出し|标题/iu,
  'keyword-h2':
    /(?<!\p{L})(?:h2|sub-?headings?|headings|zwischenüberschrift\p{L}*|intertitres?|subtítulos?|sottotitol[oi])(?!\p{L})|小見出し/iu,
  'keyword-early':
    /(?<!\p{L})(?:first (?:\d+ words|paragraph|sentence)|opening|erste[nrm]? (?:absatz|satz)|premier paragraphe|primer párrafo|primeiro parágrafo|primo paragrafo)(?!\p{L})|冒頭|第一段/iu,
  title: /(?<!\p{L})(?:meta ?title|title tag|front ?matter)(?!\p{L})/iu,
  description: /(?<!\p{L})(?:meta ?description|front ?matter)(?!\p{L})/iu,
};
const DEMANDED =
  /(?<!\p{L})(?:must|always|every|each|should|belongs?|goes|put|use|contains?|muss|immer|gehört|enthält|steht|doit|toujours|contient|debe|siempre|contiene|deve|sempre|contém|moet|altijd)(?!\p{L})|必ず|入れる|含める|必须/iu;

/** A sentence of the documents that says where a searched phrase has to stand. */
function asksInSearch(id: string, { text }: Facts): boolean {
  const where = ASKED[id];
  return (
    where !== undefined &&
    text.split(/[\n.!?。]/u).some((sentence) => DEMANDED.test(sentence) && where.test(sentence))
  );
}

/** Every word of the most important phrase is in the title or the first heading, in whatever order. */
function isNamed({ title, headings }: Copy, { keywords }: Facts): boolean {
  const [first] = keywords;
  if (first === undefined) return true;
  const said = new Set(wordsOf(`${title} ${headings[0]?.text ?? ''}`.toLowerCase()).map(singular));
  return wordsOf(first.toLowerCase())
    .map(singular)
    .every((word) => said.has(word));
}

function hasKeyword(text: string, { keywords }: Facts): boolean {
  const unspaced = keywords.filter((keyword) => UNSPACED.test(keyword));
  if (unspaced.some((keyword) => text.includes(keyword))) return true;
  const plain = ` ${wordsOf(text.toLowerCase()).map(singular).join(' ')} `;
  return keywords.some((keyword) =>
    plain.includes(` ${wordsOf(keyword.toLowerCase()).map(singular).join(' ')} `),
  );
}

/** Where no spaces divide words, a phrase stands in the text as it is. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function singular(word: string): string {
  return word.replace(/[.'’-]+$/u, '').replace(/(?<=\p{L}{3})s$/u, '');
}

interface Line {
  level: number;
  text: string;
  start: number;
  end: number;
}

function headingsOf(body: string): Line[] {
  return [...body.matchAll(/^(#{1,6})[ \t]+(.*)$/gm)].map(
    ({ 0: whole, 1: marks = '', 2: text = '', index }) => ({
      level: marks.length,
      text,
      start: index,
      end: index + whole.length,
    }),
  );
}

function skippedLevel({ headings }: Copy): { from: number; to: number; text: string } | null {
  for (const [index, { level, text }] of headings.entries()) {
    const from = headings[index - 1]?.level ?? 1;
    if (level > from + 1) return { from, to: level, text };
  }
  return null;
}
