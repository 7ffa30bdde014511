/** Reads the id and the values of a message from its English text. Pure, and bounded whatever the text is. */
import { type Catalogue, formsOf, type Said, type SaidValue } from './message.ts';

type Sign = '' | '#' | '!' | ':' | '@' | '~' | '-' | '*';

interface Hole {
  name: string;
  sign: Sign;
  kind: string;
}

/** A message taken apart: `literals` has one more than `holes`. */
interface Pattern {
  id: string;
  literals: readonly string[];
  holes: readonly Hole[];
  /** What a form says without writing it: the one in "one other place". */
  implied: Readonly<Record<string, string>>;
}

/** Kinds that stand by themselves, as a text or as one sentence of it. The others only stand in these. */
export const SENTENCES: readonly string[] = [
  // Of documents, their own catalogue: more is written out in its messages than in those of pages.
  ...['text', 'claim', 'plan', 'copy'],
  ...['note', 'finding', 'advice', 'gate', 'dim', 'evidence', 'ask'],
];

/** A longer text is nothing the jury says about one place. */
const LONGEST = 4_000;
const MOST_SENTENCES = 60;
/** Steps for one pattern: hostile text must not make the search long. */
const MOST_STEPS = 400;
const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;
const PLACE = /^\S.*:\d+$/;

export type Reader = (text: string) => readonly Said[] | null;

/**
 * @param english the catalogue whose messages are read
 * @param sentences the kinds a text is made of; the short words of a report could be anybody's, and are read only there
 */
export function readerOf(english: Catalogue, sentences = SENTENCES): Reader {
  const kinds = Map.groupBy(Object.entries(english).flatMap(patternsOf), ({ id }) => kindOf(id));
  // The most literal first: "2 of 3 checks passed" before "2 of 3 {unit}".
  for (const patterns of kinds.values()) patterns.sort((a, b) => weightOf(b) - weightOf(a));
  const reading = new Reading(kinds, sentences);
  return (text) => (text.length > LONGEST ? null : reading.sentences(text));
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

function weightOf({ literals }: Pattern): number {
  return literals.reduce((sum, literal) => sum + literal.length, 0);
}

function patternsOf([id, message]: [string, Catalogue[string]]): Pattern[] {
  return formsOf(message).map((form) => {
    const literals = [''];
    const holes: Hole[] = [];
    for (const [part, name, sign = '', kind = ''] of form.matchAll(/\{(\w+)([#!:@~*-]?)(\w*)\}|[^{]+|\{/g)) {
      if (name === undefined) literals.push(`${literals.pop() ?? ''}${part}`);
      else {
        holes.push({ name, sign: sign as Sign, kind });
        literals.push('');
      }
    }
    const isOne = typeof message !== 'string' && form === message.one;
    const writes = typeof message === 'string' || holes.some(({ name }) => name === message.by);
    return { id, literals, holes, implied: isOne && !writes ? { [message.by]: '1' } : {} };
  });
}

class Reading {
  readonly #kinds: ReadonlyMap<string, readonly Pattern[]>;
  readonly #sentences: readonly string[];

  constructor(kinds: ReadonlyMap<string, readonly Pattern[]>, sentences: readonly string[]) {
    this.#kinds = kinds;
    this.#sentences = sentences;
  }

  /** The whole text as sentences we say, or null: a text half of which is foreign stays as it was written. */
  sentences(text: string): readonly Said[] | null {
    const ends = [...text.matchAll(/[.!?"…)](?= )/g)].map(({ index }) => index + 1);
    if (ends.length > MOST_SENTENCES) return null;
    ends.push(text.length);
    const lost = new Set<number>();
    const from = (start: number): Said[] | null => {
      if (start >= text.length) return [];
      if (lost.has(start)) return null;
      for (const end of ends) {
        if (end <= start) continue;
        const first = this.#sentence(text.slice(start, end));
        const rest = first === null ? null : from(end + 1);
        if (first !== null && rest !== null) return [first, ...rest];
      }
      lost.add(start);
      return null;
    };
    return text === '' ? null : from(0);
  }

  #sentence(text: string): Said | null {
    for (const kind of this.#sentences) {
      const said = this.#one(kind, text);
      if (said !== null) return said;
    }
    return null;
  }

  #one(kind: string, text: string): Said | null {
    for (const pattern of this.#kinds.get(kind) ?? []) {
      const values = this.#match(pattern, text);
      if (values !== null) return { id: pattern.id, values: { ...pattern.implied, ...values } };
    }
    return null;
  }

  #match({ literals, holes }: Pattern, text: string): Record<string, SaidValue> | null {
    const [head = ''] = literals;
    const tail = literals.at(-1) ?? '';
    if (holes.length === 0) return text === head ? {} : null;
    if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length)
      return null;
    const end = text.length - tail.length;
    let steps = 0;
    const from = (at: number, nth: number): Record<string, SaidValue> | null => {
      const hole = holes[nth];
      if (hole === undefined) return null;
      if (nth === holes.length - 1) {
        const value = this.#value(hole, text.slice(at, end));
        return value === null ? null : { [hole.name]: value };
      }
      const next = literals[nth + 1] ?? '';
      for (let stop = text.indexOf(next, at); stop !== -1 && stop + next.length <= end; ) {
        steps += 1;
        if (steps > MOST_STEPS) return null;
        const value = this.#value(hole, text.slice(at, stop));
        const rest = value === null ? null : from(stop + next.length, nth + 1);
        if (value !== null && rest !== null) return { [hole.name]: value, ...rest };
        stop = text.indexOf(next, stop + 1);
      }
      return null;
    };
    return from(head.length, 0);
  }

  #value({ sign, kind }: Hole, text: string): SaidValue | null {
    switch (sign) {
      case '':
        return text;
      case '#':
        return NUMBER.test(text) ? text : null;
      case '!':
        return /^\S+$/.test(text) ? text : null;
      case ':':
        return PLACE.test(text) ? text : null;
      case '@':
        return this.#one(kind, text);
      case '~':
        return this.#one(kind, text) ?? text;
      case '-': {
        const found = this.#one(kind, `${text}.`);
        return found === null ? text : { ...found, bare: true };
      }
      case '*':
        // A comma is between two only where no semicolon is: an entry may hold commas itself.
        return (text.includes('; ') ? this.#list(kind, text, '; ') : null) ?? this.#list(kind, text, ', ');
    }
  }

  /** One of them may hold the sign between two. */
  #list(kind: string, text: string, between: string): Said[] | null {
    const parts = text.split(between);
    if (parts.length > MOST_SENTENCES) return null;
    const lost = new Set<number>();
    const from = (start: number): Said[] | null => {
      if (start === parts.length) return [];
      if (lost.has(start)) return null;
      for (let end = start + 1; end <= parts.length; end += 1) {
        const first = this.#one(kind, parts.slice(start, end).join(between));
        const rest = first === null ? null : from(end);
        if (first !== null && rest !== null) return [first, ...rest];
      }
      lost.add(start);
      return null;
    };
    return from(0);
  }
}
