/** The index over the reports of many reviewed pages, and the small pictures of every index. */
import { dirname, join, relative } from 'node:path';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { writeOut } from '../../disk/write-out.ts';
import { readSubject } from '../../library/subjects.ts';
import { reportIn } from '../../report/in-language.ts';
import { type IndexEntry, indexPage } from '../../report/index-page.ts';
import { mostImportant } from '../../report/most-important.ts';
import { isOurs } from '../../report/outputs.ts';
import { type Thumbnail, takeThumbnails } from '../../report/pictures.ts';
import { resultRules } from '../results-folder.ts';
import type { Shell } from '../shell.ts';
import type { ReviewedPage } from './page.ts';
import type { ReviewPlan } from './plan.ts';

/** A picture takes half a second; whoever judges more looks at verdicts. */
const MOST_PICTURES = 100;

/** Of the pages that are files; a page of a site has its own from the visit. */
export function thumbnailsOf(plan: ReviewPlan, shell: Shell): Promise<Map<string, Thumbnail>> {
  const files = plan.subjects
    .filter(({ isRendered, mime }) => isRendered !== true && mime === 'text/html')
    .slice(0, MOST_PICTURES);
  const pages = files.map((subject) => ({
    name: subject.name,
    folder: dirname(subject.path),
    read: () => readSubject(subject, shell.cwd).catch(() => null),
  }));
  return takeThumbnails(plan.settings.browser === 'never' ? [] : pages, shell.env);
}

/** One of many: reviewed, or why not. */
export type Indexed = { name: string } & ({ page: ReviewedPage } | { message: string });

/** Null where there is nothing to lead to, or where a file of somebody else has its name. */
export async function writeReviewIndex(
  plan: ReviewPlan,
  shell: Shell,
  all: readonly Indexed[],
): Promise<string | null> {
  const file = join(plan.out, 'index.html');
  if (all.every((one) => 'message' in one) || (await isOurs(file)) === false) return null;
  const entries = all.map((one) => entryOf(one, plan.out));
  const pictures = await thumbnailsOf(plan, shell);
  try {
    const html = await reportIn(plan.lang, indexPage({ entries, pictures }));
    await writeOut(file, html, resultRules(plan.out, shell.cwd));
    return file;
  } catch (error) {
    // The reports it leads to are there; a place that must not be written to is nobody's loss here.
    if (error instanceof ForeignFileError) return null;
    throw error;
  }
}

const VERDICTS = {
  passes: { word: 'passes', tone: 'good', one: 'passes', many: 'pass' },
  copy: { word: 'its copy passes', tone: 'fair', one: 'passes as improved', many: 'pass as improved' },
  fails: { word: 'does not pass', tone: 'bad', one: 'does not pass', many: 'do not pass' },
  none: { word: 'no verdict', tone: 'fair', one: 'has no verdict', many: 'have no verdict' },
  refused: { word: 'not reviewed', tone: 'bad', one: 'was not reviewed', many: 'were not reviewed' },
} as const;

function entryOf(one: Indexed, folder: string): IndexEntry {
  const { name } = one;
  if ('message' in one)
    return {
      name,
      verdict: VERDICTS.refused,
      composite: null,
      mustFix: 0,
      faults: [],
      why: one.message,
      report: null,
    };
  const { given, gate, result, outputs, verdict } = one.page;
  const verdictOf = (): IndexEntry['verdict'] => {
    if (given?.ships === true) return VERDICTS.passes;
    if (gate.passes) return VERDICTS.copy;
    return result.composite === null ? VERDICTS.none : VERDICTS.fails;
  };
  return {
    name,
    verdict: verdictOf(),
    composite: result.composite,
    mustFix: gate.fresh.length,
    faults: mostImportant(gate.fresh, gate.fresh.length, ({ witness, id }) => witness?.audit ?? id).map(
      ({ text }) => ({ text, line: null }),
    ),
    why: result.composite === null ? verdict : null,
    report: relative(folder, outputs.report),
  };
}
