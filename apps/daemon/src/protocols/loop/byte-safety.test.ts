import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run as loop } from '../../cli/loop.ts';
import { ENCODINGS, madeSpec } from '../../cli/test/encoded-files.ts';
import { recordingShell } from '../../cli/test/recording-shell.ts';
import { hashOf } from '../../measure/model/text-bytes.ts';
import { keepChange, loopChanges, revertChanges } from './changes.ts';
import { CRITERIA_SETS } from './criteria-sets.ts';
import { offlineCritic } from './critics.ts';
import { changedBytes, readSubject, writeSubject } from './subject-file.ts';

const FILES = Array.from({ length: 200 }, (_, n) => madeSpec(n));
const criteria = CRITERIA_SETS.find(({ command }) => command === 'spec')?.criteria ?? [];
let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'jury-bytes-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('a file in any encoding', () => {
  test('200 files in 8 encodings: unchanged, or changed only where the slip is, and reverted byte for byte', async () => {
    const counts = { refused: 0, fixed: 0 };
    for (const [n, { name, before, after }] of FILES.entries()) {
      const subject = { file: join(root, `${n}.md`), root };
      await writeFile(subject.file, before);
      const now = await readSubject(subject).catch(() => null);
      if (now === null) {
        counts.refused++;
        expect(hashOf(await readFile(subject.file)), name).toBe(hashOf(before));
        continue;
      }
      const critic = offlineCritic(subject, criteria, {});
      const fix = { criterionId: 'COMPLETENESS', instruction: '' };
      const fixed = await critic.fix(now.text, fix, new AbortController().signal);
      if (!fixed.ok) throw new Error(`${name}: ${fixed.message}`);
      const bytes = changedBytes(now, fixed.text);
      if (bytes === null) throw new Error(`${name} cannot be written`);
      const folder = join(root, `run-${n}`);
      await mkdir(folder);
      await keepChange(join(folder, 'pass-1', '001-completeness'), {
        before: now.bytes,
        after: bytes,
        diff: '-\n',
      });
      expect(await writeSubject(subject, now.bytes, bytes), name).toBe(true);
      expect((await readFile(subject.file)).toString('hex'), name).toBe(after.toString('hex'));
      expect(await revertChanges(subject, await loopChanges(folder)), name).toEqual({
        status: 'reverted',
        changes: 1,
      });
      expect(hashOf(await readFile(subject.file)), name).toBe(hashOf(before));
      counts.fixed++;
    }
    // Only what is no text, or in no encoding that comes back whole, is refused.
    expect(counts.fixed).toBeGreaterThanOrEqual(120);
    expect(counts.refused).toBeGreaterThanOrEqual(40);
  });

  test.each(ENCODINGS.map(({ name }, index) => [name, index] as const))(
    '%s through the commands: the loop changes the slip only, and --revert puts every byte back',
    async (_, index) => {
      const made = madeSpec(index);
      const folder = await mkdtemp(join(root, 'cli-'));
      const file = join(folder, 'spec.md');
      await writeFile(file, made.before);
      const data = ['--data', join(folder, 'data')];
      const played = recordingShell(folder);
      await loop([file, '--command', 'spec', '--unattended', 'defer', ...data], played.shell);
      expect((await readFile(file)).toString('hex')).toBe(made.after.toString('hex'));
      const id = /--revert (r-[0-9a-f-]+)/.exec(played.errors())?.[1] ?? '';
      const reverted = recordingShell(folder);
      expect(await loop(['--revert', id, ...data], reverted.shell)).toBe(0);
      expect(hashOf(await readFile(file))).toBe(hashOf(made.before));
    },
  );

  test('a file that somebody changed meanwhile is not written over', async () => {
    const subject = { file: join(root, 'moved.md'), root };
    await writeFile(subject.file, 'one\n');
    const { bytes } = await readSubject(subject);
    await writeFile(subject.file, 'two\n');
    expect(await writeSubject(subject, bytes, Buffer.from('three\n'))).toBe(false);
    expect(await readFile(subject.file, 'utf8')).toBe('two\n');
  });

  test('a change the encoding cannot hold is refused, not written with other letters', async () => {
    const subject = { file: join(root, 'latin.md'), root };
    await writeFile(subject.file, Buffer.from('5072fc66756e67', 'hex'));
    const read = await readSubject(subject);
    expect(read.form.encoding).toBe('windows-1252');
    expect(changedBytes(read, 'Prüfung 予約')).toBeNull();
  });
});
