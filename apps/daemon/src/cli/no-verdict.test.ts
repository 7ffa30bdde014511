/** `jury review --json` where an agent gives no verdict: the JSON and one line on the error channel say why. */
import { expect, test } from 'vitest';
import { GOOD_PAGE, place } from './test/jury.ts';

/** What a program of the user's own says and how it ends. */
const PROGRAMS = {
  quits: "process.stderr.write('the disk of the model is full\\n'); process.exitCode = 3;",
  chats: "process.stdout.write('It is a fine page. I would ship it.\\n');",
} as const;

async function review(program: keyof typeof PROGRAMS) {
  using here = place();
  const file = here.write(
    'agent.mjs',
    `process.stdin.resume(); process.stdin.on('end', () => { ${PROGRAMS[program]} });`,
  );
  here.agents([{ id: 'own', name: 'Own', command: process.execPath, args: [file] }]);
  const page = here.write('page.html', GOOD_PAGE);
  const ended = await here.jury('review', page, '--agent', 'own', '--browser', 'never', '--json', '--quiet');
  const { status, cause, reason, agentError, message } = JSON.parse(ended.stdout);
  return { ended, said: { status, cause, reason, agentError, message } };
}

test('an agent that fails is named with its cause and its own words', async () => {
  const { ended, said } = await review('quits');
  expect(said).toEqual({
    status: 'failed',
    cause: 'cli_exit_nonzero',
    reason: null,
    agentError: null,
    message: expect.stringContaining('the disk of the model is full'),
  });
  expect(ended.status).toBe(3);
  expect(ended.stderr.split('\n')).toContain(`FAILED (cli_exit_nonzero): ${said.message}`);
});

test('one that answers without a panel is named with the reason', async () => {
  const { ended, said } = await review('chats');
  expect(said).toMatchObject({ status: 'degraded', cause: null, agentError: null });
  expect(said.reason).toBe('missing_artifact');
  expect(ended.status).toBe(3);
  expect(ended.stderr.split('\n')).toContain(`INCONCLUSIVE (missing_artifact): ${said.message}`);
});
