/** The report of a run that is over, as the command line writes it beside a page, made when it is asked for. */
import { readFile } from 'node:fs/promises';
import { isTheaterSnapshot } from '@design-jury/contracts/http';
import { isOpen } from '@design-jury/contracts/run';
import type { Hono } from 'hono';
import { artifactFolder } from '../host/artifacts/artifact-path.ts';
import type { Jury } from '../jury.ts';
import { compareLines } from '../line-diff.ts';
import type { TakePictures } from '../report/asked-pictures.ts';
import { elementNames } from '../report/element-names.ts';
import { gateOf } from '../report/gate.ts';
import { htmlReport } from '../report/html.ts';
import { isSaidLanguage, reportIn } from '../report/in-language.ts';
import { hashOf } from '../report/page/frame.ts';
import { SLIDER_SCRIPT } from '../report/page/slider.ts';
import { unlockFor } from '../report/unlock-words.ts';
import { readTrustLine } from '../trust/stored-line.ts';
import { HttpError } from './errors.ts';
import { markupPolicy } from './files.ts';
import { idParam } from './request.ts';

/** As any markup of ours that quotes somebody's; of scripts only the one that moves the edge between two pictures. */
const REPORT_POLICY = markupPolicy('sandbox');
const SLIDER_POLICY = markupPolicy('sandbox allow-scripts', `script-src ${hashOf(SLIDER_SCRIPT)}`);

/** A page that lies elsewhere with its styles and pictures: without them it is not what visitors see. */
const NEEDS_FILES =
  /<(?:link|script|img)\b[^>]{1,2000}?\b(?:href|src)\s*=\s*["']?(?![a-z]+:|\/\/|#)[^"'\s>]/i;

export interface ReportRoutes {
  dataDir: string | null;
  /** @default reports have no pictures */
  pictures?: TakePictures | undefined;
}

export function mountReport(app: Hono, jury: Jury, { dataDir, pictures: take }: ReportRoutes): void {
  app.get('/api/projects/:id/runs/:runId/report', async (c) => {
    const [id, runId] = [idParam(c, 'id'), idParam(c, 'runId')];
    const snapshot = await jury.runSnapshot(id, runId);
    if (!isTheaterSnapshot(snapshot) || isOpen(snapshot.run.state) || snapshot.state.phase === 'idle')
      throw new HttpError(
        'not_found',
        `run ${runId} has no report: only a page that was judged to an end has one`,
      );
    const { run, state, rounds } = snapshot;
    const gate = gateOf(state, [], null);
    const given = rounds.find(({ artifactSha256 }) => artifactSha256 !== null);
    const first = given?.n;
    const textOf = async (which: 'final' | number): Promise<string | null> =>
      jury.artifactFile(id, runId, which).then(
        ({ path }) => readFile(path, 'utf8'),
        () => null,
      );
    const [before, after] = [first === undefined ? null : await textOf(first), await textOf('final')];
    const mime = given?.artifactMime ?? 'text/html';
    const isShown = before !== null && after !== null && before !== after && mime === 'text/html';
    const pictures =
      isShown && take !== undefined && !NEEDS_FILES.test(before) ? await take(before, after) : null;
    const html = htmlReport({
      title: run.title || runId,
      state,
      agent: run.agent,
      durationMs: Date.parse(run.endedAt ?? run.updatedAt) - Date.parse(run.startedAt ?? run.createdAt),
      gate,
      verdict: null,
      unlock: unlockFor(state, run.config.weights, { gate }),
      ...(dataDir !== null && { trust: readTrustLine(artifactFolder(dataDir, run.artifactId)) }),
      comparison: before === null || after === null ? null : compareLines(before, after),
      pictures,
      ...(before !== null && {
        nameOf: await elementNames({ before, after, mime }),
      }),
      links: [],
    });
    const isFile = c.req.query('download') !== undefined;
    const lang = c.req.query('lang') ?? 'en';
    return c.body(await reportIn(isSaidLanguage(lang) ? lang : 'en', html), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pictures?.after == null ? REPORT_POLICY : SLIDER_POLICY,
      ...(isFile && { 'Content-Disposition': `attachment; filename="${runId}-report.html"` }),
    });
  });
}
