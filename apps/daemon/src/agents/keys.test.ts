import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openKeyRing } from './keys.ts';

const KEY = 'sk-marked-0123456789abcdef';

async function fileWith(content: string, mode = 0o600): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'keys.json');
  await writeFile(file, content);
  await chmod(file, mode);
  return file;
}

const find = (file: string, env: Record<string, string> = {}) =>
  openKeyRing(env, file).find('openai', ['GEMINI_API_KEY', 'GOOGLE_API_KEY']);

test('[M8] the environment comes first, in the order of its variables; then the file; then nothing', async () => {
  const file = await fileWith(JSON.stringify({ openai: 'from-file' }));
  expect(await find(file, { GEMINI_API_KEY: 'a', GOOGLE_API_KEY: 'b' })).toEqual({
    value: 'a',
    from: 'GEMINI_API_KEY',
  });
  expect(await find(file, { GEMINI_API_KEY: '  ', GOOGLE_API_KEY: ' b ' })).toEqual({
    value: 'b',
    from: 'GOOGLE_API_KEY',
  });
  expect(await find(file)).toEqual({ value: 'from-file', from: file });
  expect(await openKeyRing({}, file).find('google', [])).toBeNull();
  expect(await find(join(file, 'none'))).toBeNull();
});

test.each([0o600, 0o400])('[M8] a file only its owner can read is used (mode %o)', async (mode) => {
  expect((await find(await fileWith(`{"openai":"${KEY}"}`, mode)))?.value).toBe(KEY);
});

test.each([0o601, 0o604, 0o640, 0o644, 0o660, 0o666, 0o777, 0o440])(
  '[M8] a file that others can reach is refused, with the command that mends it (mode %o)',
  async (mode) => {
    const file = await fileWith(`{"openai":"${KEY}"}`, mode);
    await expect(find(file)).rejects.toThrow(`Run: chmod 600 ${file}`);
  },
);

test('[M8] a link counts as what it leads to', async () => {
  const wide = await fileWith(`{"openai":"${KEY}"}`, 0o644);
  await symlink(wide, `${wide}.link`);
  await expect(find(`${wide}.link`)).rejects.toThrow('chmod 600');
});

test.each([
  ['not JSON', `{"openai": ${KEY}`],
  ['not an object', `["${KEY}"]`],
  ['a number', '{"openai": 5}'],
  ['a line break in the key', `{"openai": "${KEY}\\nX-Evil: 1"}`],
  ['an empty key', '{"openai": ""}'],
  ['too large', JSON.stringify({ openai: KEY, x: 'y'.repeat(70_000) })],
])('[M8] a file that is wrong (%s) is named, and nothing of it repeated', async (_name, content) => {
  const file = await fileWith(content);
  const error = await find(file).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'KeyFileError' });
  expect(String(error)).toContain(file);
  expect(String(error)).not.toContain(KEY);
});

test('[M8] a variable with a broken key is named, and not repeated', async () => {
  const error = await find('/nonexistent', { GEMINI_API_KEY: `${KEY} and more` }).catch(
    (reason: unknown) => reason,
  );
  expect(String(error)).toContain('GEMINI_API_KEY');
  expect(String(error)).not.toContain(KEY);
});

test('[M8] a folder in its place is no key', async () => {
  const file = await fileWith('{}');
  await mkdir(`${file}.d`, { mode: 0o700 });
  await expect(find(`${file}.d`)).rejects.toThrow('is not a file');
});
