import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTexts } from './project-texts.ts';

function projectWith(paths: readonly string[]): string {
  const project = mkdtempSync(join(tmpdir(), 'jury-texts-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  for (const path of paths) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), 'A fee must be paid within 14 days.\n');
  }
  return project;
}

test('what earlier phases left in a task is not read as a text of the project', async () => {
  const project = projectWith([
    'docs/fees.md',
    'task/runs/final-verification/final-report.md',
    'task/runs/final-verification/state/convergence-final-verification-1.json',
    'task/runs/final-verification/worker-results/grounded-reader-final-verification-1.md',
    'runs/error-analysis/final-report.md',
  ]);
  expect(await readTexts(project)).toMatchObject({ texts: [{ path: 'docs/fees.md' }], left: 0 });
});

test('folders of a project that only have such names are read', async () => {
  const paths = ['runs/notes.md', 'runs/implementation/notes.md', 'runs/nightly/final-report.md'];
  const { texts } = await readTexts(projectWith(paths));
  expect(texts.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
});

test('a report that the brief names is read all the same', async () => {
  const report = 'runs/error-analysis/final-report.md';
  const { texts } = await readTexts(projectWith([report]), [report]);
  expect(texts.map(({ path }) => path)).toEqual([report]);
});
