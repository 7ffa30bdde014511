/**
 * What `design-jury` exports to programs: `check`, `review` and `openJury`. Nothing of the process is used or changed: no working folder, no
 * environment, no signals, no output. What is needed of them is handed over.
 */
import { openTheJury } from './open-jury.ts';
import { startRunning } from './running.ts';
import type {
  CheckReport,
  JudgeOptions,
  JuryOptions,
  JuryPage,
  OpenJury,
  ReviewOptions,
  ReviewReport,
  Running,
} from './types.ts';

export { Refusal } from './refusal.ts';
export type * from './types.ts';

/** Opens the jury for many pages; close it when you are done, or use `await using`. */
export function openJury(options: JuryOptions = {}): Promise<OpenJury> {
  return openTheJury(options);
}

/** Judges pages as they are; changes nothing. */
export function check(
  pages: JuryPage | readonly JuryPage[],
  options: JudgeOptions & JuryOptions = {},
): Running<CheckReport> {
  return once(options, Array.isArray(pages), (jury, judging) => jury.check(pages, judging));
}

/** Judges one page, corrects a copy, and says whether that may go out. */
export function review(page: JuryPage, options: ReviewOptions & JuryOptions = {}): Running<ReviewReport> {
  return once(options, false, (jury, judging) => jury.review(page, judging));
}

/** A jury for this call alone. */
function once<Result>(
  { dataDir, cwd, env, onFault, ...judging }: ReviewOptions & JuryOptions,
  many: boolean,
  ask: (jury: OpenJury, judging: ReviewOptions) => Running<Result>,
): Running<Result> {
  return startRunning(async (emit) => {
    const jury = await openTheJury({ dataDir, cwd, env, onFault }, many);
    try {
      const running = ask(jury, judging);
      for await (const event of running) emit(event);
      return await running;
    } finally {
      await jury.close();
    }
  });
}
