/** Examples of a brief, "`total(20000)` is 18000", held against what the delivered tests say of the same call. */
import type { ProjectText } from '../project-texts.ts';
import { partsOf } from './asserted.ts';
import { withoutComments } from './comments.ts';
import { isCode, isTest } from './placeholder.ts';

interface Example {
  name: string;
  args: string;
  wanted: string;
}

const CALL = /`([A-Za-z_$][\w$.]*)\(([^`\n]{0,120})\)`/;
const VALUE = '-?\\d[\\d_.,]*\\d|-?\\d|true|false|null|none|"[^"\\n]*"|\'[^\'\\n]*\'|\\[[^\\]\\n]*\\]';
const WANTED = new RegExp(
  `^\\s*(?:is|are|returns?|gives?|equals?|yields?|=+>?|→|ist|ergibt|liefert|est|renvoie|donne|vaut|es|devuelve|da|é|devolve|retorna|dá|è|restituisce|geeft|は|が|返す)\\s*(?:\`([^\`\\n]{1,80})\`|(${VALUE}))(?!\\w|\\.\\d)`,
  'iu',
);

/** Null where it gives no example of one call and what comes of it. */
export function exampleIn(raw: string): Example | null {
  const call = CALL.exec(raw);
  if (call === null) return null;
  const wanted = WANTED.exec(raw.slice(call.index + call[0].length));
  const said = wanted?.[1] ?? wanted?.[2];
  if (said === undefined || !/^[\w\s.,'"[\]{}:-]+$/u.test(said)) return null;
  return { name: call[1] ?? '', args: squeezed(call[2] ?? ''), wanted: squeezed(said) };
}

/** A test of the same call that asserts another result. */
export function otherwiseTested(raw: string, all: readonly ProjectText[]): string | null {
  const example = exampleIn(raw);
  if (example === null) return null;
  for (const file of testsIn(all)) {
    const said = resultsOf(example, file.text);
    const [other] = said;
    if (other !== undefined && !said.includes(example.wanted))
      return `${file.path} asserts ${other} of ${example.name}(${example.args}), and ${example.wanted} is asked for`;
  }
  return null;
}

/** Whether a test has the call, or a row with what it is given and what comes of it. */
export function isExampleTested(raw: string, all: readonly ProjectText[]): boolean {
  const example = exampleIn(raw);
  if (example === null) return true;
  const given = partsOf(example.args).map((part) => part.trim());
  return testsIn(all).some(({ text }) => {
    if (squeezed(text).includes(`${example.name}(${example.args})`)) return true;
    return text
      .split('\n')
      .map(squeezed)
      .some((line) => line.includes(example.wanted) && given.every((part) => line.includes(squeezed(part))));
  });
}

function testsIn(all: readonly ProjectText[]): ProjectText[] {
  return all.filter(({ path }) => isTest(path) && isCode(path)).map(withoutComments);
}

/** Literals that a test compares the call with, right behind it. */
function resultsOf({ name, args }: Example, text: string): string[] {
  const flat = squeezed(text);
  const call = `${name}(${args})`;
  const found: string[] = [];
  for (let at = flat.indexOf(call); at !== -1 && found.length < 50; at = flat.indexOf(call, at + 1)) {
    const behind = new RegExp(
      `^(?:,|\\)\\.(?:toBe|toEqual|toStrictEqual|equals?|to\\.(?:be|equal|eql|deep\\.equal))\\(|===?)(${VALUE.replaceAll('\\n', '')})(?=[),;}\\]]|$)`,
      'u',
    ).exec(flat.slice(at + call.length));
    if (behind?.[1] !== undefined) found.push(squeezed(behind[1]));
  }
  return found;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '').replaceAll('"', "'");
}
