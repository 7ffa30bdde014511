/** The baseline file: what was open in each page when it was accepted, so that only new findings gate. */
import { z } from 'zod';
import { readForeignTextIfThere, typed } from '../../disk/foreign-file.ts';
import { scopeOf } from '../../disk/scope.ts';
import { writeOut } from '../../disk/write-out.ts';
import { fileRefusal } from '../../library/subjects.ts';
import type { Known } from '../../report/gate.ts';
import { Refusal } from '../refusal.ts';

const BaselineSchema = z.strictObject({
  version: z.literal(1),
  files: z.record(
    z.string(),
    z.strictObject({ composite: z.number().nullable(), mustFixes: z.array(z.string()) }),
  ),
});

/** Thousands of pages with hundreds of findings each. */
const MAX_BASELINE_BYTES = 64 * 1024 * 1024;

export type Baseline = ReadonlyMap<string, Known>;

/** `missing` says what an absent file means: nothing known yet, or a mistake in the path. */
export function readBaseline(
  file: string,
  shown: string,
  cwd: string,
  missing: 'empty' | 'refuse',
): Baseline {
  let text: string | null;
  try {
    text = readForeignTextIfThere(file, typed(file, MAX_BASELINE_BYTES, cwd));
  } catch (error) {
    throw fileRefusal(error, shown);
  }
  if (text === null) {
    if (missing === 'empty') return new Map();
    throw new Refusal(`There is no baseline ${shown}; write one with --update-baseline.`);
  }
  return parseBaseline(text, shown);
}

export function parseBaseline(text: string, shown: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${shown} is not JSON; write it again with --update-baseline.`, { cause: error });
  }
  const parsed = BaselineSchema.safeParse(value);
  if (parsed.success) return new Map(Object.entries(parsed.data.files));
  const issue = parsed.error.issues[0];
  throw new Refusal(
    `${shown}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}; write it again with --update-baseline.`,
  );
}

/** Sorted, so that a change of it can be read. */
export async function writeBaseline(
  file: string,
  shown: string,
  cwd: string,
  entries: Baseline,
): Promise<void> {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const files = Object.fromEntries(
    sorted.map(([name, { composite, mustFixes }]) => [name, { composite, mustFixes: [...mustFixes].sort() }]),
  );
  try {
    await writeOut(file, `${JSON.stringify({ version: 1, files }, null, 2)}\n`, {
      within: scopeOf(file, cwd),
    });
  } catch (error) {
    throw fileRefusal(error, shown);
  }
}
