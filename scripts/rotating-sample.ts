/**
 * A part of many cases that are alike, another part each day, where a script of its own asks all of them. What was asked is
 * printed with its number, and that number asks the same again.
 */

const VARIABLE = 'JURY_TEST_SAMPLE';
const DAY_MS = 86_400_000;

/** The same for all processes of a run that has the variable; else the day since 1970. */
export function sampleNumber(env: NodeJS.ProcessEnv = process.env, now = Date.now()): number {
  const given = Number(env[VARIABLE] ?? '');
  return Number.isSafeInteger(given) && given > 0 ? given : Math.floor(now / DAY_MS);
}

/** One of each `stride` cases, by the number: as many days later all of them have been asked. */
export function everyNth<Case>(cases: readonly Case[], stride: number, number: number): Case[] {
  return cases.filter((_, at) => (at + number) % stride === 0);
}

/** The sample of today, told on the terminal. `all`: what says them all. */
export function rotatingSample<Case>(
  cases: readonly Case[],
  { stride, of, all }: { stride: number; of: string; all: string },
): Case[] {
  const number = sampleNumber();
  const sample = everyNth(cases, stride, number);
  console.log(
    `${of}: ${sample.length} of ${cases.length}, ${VARIABLE}=${number}; all of them: npm run ${all}`,
  );
  return sample;
}
