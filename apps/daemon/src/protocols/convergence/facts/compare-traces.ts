/** Places of code that logs and traces name: whether they are there. */
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Spot } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

/** `src/export.go:18`, `File "app/main.py", line 3`, `at run (cmd/main.go:44)`. */
const NAMED = /([\w@./\\-]*\w\.[a-z]{1,6})(?:", line |:|\()(\d{1,6})(?!\d*[:.]\d{2}\b)/gi;
const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|c|h|cc|cpp|swift|scala|ex|exs|lua|pl|sh|sql|dart)$/i;
/** What belongs to the machine or to a library is not the project's. */
const FOREIGN =
  /(?:^|[/\\])(?:node_modules|site-packages|dist-packages|vendor|usr|lib|runtime|opt|\.cargo|gems)[/\\]|^(?:node:|internal|java\/|sun\/|org\/|com\/)/i;
const TRACE = /(?:^|\/)(?:traces?|stack\w*|crash\w*|dump)[^/]*$|(?:^|\/)traces?\//i;
const MOST = 20;

function isTrace(path: string): boolean {
  return TRACE.test(path);
}

export function compareTraces(passages: readonly Passage[], paths: readonly string[]): Compared {
  const found = new Map<string, Contradiction>();
  const lines = new Map<string, number>();
  for (const { path, line } of passages) lines.set(path, Math.max(lines.get(path) ?? 0, line));
  let pairs = 0;
  for (const passage of passages) {
    if (passage.kind !== 'log' && !isTrace(passage.path)) continue;
    for (const { 1: name = '', 2: at = '' } of passage.text.matchAll(NAMED)) {
      const file = name.replaceAll('\\', '/').replace(/^\.?\//, '');
      if (!CODE.test(file) || FOREIGN.test(name)) continue;
      const own = paths.find(
        (path) => path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`),
      );
      pairs++;
      const last = own === undefined ? 0 : (lines.get(own) ?? 0);
      if (own !== undefined && Number(at) <= last) continue;
      const key = keyOf('trace', [], `${file}:${at}`);
      if (found.has(key) || found.size >= MOST) continue;
      const claim =
        own === undefined
          ? `${placeOf(passage)} names ${file}:${at}, and the project has no ${file}.`
          : `${placeOf(passage)} names ${file}:${at}, and ${own} ends with line ${last}.`;
      found.set(key, { key, claim, places: [spotOf(passage)], strength: 1 });
    }
  }
  return { found: [...found.values()], pairs };
}

/** The code a line of a log names. */
export function codeNamed({ text }: Passage, passages: readonly Passage[]): Spot[] {
  return [...text.matchAll(NAMED)].flatMap(([, file = '', line = '']) => {
    const place = passages.find(
      (one) =>
        one.kind === 'code' &&
        (one.path === file || one.path.endsWith(`/${file}`) || file.endsWith(`/${one.path}`)) &&
        one.line === Number(line),
    );
    return place === undefined ? [] : [spotOf(place)];
  });
}
