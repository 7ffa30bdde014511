import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import {
  artifactFolder,
  createArtifactWriter,
  extensionOf,
  openArtifact,
  pointFinal,
  readFinal,
  removeAbandoned,
} from './artifacts.ts';

async function temporaryFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'jury-artifacts-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return artifactFolder(root, 'a1');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function put(folder: string, text: string): Promise<string> {
  const writer = createArtifactWriter(folder);
  await writer.write(text);
  return (await writer.close()).sha256;
}

async function contentOf(folder: string, name: string): Promise<string> {
  const { handle } = await openArtifact(folder, name);
  try {
    return await readFile(handle, 'utf8');
  } finally {
    await handle.close();
  }
}

test('an artifact is stored under the hash of its content, whatever pieces it came in', async ({
  expect,
}) => {
  const folder = await temporaryFolder();
  const text = '<p>Grüße 👩‍🚀 </p>'.repeat(9_000);
  for (const size of [1, 7, 65_535, 65_536, text.length]) {
    const writer = createArtifactWriter(folder, { extension: extensionOf('text/html; charset=utf-8') });
    // By UTF-16 units, so that characters are cut in two.
    for (let start = 0; start < text.length; start += size)
      await writer.write(text.slice(start, start + size));
    const stored = await writer.close();
    expect(stored).toEqual({
      sha256: sha256(text),
      bytes: Buffer.byteLength(text),
      path: `${sha256(text)}.html`,
    });
  }
  expect(await readdir(folder)).toEqual([`${sha256(text)}.html`]);
  expect(await contentOf(folder, `${sha256(text)}.html`)).toBe(text);
});

test('while it is written an artifact has a name nobody can open; abandoned, it is gone', async ({
  expect,
}) => {
  const folder = await temporaryFolder();
  const writer = createArtifactWriter(folder);
  await writer.write('x'.repeat(70_000));
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^\.artifact-/);
  await expect(openArtifact(folder, name)).rejects.toMatchObject({ reason: 'bad_name' });
  await writer.abandon();
  await writer.abandon();
  expect(await readdir(folder)).toEqual([]);
  await expect(writer.write('more')).rejects.toMatchObject({ reason: 'closed' });
  await expect(writer.close()).rejects.toMatchObject({ reason: 'closed' });
});

test.for([
  [-1, true],
  [0, true],
  [1, false],
] as const)('an artifact at its bound %i is stored: %s', async ([over, accepted], { expect }) => {
  const folder = await temporaryFolder();
  const writer = createArtifactWriter(folder, { maxBytes: 100_000 });
  const writing = (async () => {
    await writer.write('x'.repeat(70_000));
    await writer.write('x'.repeat(30_000 + over));
    return writer.close();
  })();
  if (accepted) expect((await writing).bytes).toBe(100_000 + over);
  else await expect(writing).rejects.toMatchObject({ name: 'ArtifactError', reason: 'too_large' });
  expect(await readdir(folder)).toHaveLength(accepted ? 1 : 0);
});

test('the final pointer moves between stored artifacts and names nothing else', async ({ expect }) => {
  const folder = await temporaryFolder();
  expect(await readFinal(folder)).toBeNull();
  const first = await put(folder, 'one');
  const second = await put(folder, 'two');
  expect(await readFinal(folder)).toBeNull();
  await pointFinal(folder, first);
  expect(await pointFinal(folder, second)).toEqual({ sha256: second, path: `${second}.html` });
  expect(await readFinal(folder)).toEqual({ sha256: second, path: `${second}.html` });
  await expect(pointFinal(folder, sha256('three'))).rejects.toMatchObject({ reason: 'missing' });
  await expect(pointFinal(folder, '../../etc/passwd')).rejects.toMatchObject({ reason: 'bad_name' });
  expect(await readFinal(folder)).toMatchObject({ sha256: second });
  expect(await readdir(folder)).toHaveLength(3);
});

test.for([
  ['not JSON', '{'],
  ['another shape', '{"sha256":"abc","path":"x"}'],
  ['a way out', JSON.stringify({ sha256: 'a'.repeat(64), path: '../../../etc/passwd' })],
  ['too long', ' '.repeat(5_000)],
] as const)('a pointer file with %s is refused', async ([, content], { expect }) => {
  const folder = await temporaryFolder();
  await put(folder, 'one');
  await writeFile(join(folder, 'final.json'), content);
  await expect(readFinal(folder)).rejects.toMatchObject({ name: 'ArtifactError' });
});

test.for([
  '../secret',
  '..',
  '.',
  '',
  '/etc/passwd',
  'sub/file.html',
  'sub\\file.html',
  '..%2fsecret',
  'a\0b',
  '.hidden',
  'x'.repeat(129),
])('no name leads out of the folder: %s', async (name, { expect }) => {
  const folder = await temporaryFolder();
  await put(folder, 'one');
  await writeFile(join(folder, '..', 'secret'), 'secret');
  await expect(openArtifact(folder, name)).rejects.toMatchObject({
    name: 'ArtifactError',
    reason: 'bad_name',
  });
});

test('symbolic links are refused: the file, a dangling one, and the folder itself', async ({ expect }) => {
  const folder = await temporaryFolder();
  await put(folder, 'one');
  const secret = join(folder, '..', 'secret');
  await writeFile(secret, 'secret');
  await symlink(secret, join(folder, 'link.html'));
  await symlink(join(folder, 'nowhere'), join(folder, 'dangling.html'));
  await expect(openArtifact(folder, 'link.html')).rejects.toMatchObject({ reason: 'symlink' });
  await expect(openArtifact(folder, 'dangling.html')).rejects.toMatchObject({ reason: 'symlink' });
  const linked = join(folder, '..', 'linked');
  await symlink(folder, linked);
  await expect(openArtifact(linked, `${sha256('one')}.html`)).rejects.toMatchObject({ reason: 'symlink' });
});

test("folders and named pipes in a file's place are refused without waiting", async ({ expect }) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'sub'), { recursive: true });
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await expect(openArtifact(folder, 'sub')).rejects.toMatchObject({ reason: 'not_a_file' });
  await expect(openArtifact(folder, 'pipe')).rejects.toMatchObject({ reason: 'not_a_file' });
  await expect(openArtifact(folder, 'none.html')).rejects.toMatchObject({ reason: 'missing' });
});

test.for(['', '..', '../x', 'a/b', 'a.b', '-x', 'é', 'x'.repeat(65)])(
  'an id that is no id makes no path: %s',
  (id, { expect }) => {
    expect(() => artifactFolder('.od', id)).toThrow(expect.objectContaining({ reason: 'bad_name' }));
  },
);

test('ids up to 64 characters make a folder under artifacts', ({ expect }) => {
  expect(artifactFolder('.od', 'run_1-b')).toBe(join('.od', 'artifacts', 'run_1-b'));
  expect(artifactFolder('.od', 'x'.repeat(64))).toContain('x'.repeat(64));
});

test.for([
  ['text/html', 'html'],
  ['TEXT/HTML; charset=utf-8', 'html'],
  ['text/markdown', 'md'],
  ['../../evil', 'bin'],
  ['', 'bin'],
] as const)('the extension of %s is %s', ([mime, extension], { expect }) => {
  expect(extensionOf(mime)).toBe(extension);
});

test("an extension of the caller's invention is refused", async ({ expect }) => {
  const folder = await temporaryFolder();
  expect(() => createArtifactWriter(folder, { extension: '../x' })).toThrow(
    expect.objectContaining({ reason: 'bad_name' }),
  );
});

test('what dead writers left is removed, the rest stays', async ({ expect }) => {
  const folder = await temporaryFolder();
  expect(await removeAbandoned(folder)).toBe(0);
  const stored = await put(folder, 'one');
  await writeFile(join(folder, '.artifact-dead'), 'half');
  await writeFile(join(folder, 'final.json.tmp'), 'half');
  expect(await removeAbandoned(folder)).toBe(2);
  expect(await readdir(folder)).toEqual([`${stored}.html`]);
});

test('a folder that cannot be made is a typed error', async ({ expect }) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, '..'), { recursive: true });
  await writeFile(folder, 'a file');
  const writer = createArtifactWriter(folder);
  await writer.write('x');
  await expect(writer.close()).rejects.toMatchObject({ name: 'ArtifactError' });
});
