/** A value that an example uses and the table of its key does not list. */
import { type Check, quote, type Remark, write } from './remark.ts';

interface Key {
  line: number;
  values: readonly string[];
}

/** "low, high", "`a` | `b`", "one of low, mid, high". */
const LISTED =
  /^(?:(?:one of|either|eine?r? von|entweder|l[’']un de|une? de|uno de|um de)\s*:?\s*)?[`"“]?([a-z][a-z0-9_-]{0,24})[`"”]?(?:\s*(?:,|\/|\\\||、)\s*(?:or\s+|oder\s+|ou\s+|o\s+)?[`"“]?([a-z][a-z0-9_-]{0,24})[`"”]?|\s+(?:or|oder|ou|o|lub)\s+[`"“]?([a-z][a-z0-9_-]{0,24})[`"”]?)+$/iu;
const NAMES = /[a-z][a-z0-9_-]{0,24}/giu;
const JOINS = new Set(['or', 'oder', 'ou', 'o', 'lub', 'one', 'of', 'either', 'eine', 'von']);
/** Types and no values. */
const TYPES = new Set([
  'string',
  'text',
  'number',
  'integer',
  'boolean',
  'bool',
  'date',
  'time',
  'timestamp',
  'utc',
  'float',
  'int',
  'list',
  'array',
  'object',
  'required',
  'optional',
  'uuid',
  'null',
]);

export const enumerations: Check = ({ source }) => {
  const lines = source.split(/\r\n|\n|\r/);
  const keys = new Map<string, Key>();
  for (const [index, line] of lines.entries()) {
    const cells = /^\s*\|/.test(line)
      ? line
          .trim()
          .replace(/^\||\|$/g, '')
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim())
      : [];
    const key = /^`([A-Za-z_][\w.-]*)`$/.exec(cells[0] ?? '')?.[1];
    const list = cells.slice(1).find((cell) => LISTED.test(cell));
    if (key === undefined || list === undefined) continue;
    const values = [...list.matchAll(NAMES)]
      .map(([name]) => name.toLowerCase())
      .filter((name) => !JOINS.has(name));
    if (values.length >= 2 && !values.some((value) => TYPES.has(value)))
      keys.set(key, { line: index + 1, values });
  }
  const remarks = lines.flatMap((line, index): Remark[] => {
    if (/^\s*\|/.test(line)) return [];
    return [...line.matchAll(/["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*["']?([A-Za-z][\w-]*)["']?/g)].flatMap(
      ([shown, key = '', value = '']): Remark[] => {
        const known = keys.get(key);
        if (known === undefined || known.values.includes(value.toLowerCase())) return [];
        return [
          {
            check: 'contradiction',
            line: index + 1,
            text: `"${value}" is none of the values line ${known.line} lists for ${key} (${known.values.join(', ')}): ${quote(shown)}`,
            remedy: write(`add "${value}" to line ${known.line} or use one of those`),
          },
        ];
      },
    );
  });
  return { remarks, looked: keys.size, things: 'values in examples are among those listed' };
};
