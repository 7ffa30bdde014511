/**
 * What is to become of an approved text, kept in the run's own folder: it may name a command, and a store that others can
 * write to must not be able to.
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readKept } from '../../../disk/foreign-file.ts';
import { JuryError } from '../../../jury-error.ts';

export const SitePlanSchema = z.strictObject({
  /** The text of the design system it starts from. */
  design: z.string(),
  target: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('serve') }),
    z.strictObject({ kind: z.literal('folder'), path: z.string().min(1) }),
  ]),
  remote: z.string().nullable(),
  /** A command that is given the folder and the slug; only a person at this machine may name one. */
  hook: z.string().nullable(),
});
export type SitePlan = z.infer<typeof SitePlanSchema>;

const FILE = 'site.json';
const MAX_BYTES = 1_048_576;
const ONLY_OURS = 0o600;

export async function savePlan(workDir: string, plan: SitePlan): Promise<void> {
  const file = join(workDir, FILE);
  await writeFile(`${file}.next`, JSON.stringify(plan), { mode: ONLY_OURS });
  await rename(`${file}.next`, file);
}

/** Null where nothing is to be deployed. */
export async function readPlan(workDir: string): Promise<SitePlan | null> {
  const bytes = readKept(workDir, FILE, MAX_BYTES);
  if (bytes === null) return null;
  const parsed = SitePlanSchema.safeParse(jsonOf(new TextDecoder().decode(bytes)));
  if (parsed.success) return parsed.data;
  throw new JuryError('internal', `${join(workDir, FILE)} is damaged; start another run`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
