/** YAML between two `---` lines, read by a schema; every complaint knows its line in the file. */
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/;
const MAX_ALIASES = 20;

export interface Complaint {
  line: number | null;
  message: string;
}

export type Frontmatter<Value> =
  | { ok: true; value: Value; body: string; lineOf: (path: readonly PropertyKey[]) => number | null }
  | { ok: false; complaints: Complaint[] };

export function readFrontmatter<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): Frontmatter<z.infer<Schema>> {
  const match = FRONTMATTER.exec(text);
  const yaml = match?.[1];
  if (match === null || yaml === undefined)
    return {
      ok: false,
      complaints: [{ line: 1, message: 'begins without frontmatter between two --- lines' }],
    };
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  // The opening line is before the first one that is counted.
  const at = (offset: number): number => lines.linePos(offset).line + 1;
  if (document.errors.length > 0)
    return {
      ok: false,
      complaints: document.errors
        .slice(0, 5)
        .map((error) => ({ line: at(error.pos[0]), message: error.message })),
    };
  const lineOf = (path: readonly PropertyKey[]): number | null => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return at(node.range[0]);
    }
    return 1;
  };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    return { ok: false, complaints: [{ line: 1, message: (error as Error).message }] };
  }
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return { ok: true, value: parsed.data, body: text.slice(match[0].length), lineOf };
  return {
    ok: false,
    complaints: parsed.error.issues.slice(0, 5).map((issue) => ({
      line: lineOf(issue.path),
      message: `${issue.path.join('.') || 'the frontmatter'}: ${issue.message}`,
    })),
  };
}
