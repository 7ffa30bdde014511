import { expect, test } from 'vitest';
import { AnsweredLines } from './answered-lines.ts';

const ASKED = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

async function through(...chunks: (string | Buffer)[]) {
  const answers: { id: unknown; error: { code: number } }[] = [];
  const lines = new AnsweredLines((text) => answers.push(JSON.parse(text)));
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
  ['{"jsonrpc": "2.0", "id": 5, ', -32_700],
  ['hello', -32_700],
  ['[]', -32_600],
  ['{"id":1}', -32_600],
  ['null', -32_600],
])('a line that is no message is answered: %s', async (line, code) => {
  const { passed, answers } = await through(`${ASKED}\n${line}\n${ASKED}\n`);
  expect(answers).toMatchObject([{ jsonrpc: '2.0', id: null, error: { code } }]);
  expect(passed).toBe(`${ASKED}\n${ASKED}\n`);
});

test.each([-1, 0, 1])('a line of the limit and %d bytes is held, or goes on as it comes', async (more) => {
  const line = 'x'.repeat(10 * 1024 * 1024 - 1 + more);
  const { passed, answers } = await through(`${line}\n`, `${ASKED}\n`);
  expect(answers).toHaveLength(more > 0 ? 0 : 1);
  expect(passed.length).toBe((more > 0 ? line.length + 1 : 0) + ASKED.length + 1);
});
