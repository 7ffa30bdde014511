/** The requirements of a brief: by their own marks where it has them, else by what demands something or names a file. */
import { type Heading, type MarkdownDocument, readDocument, type Statement } from '../documents/document.ts';
import { demands, isForLater, isNotAsked, isWanted } from './brief-words.ts';
import { isTest } from './delivered/placeholder.ts';
import type { Requirement } from './requirements.ts';
import { asWritten } from './wording.ts';

const MOST = 200;
/** `[REQ-3] The fee …`: an identifier in brackets, which the reader of documents leaves to us. */
const BRACKETED = /^\s*\[([A-Z][A-Z0-9]{0,9}[-_.]?\d{1,4}(?:\.\d{1,3})*)\]/;
const EXTENSIONS =
  'm?[jt]sx?|cjs|log|json5?|ya?ml|toml|ini|conf|cfg|env|xml|html?|css|scss|md|mdx|txt|rst|adoc|csv|tsv|sql|py|rb|go|rs|java|kt|kts|cs|php|c|h|cc|cpp|hpp|swift|sh|ps1|vue|svelte|feature|proto|graphql|svg|tex|po|properties|ipynb|dart|ex|exs|lua|r|pl|scala';
const FILE_NAME = `[\\p{L}\\p{N}_.@-]+\\.(?:${EXTENSIONS})`;
const IN_MARKS = /`([^`\n]+)`/g;
const MARKED_FILE = new RegExp(`^((?:\\.{1,2}/)?(?:[\\p{L}\\p{N}_.@-]+/)*${FILE_NAME})(?::\\d+)?$`, 'iu');
/** Without marks it needs its folder, so that it can be nothing else. */
const BARE_FILE = new RegExp(
  `(?<![\\p{L}\\p{N}_/.:@-])(?:[\\p{L}\\p{N}_@-]+/)+${FILE_NAME}(?![\\p{L}\\p{N}_/])`,
  'giu',
);

/** Without a folder, a name as programs give it: no capital at its start, or a word that every project has. */
const LONE_FILE = new RegExp(
  `(?<![\\p{L}\\p{N}_/.:@-])(?:[\\p{Ll}\\p{N}_][\\p{L}\\p{N}_-]*|README|CHANGELOG|LICENSE|Makefile|Dockerfile)\\.(?:${EXTENSIONS})(?![\\p{L}\\p{N}_/]|\\.\\p{L})`,
  'gu',
);
/** `a-1.md` … `a-4.md`: those between them are meant too. */
const FROM_TO =
  /(?<![\p{L}\p{N}_./@-])`?([\p{L}\p{N}_./@-]{0,120}?)(\d{1,3})(\.\w{1,5})`?\s*(?:…|\.\.\.|–|—|-|to|bis|à|a|至|から|through|until)\s*`?([\p{L}\p{N}_./@-]{0,120}?)(\d{1,3})\3`?/gu;
const LONGEST_RUN = 100;

function runOfFiles(raw: string): string[] {
  return [...raw.matchAll(FROM_TO)].flatMap(([, head = '', first = '', end = '', other = '', last = '']) => {
    const [from, to] = [Number(first), Number(last)];
    const isRun = head.endsWith(other) && from < to && to - from < LONGEST_RUN;
    if (!isRun) return [];
    return Array.from({ length: to - from + 1 }, (_, index) => {
      const number = String(from + index);
      return `${head}${first.startsWith('0') ? number.padStart(first.length, '0') : number}${end}`;
    });
  });
}

/** Files a stretch of a brief names, in order, each once. What a command in code marks is run with is none. */
export function namedFiles(raw: string): string[] {
  const run = runOfFiles(raw);
  const rest = run.length > 0 ? raw.replace(FROM_TO, ' ') : raw;
  const marked = [...rest.matchAll(IN_MARKS)].flatMap(
    ([, span = '']) => MARKED_FILE.exec(span.trim())?.[1] ?? [],
  );
  const bare = rest.replace(IN_MARKS, ' ').match(BARE_FILE) ?? [];
  const lone = rest.replace(IN_MARKS, ' ').replace(BARE_FILE, ' ').match(LONE_FILE) ?? [];
  return [...new Set([...run, ...marked, ...bare, ...lone.filter((name) => !PRODUCTS.test(name))])];
}

/** Products that are called like a file. */
const PRODUCTS =
  /^(?:node|vue|next|react|express|three|d3|chart|alpine|nuxt|backbone|ember|discord|moment|asp|socket)\.(?:js|io|net|go)$/i;

/** Where a brief numbers its requirements those are all; else whatever it demands, lists as wanted, or names a file for. */
export function requirementsOf(brief: string): Requirement[] {
  const document = readDocument(brief);
  const asked = document.statements.filter((statement) => isAsked(statement, document));
  const marked = asked.flatMap((statement) => withOwnId(statement, document));
  const numbered = marked.length > 0 ? marked : clausesOf(asked, document);
  const unnumbered = (): Statement[] => {
    const lists = wantedLists(asked, document);
    return asked
      .filter((statement) => !isIntroduction(statement, asked, document))
      .flatMap((statement) => wishesIn(statement, document, lists));
  };
  // One identifier alone is the name of the whole.
  const others = numbered.length > 1 ? [] : unnumbered();
  const chosen = numbered.length >= others.length ? numbered : others;
  const requirements = chosen.slice(0, MOST).map((statement) => ({
    ...asRequirement(statement, brief),
    ...paragraphOf(statement, asked, document),
  }));
  return withSpokenOf(requirements, brief);
}

const IT =
  /^(?:it|this|es|er|sie|dies\p{L}*|elle|il|cela|ce|ello|ella|esto|este|ele|ela|isto|esso|essa|questo|het|hij|dit|それ|これ|它|该)(?!\p{L})/iu;

/** "It explains …": the file that the requirement before it names; and all of them the one file a brief names at all. */
function withSpokenOf(requirements: readonly Requirement[], brief: string): Requirement[] {
  const all = namedFiles(brief).filter((path) => !isTest(path));
  const [only] = all;
  let before: string | null = null;
  return requirements.map((requirement) => {
    if (namedFiles(requirement.raw).length > 0) {
      before = requirement.raw;
      return requirement;
    }
    if (requirement.paragraph !== undefined && namedFiles(requirement.paragraph).length > 0)
      return requirement;
    if (all.length === 1 && only !== undefined) return { ...requirement, paragraph: `\`${only}\`` };
    if (before !== null && IT.test(requirement.text)) return { ...requirement, paragraph: before };
    return requirement;
  });
}

const FEWEST_LISTED = 3;

/** Where what is asked for is listed under a heading that says so, a paragraph before it that names no file leads to it. */
function isIntroduction(
  statement: Statement,
  asked: readonly Statement[],
  document: MarkdownDocument,
): boolean {
  const isUnderWanted = (one: Statement): boolean =>
    headingsOver(one, document).some(({ text }) => isWanted(text));
  if (statement.kind !== 'paragraph' || isUnderWanted(statement)) return false;
  if (namedFiles(document.source.slice(statement.start, statement.end)).length > 0) return false;
  const listed = asked.filter((one) => one.kind !== 'paragraph' && isUnderWanted(one));
  return listed.length >= FEWEST_LISTED && listed.every(({ start }) => start > statement.start);
}

function isAsked(statement: Statement, document: MarkdownDocument): boolean {
  if (statement.kind === 'row' && isTableHead(statement, document)) return false;
  if (isBelowNotAsked(statement, document)) return false;
  return !headingsOver(statement, document).some(({ text }) => isNotAsked(text));
}

const LONGEST_LEAD = 120;

/** "Not part of this work:" and a list below it. A sentence that goes on after it announces nothing. */
function isBelowNotAsked(statement: Statement, document: MarkdownDocument): boolean {
  if (statement.kind === 'paragraph') return false;
  const lead = leadOf(statement, document);
  if (lead === undefined || lead.text.length > LONGEST_LEAD) return false;
  const announces = /[:：]\W*$/u.test(lead.text) || isTitleLine(document.source.slice(lead.start, lead.end));
  return announces && (isForLater(lead.text) || isNotAsked(lead.text.replace(/^[\s*_]+/, '')));
}

/** A line in bold letters, or one that only names a scenario: it is called so, and asks for nothing. */
function isTitleLine(line: string): boolean {
  return /^\s*(?:\*\*[^*\n]+\*\*|__[^_\n]+__)\s*[:：]?\s*$/.test(line) || SCENARIO.test(line);
}

const SCENARIO =
  /^\s*(?:scenario|szenario|scénario|escenario|cenário|scenariusz|сценарий|シナリオ|场景)(?: [\w.-]+)?\s*[:：][^\n]{0,120}[^.!?\n]\s*$/iu;

/** The row above the line of dashes. */
function isTableHead({ end }: Statement, { source }: MarkdownDocument): boolean {
  const next = source.slice(end).split('\n', 2)[1] ?? '';
  return /^[\s>]*\|?[\s:|-]*-[\s:|-]*$/.test(next);
}

function headingsOver({ section }: Statement, { headings }: MarkdownDocument): Heading[] {
  const over: Heading[] = [];
  for (let index = section, depth = 7; index >= 0; index--) {
    const heading = headings[index];
    if (heading === undefined || heading.depth >= depth) continue;
    depth = heading.depth;
    over.push(heading);
  }
  // The title names the document and asks for nothing.
  return over.filter(({ depth: own }) => own > 1 || headings.filter((one) => one.depth === 1).length > 1);
}

function withOwnId(statement: Statement, { source }: MarkdownDocument): Statement[] {
  const bracketed = BRACKETED.exec(statement.text)?.[1];
  if (bracketed !== undefined) return [{ ...statement, id: bracketed }];
  const { id, kind, text, start, end } = statement;
  if (id === null || /^(?:Step|Task|Phase)/i.test(id)) return [];
  const isMark = /^\s*\**[A-Z0-9._-]+\**\s*[:.)\]|—–]/u.test(text);
  const isOne =
    kind !== 'paragraph' || demands(text) || isMark || namedFiles(source.slice(start, end)).length > 0;
  return isOne ? [statement] : [];
}

/** "3.2 Limit" and its text: two or more of them are how a contract numbers what it asks for. */
function clausesOf(asked: readonly Statement[], { source }: MarkdownDocument): Statement[] {
  const found = asked.flatMap((statement) => {
    if (statement.kind !== 'paragraph') return [];
    const raw = source.slice(statement.start, statement.end);
    const match = /^(\d{1,2}(?:\.\d{1,2})+)\.?\s+(?=\p{L})/u.exec(raw);
    if (match === null) return [];
    // A title on a line of its own is followed by what is asked for.
    const title = /^[^\n]{1,80}[^.\n]\n/u.exec(raw)?.[0];
    return [{ ...statement, id: match[1] ?? null, line: statement.line + (title === undefined ? 0 : 1) }];
  });
  return found.length > 1 ? found : [];
}

const SHARE_OF_LIST = 0.4;

const WITH_ITEMS = new WeakMap<MarkdownDocument, ReadonlySet<number>>();

/** An entry of a list, or where there is none a line that stands for itself: who writes in haste leaves out the dashes. */
function isEntry({ kind, nth, section }: Statement, document: MarkdownDocument): boolean {
  if (kind === 'item') return true;
  const known = WITH_ITEMS.get(document);
  const listed =
    known ?? new Set(document.statements.filter((one) => one.kind === 'item').map((one) => one.section));
  if (known === undefined) WITH_ITEMS.set(document, listed);
  return kind === 'paragraph' && nth !== null && !listed.has(section);
}

/**
 * Sections whose list is asked for with all of its entries: those that name files or demand in good part, those a sentence
 * that names a file or demands leads to, and the one list of a brief that has no other.
 */
function wantedLists(asked: readonly Statement[], document: MarkdownDocument): ReadonlySet<number> {
  const lists = [
    ...Map.groupBy(
      asked.filter((one) => isEntry(one, document) && !/[:：]\s*$/.test(one.text)),
      ({ section }) => section,
    ),
  ].filter(([, entries]) => entries.length >= FEWEST_LISTED);
  const isAsking = ({ text, start, end }: Statement): boolean =>
    demands(text) || namedFiles(document.source.slice(start, end)).length > 0;
  return new Set(
    lists
      .filter(([, entries]) => {
        const [first] = entries;
        const lead = first === undefined ? undefined : leadOf(first, document);
        return (
          lists.length === 1 ||
          entries.filter(isAsking).length >= entries.length * SHARE_OF_LIST ||
          (lead !== undefined && isAsking(lead) && !isForLater(lead.text))
        );
      })
      .map(([section]) => section),
  );
}

/** The sentence before a list, under the same heading. */
function leadOf({ start, section }: Statement, { statements }: MarkdownDocument): Statement | undefined {
  const before = statements.findLast((one) => one.kind === 'paragraph' && one.end <= start);
  return before?.section === section ? before : undefined;
}

/** A paragraph may ask for several things, a sentence each; an item or a row asks for one. */
function wishesIn(statement: Statement, document: MarkdownDocument, lists: ReadonlySet<number>): Statement[] {
  const parts = statement.kind === 'paragraph' ? sentencesOf(statement, document) : [statement];
  const chosen = parts.filter((part) => {
    // What announces a list asks for its items.
    if (isForLater(part.text) || (part.kind === 'paragraph' && /[:：]\s*$/.test(part.text))) return false;
    if (part.kind === 'paragraph' && isTitleLine(document.source.slice(part.start, part.end))) return false;
    if (demands(part.text) || namedFiles(document.source.slice(part.start, part.end)).length > 0) return true;
    if (isEntry(part, document) && lists.has(part.section)) return true;
    if (part.kind === 'paragraph') return false;
    return (
      headingsOver(part, document).some(({ text }) => isWanted(text)) || isAnnounced(statement, document)
    );
  });
  // What a paragraph goes on to say belongs to what it asked for before.
  return chosen.map((part) => ({
    ...part,
    end: (
      parts[parts.findIndex((one) => one.start > part.start && chosen.includes(one)) - 1] ??
      parts.at(-1) ??
      part
    ).end,
  }));
}

/** "We need:" and a list below it. */
function isAnnounced(statement: Statement, document: MarkdownDocument): boolean {
  const lead = leadOf(statement, document);
  return lead !== undefined && /[:：]\s*$/.test(lead.text) && demands(lead.text);
}

/** A line of its own is a sentence where the next one begins like one; people leave out full stops. */
const SENTENCE_END = /[.!?](?=\s)|[。！？]|\n(?=\s*(?:\p{Lu}|[-*•]))/gu;

function sentencesOf(statement: Statement, { source }: MarkdownDocument): Statement[] {
  const raw = source.slice(statement.start, statement.end);
  let from = 0;
  const ends = [...raw.matchAll(SENTENCE_END)]
    .map(({ index, 0: mark }) => index + mark.length)
    .filter((end) => {
      // What stands below a title is what it is the title of.
      if (isTitleLine(raw.slice(from, end))) return false;
      from = end;
      return true;
    });
  from = 0;
  return [...ends, raw.length].flatMap((to) => {
    const part = raw.slice(from, to);
    const start = statement.start + from + (part.length - part.trimStart().length);
    const line = statement.line + raw.slice(0, start - statement.start).split('\n').length - 1;
    const end = statement.start + to;
    from = to;
    const text = part.replaceAll('`', ' ').replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [{ ...statement, id: null, text, prose: text, start, end, line }];
  });
}

/** A sentence may speak of the file that its neighbour names, an entry of the one that the sentence before the list names. */
function paragraphOf(
  statement: Statement,
  asked: readonly Statement[],
  document: MarkdownDocument,
): Pick<Requirement, 'paragraph'> {
  const { start, end } = statement;
  const lead = isEntry(statement, document) ? leadOf(statement, document) : undefined;
  if (lead !== undefined) return { paragraph: document.source.slice(lead.start, lead.end) };
  if (statement.kind !== 'paragraph') return {};
  const whole = asked.find((one) => one.start <= start && one.end >= end);
  return whole === undefined || whole.end - whole.start === end - start
    ? {}
    : { paragraph: document.source.slice(whole.start, whole.end) };
}

function asRequirement({ id, text: read, line, start, end }: Statement, brief: string): Requirement {
  const text = asWritten(read);
  const said = id === null ? text : text.slice(text.indexOf(id) + id.length).replace(/^[\s*:.)\]|—–-]+/u, '');
  return { id: id ?? `line ${line}`, text: said === '' ? text : said, line, raw: brief.slice(start, end) };
}
