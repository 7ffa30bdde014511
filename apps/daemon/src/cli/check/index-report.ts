/** `--report`: the index of all pages as a file, with pictures where a browser is there to take them. */
import { dirname, join } from 'node:path';
import type { Subject } from '../../library/subjects.ts';
import { readSubject } from '../../library/subjects.ts';
import type { CheckResult } from '../../report/check-result.ts';
import { indexPage } from '../../report/index-page.ts';
import type { ReviewPlan } from '../review/plan.ts';
import { nearest, writeReport } from '../review/report-file.ts';
import type { Shell } from '../shell.ts';
import type { Site } from '../site/visit-site.ts';

/** A picture takes half a second; whoever checks more looks at verdicts. */
const MOST_PICTURES = 100;

interface IndexInput {
  plan: ReviewPlan;
  shell: Shell;
  result: CheckResult;
  site: Site | null;
}

export async function writeIndex(folder: string, { plan, shell, result, site }: IndexInput): Promise<void> {
  const file = join(folder, 'index.html');
  const files = plan.subjects.filter(({ isRendered }) => isRendered !== true).slice(0, MOST_PICTURES);
  const pictures = new Map(site?.thumbnails);
  if (plan.settings.browser !== 'never')
    for (const [name, picture] of await picturesOf(files, shell)) pictures.set(name, picture);
  await writeReport(shell, file, indexPage(result, pictures));
  if (!plan.quiet) shell.error(`Index written: ${nearest(shell, file)}\n`);
}

/** None where there is no browser, or it fails: an index needs no pictures. */
async function picturesOf(subjects: readonly Subject[], shell: Shell): Promise<[string, Uint8Array][]> {
  const pictures: [string, Uint8Array][] = [];
  if (subjects.length === 0) return pictures;
  const { findBrowser } = await import('../../measure/browser/find.ts');
  const found = await findBrowser({ env: shell.env });
  if (found === null) return pictures;
  try {
    const { BrowserMeter } = await import('../../measure/browser/browser.ts');
    const meter = await BrowserMeter.launch(found);
    try {
      for (const subject of subjects) {
        if (subject.mime !== 'text/html') continue;
        const html = await readSubject(subject, shell.cwd).catch(() => null);
        if (html === null) continue;
        pictures.push([subject.name, await meter.thumbnail({ html, folder: dirname(subject.path) })]);
      }
    } finally {
      await meter.close();
    }
  } catch {
    // What was taken until then is shown.
  }
  return pictures;
}
