/** Workers change nothing in the project; whoever does is named. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { auditNote, changesBetween, pictureOf } from './project-audit.ts';

test('files that are new, gone or changed are named; what is built or belongs to git is not watched', async () => {
  const project = mkdtempSync(join(tmpdir(), 'jury-audit-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  for (const folder of ['src', 'node_modules', '.git']) mkdirSync(join(project, folder));
  for (const file of ['src/a.ts', 'src/b.ts', 'node_modules/x.js', '.git/HEAD'])
    writeFileSync(join(project, file), 'one');
  const before = await pictureOf(project);
  expect(auditNote(changesBetween(before, await pictureOf(project)))).toBeNull();
  // As long as before, so that only its bytes tell.
  writeFileSync(join(project, 'src/a.ts'), 'two');
  rmSync(join(project, 'src/b.ts'));
  writeFileSync(join(project, 'c.ts'), '');
  writeFileSync(join(project, 'node_modules/x.js'), 'two');
  const changes = changesBetween(before, await pictureOf(project));
  expect(changes).toEqual(['c.ts', 'src/a.ts', 'src/b.ts']);
  expect(auditNote(changes)).toContain('project-changed: c.ts, src/a.ts, src/b.ts changed');
});
