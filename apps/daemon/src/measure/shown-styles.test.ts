import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shownStyles } from './shown-styles.ts';

const CDN = '<script src="https://cdn.tailwindcss.com"></script>';

test('a page of Tailwind’s CDN is shown with its classes, those that scripts give included', async () => {
  const css = await shownStyles({
    html: `<!doctype html>${CDN}<p class="text-red-700">x</p><script>p.className = 'mt-4 bg-lime-300'</script>`,
    path: null,
  });
  for (const name of ['.text-red-700', '.mt-4', '.bg-lime-300']) expect(css).toContain(name);
});

test('a page with all of its styles needs none, and names of files are not read for a page from elsewhere', async () => {
  expect(await shownStyles({ html: '<style>p{color:red}</style><p>x', path: null })).toBe('');
  expect(await shownStyles({ html: '<link rel="stylesheet" href="/etc/passwd"><p>x', path: null })).toBe('');
});

test('a page of this machine is shown with the sheets beside it, and with nothing above its site', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jury-shown-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.css'), 'p { color: teal }');
  await writeFile(join(folder, 'print.css'), 'p { color: black }');
  const html =
    '<link rel="stylesheet" href="a.css"><link rel="stylesheet" media="print" href="print.css"><link rel="stylesheet" href="../../etc/x.css"><p>x';
  expect(await shownStyles({ html, path: join(folder, 'page.html') })).toBe(
    'p { color: teal }\n@media print {\np { color: black }\n}',
  );
});
