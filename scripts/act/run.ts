/** `npm run truth -- act FOLDER`: asks the tools about every case, keeps what they said, prints the figures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../apps/daemon/src/measure/browser/find.ts';
import { meansWords, OURS } from '../../apps/daemon/src/measure/test/act/questions.ts';
import { rewrite } from '../../apps/daemon/src/measure/test/act/rewrite.ts';
import {
  type Mapping,
  precision,
  recall,
  type Score,
  score,
} from '../../apps/daemon/src/measure/test/act/score.ts';
import {
  type ActCase,
  readSaid,
  readSuite,
  vendorMapping,
} from '../../apps/daemon/src/measure/test/act/suite.ts';
import {
  type Asked,
  openTool,
  TOOLS,
  type Tool,
  versions,
} from '../../apps/daemon/src/measure/test/act/tools.ts';
import { ROOT } from '../files.ts';
import { bring } from '../programs-of-others.ts';
import { accuracyDoc } from './accuracy-doc.ts';

export interface ActOptions {
  folder: string;
  tools: readonly Tool[];
  /** Only cases of these rules. */
  rules: readonly string[];
  /** What tools said is kept here; a tool that is not asked again is read from it. */
  keep: string | null;
  sets: readonly CaseSet[];
  /** Goes on where an earlier run stopped. */
  resume: boolean;
  /** Writes docs/accuracy.md. */
  write: boolean;
  /** Mistakes to print for each tool. */
  show: number;
}

/** The cases as they are, and rewritten: other tags, texts, styles and nesting, with the same answer. */
export const SETS = ['given', 'rewritten'] as const;
export type CaseSet = (typeof SETS)[number];

export async function runAct(options: ActOptions): Promise<void> {
  const { folder, keep, rules } = options;
  const suite = readSuite(folder);
  const wanted = ({ rule }: ActCase): boolean => rules.length === 0 || rules.includes(rule);
  const given = suite.cases.filter(wanted);
  // A page may be a case of several rules.
  const spoken = new Set(suite.cases.filter(({ rule }) => meansWords(rule)).map(({ id }) => id));
  const pages: Record<CaseSet, ActCase[]> = {
    given,
    rewritten: given.map((one) => ({
      ...one,
      html: rewrite(one.html, { seed: one.id, words: !spoken.has(one.id) }),
    })),
  };
  const kept = keep === null ? {} : readSaid(keep);
  const found = await findBrowser({ env: process.env });
  const room = { root: suite.root, found, accesslint: accesslintScript };
  for (const tool of options.tools) {
    // A page in a browser waits more than it works.
    const lanes = tool === 'static' || tool === 'alfa' ? 1 : BROWSER_LANES;
    const asked = await Promise.all(Array.from({ length: lanes }, () => openTool(tool, room)));
    try {
      for (const set of options.sets) {
        const name = keptAs(tool, set);
        const said = options.resume || rules.length > 0 ? { ...kept[name] } : {};
        kept[name] = said;
        // Some cases stand under several rules.
        const wanting = new Map(inOrder(pages[set]).map(({ id, html }) => [id, html]));
        if (options.resume) for (const id of Object.keys(said)) wanting.delete(id);
        const queue = wanting.entries();
        let answers = 0;
        const work = async (lane: Asked): Promise<void> => {
          for (const [id, html] of queue) {
            said[id] = await lane.ask(html);
            answers += 1;
            if (keep !== null && answers % SAVE_EVERY === 0) save(keep, kept);
          }
        };
        await Promise.all(asked.map(work));
        if (keep !== null) save(keep, kept);
      }
    } finally {
      await Promise.all(asked.map((lane) => lane.close()));
    }
  }
  const mappings = mappingsOf(folder);
  const scores = new Map<string, Score>();
  for (const tool of TOOLS)
    for (const set of SETS) {
      const said = kept[keptAs(tool, set)];
      if (said === undefined) continue;
      // No tool here claims anything of what is no page.
      const silent = Object.fromEntries(suite.notPages.map(({ id }) => [id, []]));
      const asked = [...pages[set], ...suite.notPages.filter(wanted)];
      scores.set(keptAs(tool, set), score(asked, { ...silent, ...said }, mappings[tool]));
    }
  for (const [name, one] of scores) print(name, one, options.show);
  if (options.write) {
    const text = accuracyDoc({
      cases: [...given, ...suite.notPages],
      scores,
      versions: { ...versions(ROOT), accesslint: ACCESSLINT },
    });
    writeFileSync(join(ROOT, 'docs/accuracy.md'), text);
    console.log('docs/accuracy.md: written');
  }
}

const ACCESSLINT = '0.21.0';

function accesslintScript(): string {
  return readFileSync(join(bring('@accesslint/core', ACCESSLINT), 'dist/index.iife.js'), 'utf8');
}

const SAVE_EVERY = 20;
const BROWSER_LANES = 4;

/** Approved rules first: what is asked in part says most then. */
function inOrder(cases: readonly ActCase[]): ActCase[] {
  return [...cases.filter(({ approved }) => approved), ...cases.filter(({ approved }) => !approved)];
}

function save(file: string, kept: ReturnType<typeof readSaid>): void {
  writeFileSync(file, `${JSON.stringify(kept)}\n`);
}

function keptAs(tool: Tool, set: CaseSet): string {
  return set === 'given' ? tool : `${tool}, rewritten`;
}

function mappingsOf(folder: string): Record<Tool, Mapping> {
  const axe = vendorMapping(folder, 'axe-core');
  const alfa = vendorMapping(folder, 'alfa');
  const accesslint = vendorMapping(folder, 'accesslint-core');
  const ours: Mapping = (rule) => OURS[rule] ?? [];
  return {
    static: ours,
    browser: ours,
    axe: (rule) => axe.get(rule) ?? [],
    alfa: (rule) => alfa.get(rule) ?? [],
    accesslint: (rule) => accesslint.get(rule) ?? [],
  };
}

function print(name: string, { left, all, approved, misses, falses }: Score, show: number): void {
  if (left.all > 0) console.log(`${name}: ${left.all} cases were not asked`);
  const figures = (part: typeof all): string =>
    `${part.hits} of ${part.failed} caught, ${part.falses} of ${part.others} false, recall ${recall(part).toFixed(3)}, precision ${precision(part).toFixed(3)}`;
  console.log(`${name}\n  approved rules: ${figures(approved)}\n  all rules:      ${figures(all)}`);
  const list = (what: string, mistakes: Score['misses']): void => {
    for (const { rule, id, expected } of mistakes.slice(0, show))
      console.log(`    ${what} ${rule} ${expected} ${id}`);
  };
  list('false', falses);
  list('missed', misses);
}
