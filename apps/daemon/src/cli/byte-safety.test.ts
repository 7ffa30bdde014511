/**
 * No command damages a file: what it does not mean to change keeps every byte, in whatever encoding it is written. The
 * loop has its own 200 files, in protocols/loop/byte-safety.test.ts.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { decodePage } from '../measure/model/source.ts';
import { hashOf, readText } from '../measure/model/text-bytes.ts';
import { run as accept } from './accept.ts';
import { run as check } from './check.ts';
import { run as content } from './content.ts';
import { run as converge } from './converge.ts';
import { run as planCheck } from './plan-check.ts';
import { applyTo } from './review/apply.ts';
import { run as review } from './review.ts';
import { ENCODINGS, madePage, madeSpec } from './test/encoded-files.ts';
import { GOOD_PAGE, place } from './test/jury.ts';
import { recordingShell } from './test/recording-shell.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = mkdtempSync(join(tmpdir(), 'jury-bytes-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const PAGES = Array.from({ length: 200 }, (_, n) => madePage(n));
const SPECS = Array.from({ length: 200 }, (_, n) => madeSpec(n));

function lay(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(root, name);
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

/** By path: what lies in a folder now. */
function picture(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.map((one) => {
      const path = join(one.parentPath, one.name);
      return [path, hashOf(readFileSync(path))];
    }),
  );
}

type Run = typeof check;

async function called(command: Run, folder: string, ...argv: string[]) {
  const { shell, output, errors } = recordingShell(folder);
  const env = { ...shell.env, PATH: process.env.PATH ?? '', HOME: folder };
  const exit = await command([...argv, '--data', join(root, 'data')], { ...shell, env });
  return { exit, output: output(), errors: errors() };
}

describe('review --apply', () => {
  test('200 pages in 8 encodings: unchanged, or changed only where the copy differs', async () => {
    const folder = lay('apply', Object.fromEntries(PAGES.map(({ before }, n) => [`${n}.html`, before])));
    const { shell } = recordingShell(folder);
    const counts = { refused: 0, applied: 0 };
    for (const [n, { name, before, after }] of PAGES.entries()) {
      const subject = { path: join(folder, `${n}.html`), name: `${n}.html`, mime: 'text/html' as const };
      let wrong: unknown = null;
      try {
        const text = decodePage(before);
        const copy = text.replace('color:#ccc', 'color:#111');
        await applyTo(
          { kind: 'whole' },
          { subject, before: text, after: copy, design: null, brief: null },
          shell,
        );
      } catch (error) {
        wrong = error;
      }
      const now = readFileSync(subject.path).toString('hex');
      expect(now, name).toBe((wrong === null ? after : before).toString('hex'));
      if (wrong === null) counts.applied++;
      else {
        counts.refused++;
        expect(String(wrong), name).toMatch(/nothing was written|not a page|cannot be read as text/);
      }
    }
    // What names no encoding and is not UTF-8, what has no table to be written back by, and what is no text is refused.
    expect(counts.applied).toBeGreaterThanOrEqual(70);
    expect(counts.refused).toBeGreaterThanOrEqual(60);
  });

  test.each([
    [
      'UTF-8 with a mark and CRLF',
      'utf-8',
      (text: string) => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`),
    ],
    [
      'UTF-16BE, mixed line ends',
      'utf-8',
      (text: string) => Buffer.from(`\uFEFF${text.replace('\n', '\r\n')}`, 'utf16le').swap16(),
    ],
    [
      'windows-1252 without a last line end',
      'windows-1252',
      (text: string) => Buffer.from(text.trimEnd(), 'latin1'),
    ],
  ])(
    '%s, with the copy the panel made: every line but the faulty one keeps its bytes',
    async (name, charset, encode) => {
      const page = GOOD_PAGE.replace('utf-8', charset).replace(
        '<p>High',
        '<p style="color:#ccc">Fr\u00fchflut: high',
      );
      const before = encode(page);
      const folder = lay(`panel ${name}`, { 'page.html': before });
      const { exit, output, errors } = await called(
        review,
        folder,
        'page.html',
        '--quiet',
        '--apply',
        '--browser',
        'never',
      );
      expect([exit, output], errors).toEqual([0, expect.stringContaining('is now the improved copy')]);
      const lines = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n');
      const after = lines(readFileSync(join(folder, 'page.html')));
      const changed = lines(before).filter((line) => !after.includes(line));
      expect(changed).toHaveLength(1);
      expect(changed[0]?.replaceAll('\0', '')).toContain('color:#ccc');
    },
  );
});

test('check: whatever the files are, nothing is written beside or into them', async () => {
  const some = PAGES.slice(0, ENCODINGS.length);
  const folder = lay('check', Object.fromEntries(some.map(({ before }, n) => [`site/${n}.html`, before])));
  const before = picture(folder);
  await called(check, folder, 'site', '--quiet', '--json', '--browser', 'never');
  expect(picture(folder)).toEqual(before);
});

test('converge, accept and plan-check: 200 files in 8 encodings are read and left as they are', async () => {
  const files = Object.fromEntries(SPECS.map(({ before }, n) => [`project/docs/${n}.md`, before]));
  const folder = lay('converge', {
    ...files,
    'task/manifest.json': '{ "key": "T-1", "project": "../project" }',
    'task/brief.md': Buffer.from('# T-1\n\n- R-1: `docs/0.md` muss gepr\u00fcft sein.\n', 'latin1'),
    'plan.md': Buffer.from('# Plan\n\n## Schritte\n\n1. Pr\u00fcfe `docs/0.md`.\n', 'latin1'),
  });
  const given = picture(folder);
  const task = ['--task', join(folder, 'task'), '--json'];
  const found = await called(converge, folder, '--type', 'error-analysis', ...task);
  expect(found.errors).toBe('');
  const accepted = await called(accept, folder, ...task);
  const planned = await called(planCheck, folder, 'plan.md', '--project', 'project', '--json');
  // The letters of the brief and the plan are what they are, in what is said of them.
  expect(
    [accepted.output, planned.output].map((text) => /pr\u00fcf/i.test(text) && !text.includes('\uFFFD')),
  ).toEqual([true, true]);
  const now = picture(folder);
  expect(Object.fromEntries(Object.entries(now).filter(([path]) => path in given))).toEqual(given);
  const made = Object.keys(now).filter((path) => !(path in given));
  expect(made.filter((path) => !path.startsWith(join(folder, 'task', 'runs')))).toEqual([]);
});

test.each(ENCODINGS.map(({ name }, n) => [name, n] as const))(
  'content: documents and a draft in %s are left as they are, and their letters are in the text',
  async (_, n) => {
    const { own } = ENCODINGS[n] ?? { own: Buffer.alloc(0) };
    // One that no half of a character was put into: what is printed is UTF-8, which has no place for it.
    // The documents are another text in the same encoding: held against itself a draft proves nothing.
    const { before: draft, after: doc } = madeSpec(n % 3 === 0 ? n + 8 : n);
    const read = readText(draft);
    if (!read.ok) throw new Error('the first of each encoding is a text');
    const folder = lay(`content ${n}`, {
      'idea/positioning.md': doc,
      'idea/brand-voice.md': doc,
      'idea/seo-strategy.md': doc,
      'draft.md': draft,
    });
    const before = picture(folder);
    const { output, errors } = await called(content, folder, 'idea', '--draft', 'draft.md', '--json');
    expect(picture(folder)).toEqual(before);
    expect(own.length).toBeGreaterThan(0);
    expect(output).not.toContain('\uFFFD');
    expect(output, errors).toContain(read.text.split(/[\r\n]+/)[1]?.slice(7, 14));
  },
);

test('through the real program: a Latin-1 spec and page come back byte for byte, or changed in one place', async () => {
  using here = place();
  const { before, after } = madeSpec(4);
  const file = here.write('spec.md', before);
  const looped = await here.jury('loop', 'spec.md', '--command', 'spec', '--unattended', 'defer');
  expect(readFileSync(file).toString('hex')).toBe(after.toString('hex'));
  const id = /--revert (r-[0-9a-f-]+)/.exec(looped.stderr)?.[1] ?? '';
  expect((await here.jury('loop', '--revert', id)).status).toBe(0);
  expect(hashOf(readFileSync(file))).toBe(hashOf(before));
  const page = here.write('page.html', Buffer.from(GOOD_PAGE.replace('High', 'Fr\u00fchflut'), 'latin1'));
  const given = hashOf(readFileSync(page));
  // It names another encoding than it has, so its letters are damaged for every visitor: that is no page to ship.
  const refused = await here.jury('review', 'page.html', '--quiet', '--apply', '--browser', 'never');
  expect([refused.status, hashOf(readFileSync(page))]).toEqual([1, given]);
});
