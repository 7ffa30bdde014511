/** `toPassJury`, for any `expect` that takes matchers: vitest's, Jest's and Playwright's. */
import { dirname } from 'node:path';
import { check } from './index.ts';
import { isRendered, type RenderedPage, renderedText } from './rendered.ts';
import type { CheckReport, JudgeOptions, JuryOptions, JuryPage } from './types.ts';

/** What a runner asks of a matcher. */
export interface MatcherResult {
  pass: boolean;
  message(): string;
  actual?: unknown;
}

const MOST_FAULTS = 20;

/**
 * Passes when the jury lets the page out as it is. A string with a `<` is HTML; any other is a path, relative to the test's
 * file. `.not` passes only for a page that does not pass; one without a verdict fails either way.
 */
export async function toPassJury(
  this: unknown,
  received: JuryPage | RenderedPage,
  options: JudgeOptions & JuryOptions = {},
): Promise<MatcherResult> {
  const { isNot, testPath } = contextOf(this);
  const page = isRendered(received)
    ? await renderedText(received)
    : typeof received === 'string' && received.includes('<')
      ? { content: received }
      : received;
  const cwd = testPath === null ? {} : { cwd: dirname(testPath) };
  const report = await check(page, { ...cwd, ...options });
  const isDecided = report.verdict === 'passes' || report.verdict === 'fails';
  return {
    pass: isDecided ? report.verdict === 'passes' : isNot,
    message: () =>
      isNot && report.verdict === 'passes'
        ? `${report.summary} It was expected not to pass.`
        : reportText(report),
    actual: report.verdict,
  };
}

function contextOf(given: unknown): { isNot: boolean; testPath: string | null } {
  if (typeof given !== 'object' || given === null) return { isNot: false, testPath: null };
  return {
    isNot: 'isNot' in given && given.isNot === true,
    testPath: 'testPath' in given && typeof given.testPath === 'string' ? given.testPath : null,
  };
}

/** What holds the pages back, a line each. */
function reportText({ summary, files }: CheckReport): string {
  const open = files.flatMap(({ faults }) => faults.filter(({ standing }) => standing === 'open'));
  const lines = open
    .slice(0, MOST_FAULTS)
    .map(
      ({ role, text, line, target, rule }) =>
        `  ${role}: ${text} (line ${line}${target === null ? '' : `, ${target}`}, ${rule})`,
    );
  const more = open.length > MOST_FAULTS ? [`  and ${open.length - MOST_FAULTS} more`] : [];
  return [summary, ...lines, ...more].join('\n');
}
