/** Custom properties as CSS Variables 1 has them: resolved where they are declared, inherited as what they became. */
import { findCall, splitAt } from './parts.ts';

/** Text a variable may grow to; beyond it the value is invalid, as browsers also have it. */
const MAX_CHARACTERS = 65_536;

export class Variables {
  readonly #own: ReadonlyMap<string, string>;
  readonly #parent: Variables | null;
  readonly #resolved = new Map<string, string | null>();
  readonly #resolving = new Set<string>();

  constructor(own: ReadonlyMap<string, string>, parent: Variables | null) {
    this.#own = own;
    // Levels without variables of their own are passed over.
    this.#parent = parent;
  }

  static readonly none = new Variables(new Map(), null);

  /** Null: not declared, or invalid. */
  get(name: string): string | null {
    const known = this.#resolved.get(name);
    if (known !== undefined) return known;
    // Variables that name each other are all invalid.
    if (this.#resolving.has(name)) return null;
    this.#resolving.add(name);
    const value = this.#resolve(name);
    this.#resolving.delete(name);
    this.#resolved.set(name, value);
    return value;
  }

  #resolve(name: string): string | null {
    const written = this.#own.get(name)?.trim();
    if (written === undefined || /^(inherit|unset|revert|revert-layer)$/i.test(written))
      return this.#parent?.get(name) ?? null;
    return /^initial$/i.test(written) ? null : this.substitute(written);
  }

  /** The text with every `var()` and `env()` replaced; null when one of them has no value. */
  substitute(text: string): string | null {
    let result = text;
    let from = 0;
    for (
      let call = findCall(result, /^(var|env)$/);
      call !== null;
      call = findCall(result, /^(var|env)$/, from)
    ) {
      const value = this.#valueOf(call.name, call.args);
      if (value === null || result.length + value.length > MAX_CHARACTERS) return null;
      result = result.slice(0, call.start) + value + result.slice(call.end);
      from = call.start + value.length;
    }
    return result;
  }

  #valueOf(name: string, args: string): string | null {
    const [first = '', ...rest] = splitAt(args, ',');
    const value = name === 'var' ? this.get(first) : /^safe-area-inset-/.test(first) ? '0px' : null;
    if (value !== null) return value;
    return rest.length === 0 ? null : this.substitute(rest.join(', '));
  }
}
