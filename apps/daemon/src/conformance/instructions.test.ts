/** Real coding agents read what `jury init --agent` wrote: their model finds the command, runs it, and is handed the verdict. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readPins, whatIsMissing } from './binaries.ts';
import type { InstructedOrder, InstructedReport } from './test/instructed.ts';
import { playAlone } from './test/stage.ts';

const INSTRUCTED = fileURLToPath(new URL('./test/instructed.ts', import.meta.url));
const LONGEST_MS = 120_000;
/** CI asks one of them; `npm run instructions` all that are installed. */
const ALWAYS = 'gemini';
const isLong = process.env.JURY_INSTRUCTIONS === 'long';

for (const agent of ['codex', 'gemini', 'claude', 'copilot'] as const) {
  const pin = (await readPins()).find(({ id }) => id === agent);
  const missing = pin === undefined ? 'not pinned' : await whatIsMissing(pin);
  test(`${agent} does what the instructions of jury init say, and reads what is wrong with the page`, {
    timeout: LONGEST_MS,
  }, async (context) => {
    if (missing !== null) context.skip(`${agent}: ${missing}`);
    if (agent !== ALWAYS && !isLong) context.skip(`${agent}: npm run instructions asks it`);
    const order: InstructedOrder = { agent };
    const report = await playAlone<InstructedReport>(INSTRUCTED, order, `${agent} with instructions`);
    expect(report).toMatchObject({ exit: 0, command: expect.stringContaining('check') });
    expect(report.answered).toMatch(/page\.html (?:does not pass|fails)/);
  });
}
