import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run as loop } from '../../cli/loop.ts';
import { recordingShell } from '../../cli/test/recording-shell.ts';
import { hashOf } from '../../measure/model/text-bytes.ts';
import { keepChange, loopChanges, revertChanges } from './changes.ts';
import { CRITERIA_SETS } from './criteria-sets.ts';
import { offlineCritic } from './critics.ts';
import { changedBytes, readSubject, writeSubject } from './subject-file.ts';

/** Each with a stretch of its own letters, as bytes made by another program. */
const ENCODINGS: readonly { name: string; mark: number[]; own: Buffer; wide: 'le' | 'be' | null }[] = [
  { name: 'UTF-8', mark: [], own: Buffer.from('Prüfung, 予約は二回まで 🙂'), wide: null },
  { name: 'UTF-8 with a mark', mark: [0xef, 0xbb, 0xbf], own: Buffer.from('Prüfung, 予約 🙂'), wide: null },
  { name: 'UTF-16LE', mark: [0xff, 0xfe], own: Buffer.from('Prüfung 予約 🙂', 'utf16le'), wide: 'le' },
  {
    name: 'UTF-16BE',
    mark: [0xfe, 0xff],
    own: Buffer.from('Prüfung 予約 🙂', 'utf16le').swap16(),
    wide: 'be',
  },
  {
    name: 'Latin-1',
    mark: [],
    own: Buffer.from(
      '5072fc66756e672066fc722047e47374653a207363 68f66e2c2064e96ae0207675'.replace(/ /g, ''),
      'hex',
    ),
    wide: null,
  },
  {
    name: 'windows-1252',
    mark: [],
    own: Buffer.from('5072fc66756e672066fc722047e47374653a20352080209620736368f66e', 'hex'),
    wide: null,
  },
  {
    name: 'Shift_JIS',
    mark: [],
    own: Buffer.from('975c96f182cd88ea93fa82c993f189f182dc82c58ef382af957482af82e98142', 'hex'),
    wide: null,
  },
  {
    name: 'EUC-JP',
    mark: [],
    own: Buffer.from('cdbdccf3a4cfb0ecc6fca4cbc6f3b2f3a4dea4c7bcf5a4b1c9d5a4b1a4eba1a3', 'hex'),
    wide: null,
  },
];
const LINE_ENDS: readonly (readonly string[])[] = [
  ['\n'],
  ['\r\n'],
  ['\r'],
  ['\n', '\r\n'],
  ['\r\n', '\r', '\n'],
];
/** What no text has, put somewhere into the file. */
const ODD: readonly (Buffer | null)[] = [null, null, null, Buffer.from([0]), Buffer.from([0xff, 0xfe, 0xff])];

interface Made {
  name: string;
  before: Buffer;
  /** With the slip put right and nothing else changed. */
  after: Buffer;
}

function make(n: number): Made {
  const encoding = ENCODINGS[n % ENCODINGS.length];
  const ends = LINE_ENDS[n % LINE_ENDS.length] ?? ['\n'];
  const odd = ODD[Math.floor(n / 8) % ODD.length] ?? null;
  if (encoding === undefined) throw new Error('no encoding');
  const wide = (bytes: Buffer): Buffer => (encoding.wide === 'be' ? Buffer.from(bytes).swap16() : bytes);
  const ascii = (text: string): Buffer =>
    encoding.wide === null ? Buffer.from(text) : wide(Buffer.from(text, 'utf16le'));
  let line = 0;
  const end = (): Buffer => ascii(ends[line++ % ends.length] ?? '\n');
  const file = (slip: string): Buffer => {
    line = 0;
    const lone = encoding.wide !== null && n % 3 === 0 ? wide(Buffer.from([0x3d, 0xd8])) : Buffer.alloc(0);
    return Buffer.concat([
      Buffer.from(encoding.mark),
      ascii(`# Spec ${n}`),
      end(),
      end(),
      ascii('- R-1: '),
      encoding.own,
      ascii(' must be kept for 30 days.'),
      lone,
      end(),
      ascii(`- R-2: The order must stand in ${slip} file ${n} for 40 days`),
      n % 2 === 0 ? ascii('. ') : Buffer.alloc(0),
      encoding.own,
      ...(odd === null ? [] : [odd]),
      ...(n % 4 === 0 ? [] : [end()]),
    ]);
  };
  return { name: `${encoding.name} ${n}`, before: file('the the'), after: file('the') };
}

const FILES = Array.from({ length: 200 }, (_, n) => make(n));
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
      const made = make(index);
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
