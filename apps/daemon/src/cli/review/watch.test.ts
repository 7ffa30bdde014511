import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Subject } from '../../library/subjects.ts';
import { nextChange, stampsOf } from './watch.ts';

function page(): { file: string; folder: string; subjects: Subject[] } {
  const top = mkdtempSync(join(tmpdir(), 'jury-watch-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const folder = join(top, 'site');
  mkdirSync(folder);
  const file = join(folder, 'page.html');
  writeFileSync(file, 'one');
  return { file, folder, subjects: [{ name: 'page.html', path: file, mime: 'text/html' } as Subject] };
}

test('what changed before anybody watched counts at once', async () => {
  const { file, subjects } = page();
  const seen = stampsOf(subjects);
  writeFileSync(file, 'another');
  expect(await nextChange(subjects, seen, new AbortController().signal)).toBe(true);
});

test('a page that is deleted and made again is seen both times, and its folder too', async () => {
  const { file, folder, subjects } = page();
  const { signal } = new AbortController();
  const deleted = nextChange(subjects, stampsOf(subjects), signal);
  rmSync(folder, { recursive: true });
  expect(await deleted).toBe(true);
  const made = nextChange(subjects, stampsOf(subjects), signal);
  mkdirSync(folder);
  writeFileSync(file, 'again');
  expect(await made).toBe(true);
});

test('whoever stops it waits for nothing', async () => {
  const { folder, subjects } = page();
  rmSync(folder, { recursive: true });
  const stop = new AbortController();
  const waiting = nextChange(subjects, stampsOf(subjects), stop.signal);
  stop.abort();
  expect(await waiting).toBe(false);
});
