/**
 * Alfa computes some small things millions of times: the hash of a property's name, the colour two colours make, a
 * computed value it already has in a persistent map. Remembering them saves about a fifth of a measurement and changes
 * no result. Everything here steps aside when a new Alfa looks different.
 */
import { Attribute, Feature } from '@siteimprove/alfa-aria';
import { Element, Namespace, type Node } from '@siteimprove/alfa-dom';
import { Encoder } from '@siteimprove/alfa-encoding';
import { Longhands, Shorthands, Style } from '@siteimprove/alfa-style';
import { speedUpCascade } from './alfa-cascade.ts';
import { shareStyles } from './alfa-styles.ts';

const MAX_REMEMBERED = 4_096;
const MAX_LENGTH = 64;

let done = false;

export function speedUpAlfa(): void {
  if (done) return;
  done = true;
  const encoder = new TextEncoder();
  Object.assign(Encoder, { encode: (text: string) => encoder.encode(text) });
  rememberHashes();
  rememberColors();
  rememberComputed();
  rememberParsed();
  numberListItems();
  speedUpCascade();
  shareStyles();
}

interface Hash {
  _hash: number;
  write(bytes: Uint8Array): Hash;
}

/** The empty state of FNV-1a, 32 bits. */
const FNV_OFFSET = 2_166_136_261;

/** Keys of maps are hashed from the empty state: for a name the result is always the same. */
function rememberHashes(): void {
  const prototype = hashPrototype();
  if (prototype === null) return;
  const encoder = new TextEncoder();
  const hashes = new Map<string, number>();
  Object.assign(prototype, {
    /** As Alfa does it, octet by octet, without making a buffer for each number. */
    writeInt(this: Hash, data: number, size = 32): Hash {
      let hash = this._hash;
      for (let shift = size - 8; shift >= 0; shift -= 8) {
        hash ^= (data >>> shift) & 0xff;
        hash += (hash << 1) + (hash << 4) + (hash << 7) + (hash << 8) + (hash << 24);
      }
      this._hash = hash;
      return this;
    },
    writeString(this: Hash, text: string): Hash {
      if (this._hash !== FNV_OFFSET) return this.write(encoder.encode(text));
      const known = hashes.get(text);
      if (known !== undefined) {
        this._hash = known;
        return this;
      }
      this.write(encoder.encode(text));
      if (text.length <= MAX_LENGTH && hashes.size < MAX_REMEMBERED) hashes.set(text, this._hash);
      return this;
    },
  });
}

/** The class itself is internal to Alfa's maps; a key that is asked for its hash is handed an instance. */
function hashPrototype(): object | null {
  let found: object | null = null;
  const probe = {
    hash(hash: object) {
      if ('_hash' in hash && hash._hash === FNV_OFFSET) found = Object.getPrototypeOf(hash);
    },
    equals: () => false,
  };
  // Any object that can be hashed is a key to Alfa's maps, whatever their type says.
  Style.empty().variables.get(probe as unknown as string);
  return found;
}

interface ColorClass {
  of(space: unknown, coordinates?: readonly number[], alpha?: number): unknown;
  prototype: { contrast(other: object): number };
}

/** Colours are values: the same numbers make the same colour, and two of them one contrast. */
function rememberColors(): void {
  const initial: object = Longhands.get('background-color').initial;
  const color: unknown = initial.constructor;
  if (!isColorClass(color)) return;
  const { of } = color;
  const { contrast } = color.prototype;
  const made = new Map<string, unknown>();
  const contrasts = new WeakMap<object, WeakMap<object, number>>();
  color.of = (space, coordinates, alpha = 1) => {
    if (typeof space !== 'string' || coordinates === undefined)
      return of.call(color, space, coordinates, alpha);
    const key = `${space} ${coordinates.join(' ')} ${alpha}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = of.call(color, space, coordinates, alpha);
    if (made.size < MAX_REMEMBERED) made.set(key, value);
    return value;
  };
  color.prototype.contrast = function (this: object, other) {
    const ofThis = contrasts.get(this) ?? new WeakMap<object, number>();
    contrasts.set(this, ofThis);
    const value = ofThis.get(other) ?? contrast.call(this, other);
    ofThis.set(other, value);
    return value;
  };
}

function isColorClass(value: unknown): value is ColorClass {
  return (
    typeof value === 'function' &&
    'of' in value &&
    typeof value.of === 'function' &&
    typeof value.prototype?.contrast === 'function'
  );
}

const KNOWN = Symbol('computed values');

interface Remembering extends Style {
  [KNOWN]?: Map<string, unknown>;
}

/** Alfa keeps computed values in a persistent map, looked up twice for each question, and large. */
function rememberComputed(): void {
  const { computed } = Style.prototype;
  const empty = Style.empty();
  type Name = Parameters<typeof computed>[0];
  type Compute = (specified: unknown, style: Style) => unknown;
  Object.assign(Style.prototype, {
    computed(this: Remembering, name: Name): unknown {
      if (this === empty) return this.initial(name);
      this[KNOWN] ??= new Map<string, unknown>();
      const known = this[KNOWN];
      const found = known.get(name);
      if (found !== undefined) return found;
      const compute: unknown = Longhands.get(name).compute;
      const value =
        typeof compute === 'function'
          ? (compute as Compute)(this.specified(name), this)
          : computed.call(this, name);
      known.set(name, value);
      return value;
    },
  });
}

/** Alfa looks at all items of a list for each of them; a list is counted once. */
function numberListItems(): void {
  const feature: object | null = Feature.from(Namespace.HTML, 'li').getOr(null);
  if (feature === null || !('_attributes' in feature)) return;
  const places = new WeakMap<Node, { place: ReadonlyMap<Node, number> }>();
  const count = (parent: Node): { place: ReadonlyMap<Node, number> } => {
    const known = places.get(parent);
    if (known !== undefined) return known;
    const items = [...parent.children()].filter((node) => Element.isElement(node) && node.name === 'li');
    const counted = { place: new Map(items.map((node, index) => [node, index + 1])) };
    places.set(parent, counted);
    return counted;
  };
  feature._attributes = (item: Element) => {
    const place = item.parent().map((parent) => count(parent).place);
    return [
      Attribute.of('aria-setsize', `${place.map(({ size }) => size).getOr(1)}`),
      Attribute.of('aria-posinset', `${place.map((of) => of.get(item) ?? 1).getOr(1)}`),
    ];
  };
}

type Tokens = Iterable<{ toString(): string }> & { length: number };
type Parse = (tokens: Tokens) => unknown;

/** Values of one property are mostly the same few words; longer ones are read each time. */
const MAX_TOKENS = 12;
const MAX_VALUES = 2_000;

function rememberParsed(): void {
  for (const table of [Longhands, Shorthands]) {
    const { get } = table as { get: (name: string) => object };
    if (typeof get !== 'function') return;
    const done = new WeakSet<object>();
    Object.assign(table, {
      get(name: string) {
        const property = get(name);
        if (done.has(property)) return property;
        done.add(property);
        if ('_parse' in property && typeof property._parse === 'function')
          Object.assign(property, { _parse: remembering(property._parse as Parse) });
        return property;
      },
    });
  }
}

/** What is read is a value, and never changed. */
function remembering(parse: Parse): Parse {
  const known = new Map<string, unknown>();
  return (tokens) => {
    if (tokens.length > MAX_TOKENS) return parse(tokens);
    let text = '';
    for (const token of tokens) text += `${token}\u0000`;
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = parse(tokens);
    if (known.size >= MAX_VALUES) known.clear();
    known.set(text, result);
    return result;
  };
}
