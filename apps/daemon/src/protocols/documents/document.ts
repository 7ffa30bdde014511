/** A Markdown document as the offline critic reads it: sections, requirements, links, words in their places. */
import type { Nodes, Root } from 'mdast';
import { markdownTree } from '../../measure/markdown/parse.ts';
import { keptReadings } from './kept-readings.ts';
import { datesIn } from './language/dates.ts';
import { anyOf } from './language/patterns.ts';
import { isLooseTable, lineStarts } from './lines.ts';

export interface Place {
  line: number;
  start: number;
  end: number;
}

export interface Heading extends Place {
  depth: number;
  text: string;
  slug: string;
  /** `4.2` of "4.2 Errors", `3` of "第3章"; null without one. */
  number: string | null;
}

/** A stretch of prose: a paragraph, a list item or a table row, without its code. */
export interface Statement extends Place {
  text: string;
  /** The same without what stands in code marks: names of variables and files are no terms. */
  prose: string;
  /** Index of the heading it stands under; -1 before the first. */
  section: number;
  /** Its own identifier, such as `FR-3` or `Step 2`. */
  id: string | null;
  /** The identifier is set apart from what follows: in bold, or by a mark. */
  isMarked: boolean;
  kind: 'paragraph' | 'item' | 'row';
  /** Of a numbered list: its entries are steps in an order. */
  isOrdered: boolean;
  /** Of a paragraph whose lines are statements of their own: which of them it is; else null. */
  nth: number | null;
}

export interface Link extends Place {
  url: string;
  /** Where the address stands in the source; null when it cannot be told. */
  urlPlace: Place | null;
}

export interface MarkdownDocument {
  source: string;
  headings: readonly Heading[];
  statements: readonly Statement[];
  links: readonly Link[];
  /** Statements that demand something. */
  requirements: readonly Statement[];
  /** False where the text has more in it than is read: nothing may then be said of it as a whole. */
  isWhole: boolean;
}

/** "4.2 Errors", "4a. Flows", "第3章 要件", "Kapitel 3: …". */
const NUMBERED_HEADING =
  /^(?:第\s*|(?:chapter|section|kapitel|abschnitt|chapitre|capítulo|sección|seção)\s+)?(\d+(?:\.\d+)*[a-z]?)(?:[.)::章節\s]|$)/iu;
const STEP_WORD = /^(?:step|task|phase)\s/i;
/**
 * A book has less. What compares statements with each other takes the square of their number, so these bound the time
 * of every check.
 */
const MAX_CHARS = 2_000_000;
const MAX_NODES = 50_000;
const MOST = { statements: 8_000, headings: 4_000, links: 8_000 } as const;
/** Characters of one statement that are looked at; the longest paragraph of a book has less. */
const MAX_STATEMENT_CHARS = 20_000;
const DEMAND = anyOf(
  'must|shall|should|has to|have to|needs? to|required to|is required|may not|cannot',
  'muss|müssen|müsste|soll|sollen|sollte|sollten|darf nicht|dürfen nicht|ist erforderlich|hat zu',
  'doit|doivent|devra|devront|il faut|ne peut pas|est obligatoire|est requis',
  'debe|deben|deberá|deberán|debería|tiene que|tienen que|hay que|no puede|deve|devem|deverá|deverão|tem que|tem de|não pode|devono|dovrà|non può|moet|moeten|mag niet',
  'なければならない|なければなりません|ねばならない|必要がある|必要です|いこと(?:。|$)|ること(?:。|$)|べき|必须|应当|应该|需要|해야|하여야|되어야',
);
/** What people number that is neither a requirement nor a step. */
const NO_ID =
  /^(?:table|tabelle|tableau|tabla|tabela|figure|figur|fig|abb|abbildung|version|v|page|seite|chapter|kapitel|section|note|example|beispiel|wave|level|表|図|版|版数|注|例)/iu;
const CODE_ID = String.raw`[A-Z][A-Z0-9]{0,9}[-_.]?\d{1,4}(?:\.\d{1,3})*`;
const NUMBERED_WORD = String.raw`\p{L}{2,20}[  ]\d{1,3}(?:\.\d{1,3})*`;
const UNSPACED_ID = String.raw`[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]{1,8}\s?\d{1,4}(?:[.-]\d{1,3})*`;
const ID = new RegExp(
  String.raw`^\s*(?:\[[ xX]\]\s*)?\**(?:(${CODE_ID})(?![\p{L}\p{N}])|((?:Step|Task|Phase)\s+\d{1,3}(?:\.\d{1,3})*)(?![\p{L}\p{N}])|(${NUMBERED_WORD}|${UNSPACED_ID})(?=\**\s*[::.)\]|—–-](?:\s|\p{L}|$)))\**\s*([::.)\]|—–-])?`,
  'u',
);

/** Room for one of the longest. */
export const readDocument: (text: string) => MarkdownDocument = keptReadings(newlyRead, MAX_CHARS);

function newlyRead(text: string): MarkdownDocument {
  const source = text.slice(0, MAX_CHARS);
  const root = markdownTree(withHeadings(blankedFrontmatter(source)), 'github');
  const reader = new DocumentReader(source);
  reader.read(root);
  const { headings, statements, links, isWhole } = reader;
  return {
    source,
    headings,
    statements,
    links,
    requirements: statements.filter(isRequirement),
    isWhole: isWhole && source.length === text.length,
  };
}

/** Null where a text can be judged as a whole; else why not, to finish "… cannot be judged: ". */
export function tooMuch({ isWhole }: MarkdownDocument): string | null {
  return isWhole
    ? null
    : `it has more in it than is read of one document (${MOST.statements} statements, ${MOST.headings} headings, ${MOST.links} links, ${MAX_STATEMENT_CHARS} characters in one statement); split it`;
}

/** Whether a sentence demands something. */
export function demands(text: string): boolean {
  return DEMAND.test(text);
}

function isRequirement({ text, id, kind, isMarked }: Statement): boolean {
  return DEMAND.test(text) || (id !== null && (kind !== 'paragraph' || isMarked) && !STEP_WORD.test(id));
}

/** Blanked, not cut: the places of what follows must not move. */
function blankedFrontmatter(source: string): string {
  const front = /^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/.exec(source)?.[0] ?? '';
  return front.replace(/[^\r\n]/g, ' ') + source.slice(front.length);
}

/** "h3. Subtasks", as trackers export it; of the same length, so that places stay. */
function withHeadings(source: string): string {
  return source.replace(/^h([1-6])\. (?=\S)/gm, (mark, level: string) =>
    '#'.repeat(Math.min(3, Number(level))).padEnd(mark.length, ' '),
  );
}

class DocumentReader {
  readonly headings: Heading[] = [];
  readonly statements: Statement[] = [];
  readonly links: Link[] = [];
  readonly #source: string;
  readonly #slugs = new Map<string, number>();
  isWhole = true;
  #nodes = 0;
  #isOrdered = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(node: Nodes | Root): void {
    if (++this.#nodes > MAX_NODES || !this.#hasRoom()) {
      this.isWhole = false;
      return;
    }
    switch (node.type) {
      case 'heading':
        this.#heading(node);
        break;
      case 'paragraph':
        this.#paragraph(node);
        break;
      case 'list': {
        const around = this.#isOrdered;
        this.#isOrdered = node.ordered === true;
        for (const child of node.children) this.read(child);
        this.#isOrdered = around;
        return;
      }
      case 'listItem':
        this.#item(node);
        return;
      case 'tableRow':
        this.#statement(node, 'row');
        break;
      case 'link':
      case 'image':
      case 'definition':
        this.#link(node);
        break;
      default:
        break;
    }
    if ('children' in node) for (const child of node.children) this.read(child);
  }

  #hasRoom(): boolean {
    return (
      this.statements.length < MOST.statements &&
      this.headings.length < MOST.headings &&
      this.links.length < MOST.links
    );
  }

  #heading(node: Extract<Nodes, { type: 'heading' }>): void {
    const text = plainText(node);
    this.headings.push({
      ...placeOf(node),
      depth: node.depth,
      text,
      slug: this.#slug(text),
      number: NUMBERED_HEADING.exec(text)?.[1] ?? null,
    });
  }

  /** The first paragraph of an item is the item; what is nested speaks for itself. */
  #item(node: Extract<Nodes, { type: 'listItem' }>): void {
    const [first, ...rest] = node.children;
    if (first?.type === 'paragraph') {
      this.#statement(first, 'item', this.#isOrdered);
      for (const child of first.children) this.read(child);
    } else if (first !== undefined) this.read(first);
    for (const child of rest) this.read(child);
  }

  /** One statement, or one for each of its lines. */
  #paragraph(node: Extract<Nodes, { type: 'paragraph' }>): void {
    const place = placeOf(node);
    const lines = [
      ...this.#source.slice(place.start, place.end).matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g),
    ].filter(([line]) => line !== '');
    const said = [plainText(node), plainText(node, '')].map((text) => text.split(/\r\n|\n|\r/));
    const raw = lines.map(([line]) => line);
    const starts = lineStarts(raw);
    const kind = isLooseTable(raw) ? 'row' : 'paragraph';
    // What goes over the end of a line, such as a long link, leaves no lines to tell apart.
    if (starts.length === 1 || said.some((text) => text.length !== lines.length)) {
      this.#statement(node, 'paragraph');
      return;
    }
    for (const [nth, from] of starts.entries()) {
      const to = starts[nth + 1] ?? lines.length;
      const [whole, prose] = said.map((text) => text.slice(from, to).join(' '));
      const start = place.start + (lines[from]?.index ?? 0);
      const end = place.start + (lines[to]?.index ?? place.end - place.start);
      const lead = /^[\s>]*/.exec(this.#source.slice(start, end))?.[0].length ?? 0;
      const trail = /\s*$/.exec(this.#source.slice(start, end))?.[0].length ?? 0;
      this.#add(
        { line: place.line + from, start: start + lead, end: end - trail },
        { whole: whole ?? '', prose: prose ?? '' },
        { kind, isOrdered: false, nth, isBold: false },
      );
    }
  }

  #statement(node: Nodes, kind: Statement['kind'], isOrdered = false): void {
    const [first] = 'children' in node ? node.children : [];
    this.#add(
      placeOf(node),
      { whole: plainText(node), prose: plainText(node, '') },
      { kind, isOrdered, nth: null, isBold: first?.type === 'strong' },
    );
  }

  #add(
    place: Place,
    said: { whole: string; prose: string },
    { kind, isOrdered, nth, isBold }: Pick<Statement, 'kind' | 'isOrdered' | 'nth'> & { isBold: boolean },
  ): void {
    if (said.whole.length > MAX_STATEMENT_CHARS) this.isWhole = false;
    const text = said.whole.slice(0, MAX_STATEMENT_CHARS).replace(/\s+/g, ' ').trim();
    if (text === '') return;
    const match = ID.exec(text);
    const named = match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
    // "Ab 1. April" is a date, and no name with a number.
    const isDate =
      named !== null && datesIn(text.slice(0, named.length + 20)).some(({ start }) => start < named.length);
    const id = named === null || NO_ID.test(named) || isDate ? null : named;
    const isMarked = id !== null && (match?.[4] !== undefined || isBold);
    const prose = said.prose.slice(0, MAX_STATEMENT_CHARS).replace(/\s+/g, ' ').trim();
    this.statements.push({
      ...place,
      text,
      prose,
      section: this.headings.length - 1,
      id,
      isMarked,
      // A line with a name of its own is an entry, whether or not it has a mark.
      kind: kind === 'paragraph' && nth !== null && id !== null ? 'item' : kind,
      isOrdered,
      nth,
    });
  }

  #link(node: Extract<Nodes, { type: 'link' | 'image' | 'definition' }>): void {
    const place = placeOf(node);
    const within = this.#source.slice(place.start, place.end).lastIndexOf(node.url);
    const start = place.start + within;
    const urlPlace = within === -1 ? null : { line: place.line, start, end: start + node.url.length };
    this.links.push({ ...place, url: node.url, urlPlace });
  }

  #slug(text: string): string {
    const base = slugOf(text);
    const seen = this.#slugs.get(base) ?? 0;
    this.#slugs.set(base, seen + 1);
    return seen === 0 ? base : `${base}-${seen}`;
  }
}

/** As GitHub makes them. */
export function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** @param code what comes in the place of a stretch of code; the code itself without it */
function plainText(node: Nodes, code?: string): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'inlineCode') return code ?? ` ${node.value} `;
  if (node.type === 'break') return '\n';
  // What is struck out is what the document no longer says.
  if (node.type === 'delete' && !isSpan(node)) return '';
  if (!('children' in node)) return '';
  const separator = node.type === 'tableRow' ? ' | ' : '';
  const inside = node.children.map((child) => plainText(child, code)).join(separator);
  return node.type === 'delete' ? `~${inside}~` : inside;
}

/** Between single tildes: "10~20 ms for reads and 30~40 ms" is taken for struck out too, and says two spans. */
function isSpan(node: Extract<Nodes, { type: 'delete' }>): boolean {
  return (node.children[0]?.position?.start.offset ?? 0) - (node.position?.start.offset ?? 0) !== 2;
}

function placeOf({ position }: Nodes): Place {
  return {
    line: position?.start.line ?? 1,
    start: position?.start.offset ?? 0,
    end: position?.end.offset ?? 0,
  };
}
