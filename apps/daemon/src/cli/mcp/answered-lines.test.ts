import { expect, test } from 'vitest';
import { AnsweredLines } from './answered-lines.ts';

const ASKED = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

async function through(...chunks: (string | Buffer)[]) {
  const answers: { id: unknown; error: { code: number } }[] = [];
  const lines = new AnsweredLines((text) => void answers.push(JSON.parse(text)));
  let passed = '';
  lines.on('data', (bytes: Buffer) => {
    passed += bytes.toString('utf8');
  });
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  await new Promise((resolve) => lines.once('end', resolve));
  return { passed, answers };
}

test('a message passes as it came, however it is cut', async () => {
  const bytes = Buffer.from(`${ASKED.replace('ping', 'pü')}\n\n${ASKED}\n`);
  const cut = [...bytes].map((byte) => Buffer.from([byte]));
  expect(await through(...cut)).toEqual({ passed: bytes.toString('utf8'), answers: [] });
});

test.each([
  ['{"jsonrpc": "2.0", "id": 5, ', -32_700, null],
  ['hello', -32_700, null],
  ['[]', -32_600, null],
  ['{"id":1}', -32_600, 1],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', -32_600, 'a'],
  ['{"id":{"a":1}}', -32_600, null],
  ['null', -32_600, null],
])('a line that is no message is answered, to its id where it has one: %s', async (line, code, id) => {
  const { passed, answers } = await through(`${ASKED}\n${line}\n${ASKED}\n`);
  expect(answers).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
  expect(passed).toBe(`${ASKED}\n${ASKED}\n`);
});

test.each([-1, 0, 1])('a line of the limit and %d bytes is held, or goes on as it comes', async (more) => {
  const line = 'x'.repeat(10 * 1024 * 1024 - 1 + more);
  const { passed, answers } = await through(`${line}\n`, `${ASKED}\n`);
  expect(answers).toHaveLength(more > 0 ? 0 : 1);
  expect(passed.length).toBe((more > 0 ? line.length + 1 : 0) + ASKED.length + 1);
});

test('who sends and does not read is not read on: an answer waits for room', async () => {
  const waiting: (() => void)[] = [];
  const lines = new AnsweredLines(() => new Promise((resolve) => waiting.push(resolve)));
  lines.resume();
  const isTaken = Promise.withResolvers<void>();
  lines.write('bad\nworse\n', () => isTaken.resolve());
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await isTaken.promise;
});
