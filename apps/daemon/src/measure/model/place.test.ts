import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examine } from '../panel.ts';
import { buildPage } from './page.ts';

const page = (style: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<title>Tides</title>\n${style}\n</head>\n<body>${body}</body>\n</html>\n`;

async function found(html: string, auditId: string, path: string | null = null) {
  const { findings } = examine(await buildPage({ html, path }));
  return findings.filter((finding) => finding.auditId === auditId);
}

test('a fault of style is named by the line of its declaration, not of the element', async () => {
  const html = page(
    '<style>\n.n {\n  margin: 0;\n  color: #aaa;\n}\n</style>',
    '<p class="n">Six o’clock.</p>',
  );
  const [finding] = await found(html, 'contrast-text');
  expect(finding).toMatchObject({ line: 8, column: 10, selector: 'body > p' });
  expect(finding?.evidence).toMatch(/^\.n \{ color: #aaa \}; /);
});

test('what an ancestor gives is named where it is written; lines end in any way', async () => {
  const html = page('<style>\r\nbody { color: #aaa }\r\n</style>', '<p>Six o’clock.</p>').replaceAll(
    /\r?\n/g,
    '\r\n',
  );
  expect(await found(html, 'contrast-text')).toMatchObject([{ line: 6 }]);
});

test('a style attribute is named by its element', async () => {
  const html = page('', '\n\n<p style="font-size: 8px">Six o’clock.</p>');
  expect(await found(html, 'text-size')).toMatchObject([
    { line: 9, evidence: 'style="font-size: 8px"; Six o’clock.' },
  ]);
});

test('in a file of its own, the evidence names file and line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jury-place-'));
  try {
    writeFileSync(join(folder, 'site.css'), '\n\n.n { color: #aaa }\n');
    const html = page('<link rel="stylesheet" href="site.css">', '\n<p class="n">Six o’clock.</p>');
    const [finding] = await found(html, 'contrast-text', join(folder, 'page.html'));
    expect(finding).toMatchObject({ line: 8 });
    expect(finding?.evidence).toMatch(/^site\.css:3 \.n \{ color: #aaa \}; /);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('slides that a sheet hides until a script shows them are unmeasured, not missing', async () => {
  const slides =
    '<div class="s"><h1>Tides of the north</h1><a href="/a">Read the table</a></div><script src="s.js"></script>';
  const { results } = examine(await buildPage({ html: page('<style>.s { display: none }</style>', slides) }));
  const state = (id: string) => results.find(({ audit }) => audit.id === id)?.state;
  expect([state('single-h1'), state('has-action')]).toEqual(['unmeasured', 'unmeasured']);
});
