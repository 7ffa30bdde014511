import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesToImport } from './imported-files.ts';

test('a note of a process stays, and a page that was changed since is nobody’s last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jury-imported-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const sha256 = createHash('sha256').update('<p>judged</p>').digest('hex');
  const page = `${sha256}.html`;
  await writeFile(join(folder, page), '<p>judged</p>');
  await writeFile(join(folder, 'final.json'), JSON.stringify({ sha256, path: page }));
  for (const name of ['agent-process.json', 'transcript.ndjson', 'run.json'])
    await writeFile(join(folder, name), '{}');
  await writeFile(join(folder, 'request.json'), '{}');
  const taken = async (): Promise<unknown[]> => {
    const files: unknown[] = [];
    for await (const { name, isFinal } of filesToImport(folder)) files.push([name, isFinal]);
    return files;
  };
  expect(await taken()).toEqual([
    [page, true],
    ['request.json', false],
  ]);
  await writeFile(join(folder, page), '<p>changed</p>');
  expect(await taken()).toEqual([
    [page, false],
    ['request.json', false],
  ]);
});
