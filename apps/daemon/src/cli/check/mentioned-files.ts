/**
 * Which files depend on which, told by names: a text depends on a file whose name is in it. That is more than what it loads, never
 * less, however the name is written: in an attribute, an `@import`, a `url()` or an `import`.
 */

/** What a text mentions, to be compared with `nameKey`. */
export function mentionedKeys(text: string): Set<string> {
  const keys = new Set<string>();
  for (const [run] of decoded(text).matchAll(RUN)) {
    const key = asKey(run);
    if (key !== null) keys.add(key);
  }
  return keys;
}

/** The last part of a file's name that a text would show in one piece; null where nothing tells it from other words. */
export function nameKey(path: string): string | null {
  return asKey(
    decoded(path.slice(path.lastIndexOf('/') + 1))
      .match(RUN)
      ?.at(-1) ?? '',
  );
}

export interface MentioningFile {
  name: string;
  mentions: ReadonlySet<string>;
}

/** The keys that changed, and those of files that mention one of them, on and on: a stylesheet that imports a changed one is another. */
export function spreadChange(changed: ReadonlySet<string>, passing: readonly MentioningFile[]): Set<string> {
  const reached = new Set(changed);
  let waiting = passing;
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    waiting = waiting.filter(({ name, mentions }) => {
      if (mentions.isDisjointFrom(reached)) return true;
      const key = nameKey(name);
      if (key !== null) reached.add(key);
      return false;
    });
  }
  return reached;
}

/** One class without alternatives: however long the text, it is read once. */
const RUN = /[\p{L}\p{N}\p{M}_.~@+-]+/gu;
const MOST_CHARS = 255;

function asKey(run: string): string | null {
  if (run.length > MOST_CHARS) return null;
  const key = run.replace(/\.+$/, '').normalize('NFC').toLowerCase();
  return /\.[\p{L}\p{N}]{1,12}$/u.test(key) ? key : null;
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}
