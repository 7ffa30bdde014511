/**
 * Reads one JSON value out of a text. Forgives what models do to JSON without changing its meaning: single quotes,
 * trailing commas, line breaks inside strings. Forgives nothing that would have to be guessed: an end that is
 * missing, a key said twice, NaN, a word without quotes.
 */

export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const DEEPEST = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const SPACE = /[\s\ufeff]*/y;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Throws a `JsonProblem`. `end` is where the value ends. */
export function readJson(text: string, start: number): { value: unknown; end: number } {
  const reader = new Reader(text, start);
  const value = reader.value(0);
  return { value, end: reader.at };
}

class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) throw this.#problem(`it is nested deeper than ${DEEPEST}`);
    this.#skip(SPACE);
    const next = this.#text[this.at];
    if (next === undefined) throw this.#problem('it ends in the middle');
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    if (next === '"' || next === "'") return this.#string(next);
    const number = this.#skip(NUMBER);
    if (number !== '') return this.#number(number);
    const word = this.#skip(WORD);
    const known = WORDS.get(word);
    if (known === undefined) throw this.#problem(`${word === '' ? `"${next}"` : word} is not a JSON value`);
    return known;
  }

  #number(text: string): number {
    const number = Number(text);
    // "12px" and 1e999 are no numbers that anybody meant.
    if (!Number.isFinite(number) || /[\w.$]/.test(this.#text[this.at] ?? ''))
      throw this.#problem(`${text.slice(0, 20)} is not a number`);
    return number;
  }

  #object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.#members('}', () => {
      const quote = this.#text[this.at];
      if (quote !== '"' && quote !== "'") throw this.#problem('a key without quotes');
      const key = this.#string(quote);
      this.#skip(SPACE);
      if (this.#text[this.at] !== ':') throw this.#problem(`no ":" after "${key.slice(0, 40)}"`);
      this.at++;
      if (Object.hasOwn(object, key)) throw this.#problem(`"${key.slice(0, 40)}" is said twice`);
      const value = this.value(depth + 1);
      // Defined, not assigned: `__proto__` is a key like any other.
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
    });
    return object;
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = [];
    this.#members(']', () => array.push(this.value(depth + 1)));
    return array;
  }

  /** From the opening bracket to past the closing one. */
  #members(close: '}' | ']', member: () => void): void {
    this.at++;
    for (;;) {
      this.#skip(SPACE);
      const next = this.#text[this.at];
      if (next === undefined) throw this.#problem('it ends in the middle');
      if (next === close) break;
      member();
      this.#skip(SPACE);
      const after = this.#text[this.at];
      if (after === close) break;
      if (after === undefined) throw this.#problem('it ends in the middle');
      if (after !== ',') throw this.#problem(`"${after}" where "," or "${close}" belongs`);
      this.at++;
    }
    this.at++;
  }

  #string(quote: string): string {
    const pieces: string[] = [];
    let from = ++this.at;
    for (;;) {
      const character = this.#text[this.at];
      if (character === undefined) throw this.#problem('it ends in the middle of a string');
      if (character === quote) break;
      if (character !== '\\') {
        this.at++;
        continue;
      }
      pieces.push(this.#text.slice(from, this.at), this.#escape());
      from = this.at;
    }
    pieces.push(this.#text.slice(from, this.at));
    this.at++;
    return pieces.join('');
  }

  #escape(): string {
    const letter = this.#text[this.at + 1] ?? '';
    if (letter === 'u') {
      const hex = this.#text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw this.#problem('a broken \\u escape');
      this.at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const plain = ESCAPES[letter];
    if (plain === undefined) throw this.#problem(`\\${letter} is not an escape`);
    this.at += 2;
    return plain;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  #problem(message: string): JsonProblem {
    return new JsonProblem(message, this.at);
  }
}
