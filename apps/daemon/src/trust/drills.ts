/**
 * What panels with agents saw of planted defects, kept in the data folder: a panel costs something for each, so the same
 * panel is not asked of the same page twice, and its errors are the truth that effective votes are computed from.
 */
import { join } from 'node:path';
import type { Recalls } from '@design-jury/contracts/trust/line';
import { z } from 'zod';
import { readKept } from '../disk/foreign-file.ts';
import { writeOwnFile } from '../home/own-file.ts';
import { PRIVATE_FOLDER } from '../home/rights.ts';
import { makeFolders } from '../make-folders.ts';
import { clopperPearson } from './statistics/intervals.ts';

const DrilledSchema = z.object({
  defect: z.string(),
  /** Whether it was written beside the audits or without knowing them; what was stored without it was of the first. */
  kind: z.enum(['known', 'unfamiliar']).default('known'),
  /** Seen as something that keeps a page from shipping, and not only noted. */
  mustFix: z.boolean().default(false),
  /** By judge: whether it saw the defect; null where that cannot be told. */
  seen: z.record(z.string(), z.boolean().nullable()),
});
export type DrilledDefect = z.infer<typeof DrilledSchema>;

const PanelDrillSchema = z.object({
  /** Of page, panel and budget. */
  key: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  at: z.iso.datetime(),
  seed: z.int(),
  /** Which defects there were to plant that nobody wrote beside the audits; null where none were. */
  pool: z.string().nullable().default(null),
  /** Runs that gave no verdict: they say nothing of the panel's eyes. */
  unanswered: z.int().min(0),
  /** Judges that can keep a page from shipping: what instruments see counts only where they are on the panel. */
  judges: z.array(z.string()),
  defects: z.array(DrilledSchema),
});
export type PanelDrill = z.infer<typeof PanelDrillSchema>;

const FileSchema = z.object({ version: z.literal(1), drills: z.array(PanelDrillSchema) });
const FOLDER = 'trust';
const FILE = 'drills.json';
const MAX_BYTES = 4_194_304;
const MOST_KEPT = 200;

/** Oldest first; a file that cannot be read says nothing. */
export function readDrills(dataDir: string): PanelDrill[] {
  try {
    const bytes = readKept(join(dataDir, FOLDER), FILE, MAX_BYTES);
    return bytes === null ? [] : FileSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).drills;
  } catch {
    return [];
  }
}

export async function keepDrill(dataDir: string, made: PanelDrill): Promise<void> {
  const others = readDrills(dataDir).filter(({ key }) => key !== made.key);
  const drills = [...others, made].slice(-MOST_KEPT);
  await makeFolders(join(dataDir, FOLDER), PRIVATE_FOLDER);
  await writeOwnFile(join(dataDir, FOLDER, FILE), `${JSON.stringify({ version: 1, drills })}\n`);
}

/** A panel sees what one of its judges sees. What cannot be told of any of them is no defect of this count. */
export function recallsIn({ defects, judges, seed, pool }: PanelDrill): Recalls {
  const told = defects.map(({ kind, seen, mustFix }) => ({
    kind,
    mustFix,
    all: judges.map((judge) => seen[judge] ?? null),
  }));
  const counted = told.filter(({ all }) => all.some((one) => one !== null));
  const isSeen = ({ all }: { all: readonly (boolean | null)[] }): boolean => all.includes(true);
  const of = (kind: DrilledDefect['kind']) => counted.filter((one) => one.kind === kind);
  const [known, unfamiliar] = [of('known'), of('unfamiliar')];
  const recall = shareSeen(unfamiliar.length, unfamiliar.filter(isSeen).length, seed);
  const mustFix = unfamiliar.filter((one) => isSeen(one) && one.mustFix).length;
  return {
    recall: recall === null || pool === null ? null : { ...recall, mustFix, pool },
    knownRecall: shareSeen(known.length, known.filter(isSeen).length, seed),
  };
}

/** As the trust line has it; null where nothing was planted. */
export function shareSeen(planted: number, caught: number, seed: number): Recalls['knownRecall'] {
  if (planted === 0) return null;
  return { planted, caught, share: caught / planted, ...clopperPearson(caught, planted), seed };
}

/** Errors of an agent's judges over every defect that was planted: a row for each judge, 1 where it missed one. */
export function errorRows(drills: readonly PanelDrill[]): { judges: string[]; rows: (number | null)[][] } {
  const defects = drills.flatMap((drill) => drill.defects);
  const judges = [...new Set(defects.flatMap(({ seen }) => Object.keys(seen)))].sort();
  return {
    judges,
    rows: judges.map((judge) =>
      defects.map(({ seen }) => {
        const one = seen[judge] ?? null;
        return one === null ? null : one ? 0 : 1;
      }),
    ),
  };
}
