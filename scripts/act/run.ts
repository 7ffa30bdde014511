/** `npm run truth -- act FOLDER`: asks the tools about every case, keeps what they said, prints the figures. */
import { writeFileSync } from 'node:fs';
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
import { openTool, TOOLS, type Tool, versions } from '../../apps/daemon/src/measure/test/act/tools.ts';
import { ROOT } from '../files.ts';
import { accuracyDoc } from './accuracy-doc.ts';

export interface ActOptions {
  folder: string;
  tools: readonly Tool[];
  /** Only cases of these rules. */
  rules: readonly string[];
  /** What tools said is kept here; a tool that is not asked again is read from it. */
  keep: string | null;
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
  for (const tool of options.tools) {
    const asked = await openTool(tool, suite.root, found);
    try {
      for (const set of SETS) {
        const said: Record<string, string[]> = {};
        // Some cases stand under several rules.
        for (const { id, html } of pages[set]) said[id] ??= await asked.ask(html);
        const name = keptAs(tool, set);
        kept[name] = rules.length === 0 ? said : { ...kept[name], ...said };
        if (keep !== null) writeFileSync(keep, `${JSON.stringify(kept)}\n`);
      }
    } finally {
      await asked.close();
    }
  }
  const mappings = mappingsOf(folder);
  const scores = new Map<string, Score>();
  for (const tool of TOOLS)
    for (const set of SETS) {
      const said = kept[keptAs(tool, set)];
      if (said === undefined) continue;
      const asked = [...pages[set], ...suite.notPages.filter(wanted)];
      scores.set(keptAs(tool, set), score(asked, said, mappings[tool]));
    }
  for (const [name, one] of scores) print(name, one, options.show);
  if (options.write) {
    const text = accuracyDoc({ cases: [...given, ...suite.notPages], scores, versions: versions(ROOT) });
    writeFileSync(join(ROOT, 'docs/accuracy.md'), text);
    console.log('docs/accuracy.md: written');
  }
}

export function keptAs(tool: Tool, set: CaseSet): string {
  return set === 'given' ? tool : `${tool}, rewritten`;
}

function mappingsOf(folder: string): Record<Tool, Mapping> {
  const axe = vendorMapping(folder, 'axe-core');
  const alfa = vendorMapping(folder, 'alfa');
  const ours: Mapping = (rule) => OURS[rule] ?? [];
  return {
    static: ours,
    browser: ours,
    axe: (rule) => axe.get(rule) ?? [],
    alfa: (rule) => alfa.get(rule) ?? [],
  };
}

function print(name: string, { all, approved, misses, falses }: Score, show: number): void {
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
