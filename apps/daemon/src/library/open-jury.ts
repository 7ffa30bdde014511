/** The engine behind the library: a data folder of its own unless one is named, opened when the first page is judged. */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pLimit from 'p-limit';
import type { Engine } from '../engine.ts';
import { readCritiqueConfig, readVariable } from '../env.ts';
import { MAX_PAGE_BYTES } from '../measure/limits.ts';
import { checkResult } from '../report/check-result.ts';
import { checkPage, type JudgeContext, judgePage } from './judge.ts';
import {
  type ReadOpenOptions,
  type ReadOptions,
  readJudgeOptions,
  readOpenOptions,
  readReviewOptions,
} from './options.ts';
import { pageInputs } from './page-input.ts';
import { Refusal } from './refusal.ts';
import { reviewReport } from './review-report.ts';
import { type Emit, startRunning } from './running.ts';
import type { CheckReport, OpenJury, ReviewReport, Running } from './types.ts';
import { isMeasuredAlone } from './worth-judging.ts';

/** A page is escaped on its way, and revisions may add to it. */
const PAGE_GROWTH = 2;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** @param many false where one page is all there is: then no thread is started for it */
export async function openTheJury(given: unknown, many = true): Promise<OpenJury> {
  const options = readOpenOptions(given);
  const cwd = options.cwd === undefined ? null : resolve(options.cwd);
  const closing = new AbortController();
  const engine = lazyEngine(options, cwd, many);
  const under = new Set<Promise<unknown>>();

  /** Begins nothing after `close`, and lets `close` wait for what has begun. */
  const begin = <Result>(
    read: () => ReadOptions,
    work: (context: JudgeContext) => Promise<Result>,
  ): Running<Result> =>
    startRunning(async (emit: Emit) => {
      const options = read();
      if (closing.signal.aborted) throw new Refusal('The jury is closed; open another.');
      const signal =
        options.signal === undefined ? closing.signal : AbortSignal.any([options.signal, closing.signal]);
      signal.throwIfAborted();
      const working = engine.get().then((opened) => work({ engine: opened, options, signal, emit }));
      under.add(working);
      // Threads let a process end; a program that awaits this must not, whatever else it has to do.
      const awake = setInterval(() => {}, LONGEST_TIMER_MS);
      try {
        return await working;
      } finally {
        clearInterval(awake);
        under.delete(working);
      }
    });

  const jury: OpenJury = {
    check: (pages, asked) =>
      begin(
        () => readJudgeOptions(asked),
        async (context): Promise<CheckReport> => {
          const inputs = await pageInputs(pages, cwd);
          const limit = pLimit(isMeasuredAlone(context.options) ? availableParallelism() : 1);
          const judged = inputs.map((page) => limit(() => checkPage(page, context)));
          await Promise.allSettled(judged);
          const { base: _base, ...report } = checkResult(await Promise.all(judged));
          return report;
        },
      ),
    review: (page, asked) =>
      begin(
        () => readReviewOptions(asked),
        async (context): Promise<ReviewReport> => {
          const [only, ...more] = await pageInputs(page, cwd);
          if (only === undefined || more.length > 0)
            throw new Refusal('review takes one page; ask for each of several.');
          const judged = await judgePage(only, context);
          return reviewReport(only.name, judged, isMeasuredAlone(context.options));
        },
      ),
    async close() {
      closing.abort(new Refusal('The jury was closed.'));
      await Promise.allSettled(under);
      await engine.close();
    },
    [Symbol.asyncDispose]: () => jury.close(),
  };
  return jury;
}

function lazyEngine(options: ReadOpenOptions, cwd: string | null, many: boolean) {
  let opened: Promise<{ engine: Engine; end(): Promise<void> }> | null = null;
  return {
    async get(): Promise<Engine> {
      opened ??= openIn(options, cwd, many);
      return (await opened).engine;
    },
    async close(): Promise<void> {
      await (await opened?.catch(() => null))?.end();
    },
  };
}

async function openIn(
  { dataDir: named, env = {}, onFault }: ReadOpenOptions,
  cwd: string | null,
  many: boolean,
) {
  const dataDir = named === undefined ? await mkdtemp(join(tmpdir(), 'design-jury-')) : inFolder(named, cwd);
  const remove = async (): Promise<void> => {
    if (named === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const config = readCritiqueConfig(env);
  const isLimited = readVariable(env, 'OD_CRITIQUE_PARSER_MAX_BLOCK_BYTES') !== undefined;
  try {
    const { openEngine } = await import('../engine.ts');
    const engine = await openEngine({
      dataDir,
      // The log would tell of its own problems on stderr.
      env: { OD_LOG_LEVEL: 'off', ...env },
      many,
      // The limit is against agents that never stop; a page that was named must fit through.
      config: isLimited
        ? config
        : { ...config, parserMaxBlockBytes: config.parserMaxBlockBytes + MAX_PAGE_BYTES * PAGE_GROWTH },
      report: (error) => onFault?.(error instanceof Error ? error : new Error(String(error))),
    });
    return { engine, end: () => engine.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

function inFolder(path: string, cwd: string | null): string {
  if (cwd === null && resolve(path) !== path)
    throw new Refusal('dataDir is relative to nothing; give an absolute path, or the option cwd.');
  return cwd === null ? path : resolve(cwd, path);
}
