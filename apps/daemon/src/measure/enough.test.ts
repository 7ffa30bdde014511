import { describe, expect, test } from 'vitest';
import { brandPalette } from './audits/brand-palette.ts';
import { contrastText } from './audits/contrast-text.ts';
import { lineLength } from './audits/line-length.ts';
import { BAR } from './bar.ts';
import { abstentionOf, materialOf } from './enough.ts';
import { type ArtifactKind, ENOUGH } from './enough-table.ts';
import type { ScoringRole } from './finding.ts';
import { readDesignMd } from './model/design-md.ts';
import { buildPage, type Page } from './model/page.ts';
import { examine, SCORING_ROLES } from './panel.ts';

const WORDS =
  'harbour tide boat berth quay master office winter summer morning evening island ferry rope anchor'.split(
    ' ',
  );

const PATHS: Record<ArtifactKind, string> = { page: '/p/a.html', markdown: '/p/a.md', text: '/p/a.txt' };

function build(html: string, kind: ArtifactKind = 'page'): Promise<Page> {
  return buildPage({ html, path: PATHS[kind], format: kind === 'page' ? 'html' : 'markdown' });
}

const body = (inner: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Menu</title>${head}</head><body>${inner}</body></html>`;

const SENTENCE = 'The ferry to the island leaves every morning from the north quay, also in winter.';

describe('a role votes only where there is enough for it', () => {
  const cases = (Object.keys(ENOUGH) as ArtifactKind[]).flatMap((kind) =>
    SCORING_ROLES.map((role) => [kind, role] as const),
  );

  test.each(cases)('%s: %s at the bound, and one below it', (kind, role) => {
    const { words, pieces, decisive } = ENOUGH[kind][role];
    const page = {
      format: kind === 'page' ? 'html' : 'markdown',
      path: PATHS[kind],
      design: {},
      bar: BAR,
    } as Page;
    const audit = role === 'brand' ? brandPalette : contrastText;
    const seen = [{ audit, checked: 1, state: 'pass' }] as const;
    expect(abstentionOf(role, page, { words, pieces }, seen)).toBeNull();
    expect(abstentionOf(role, page, { words: words - 1, pieces }, seen)).toEqual({
      reason: expect.stringContaining(`where ${words} are needed`),
      decisive,
    });
    expect(abstentionOf(role, page, { words, pieces: pieces - 1 }, seen)?.decisive).toBe(decisive);
    expect(abstentionOf(role, page, { words, pieces }, [])?.reason).toContain(
      role === 'brand' ? 'says nothing that can be measured' : 'nothing in it',
    );
  });

  test('strict: what blocks and was left open takes the vote, and nothing lighter does', () => {
    const { words, pieces } = ENOUGH.page.critic;
    const page = { format: 'html', path: 'a.html', design: {}, bar: { ...BAR, strict: true } } as Page;
    const of = (result: Parameters<typeof abstentionOf>[3][number]) =>
      abstentionOf('critic', page, { words, pieces }, [result])?.reason ?? null;
    expect(of({ audit: contrastText, checked: 4, state: 'pass' })).toBeNull();
    expect(of({ audit: contrastText, checked: 0, state: 'unmeasured' })).toContain(
      'contrast-text was not measured',
    );
    expect(of({ audit: contrastText, checked: 4, state: 'pass', undecided: 1 })).toContain('1 of 5 places');
    expect(of({ audit: lineLength, checked: 0, state: 'unmeasured' })).toBeNull();
  });

  test('brand has no vote without a DESIGN.md, says so, and still demands what it finds', async () => {
    const html = body(`<main><h1>Tide times</h1><p>${SENTENCE}</p></main>`);
    const { brand } = examine(await build(html)).roles;
    expect(brand.score).toBeNull();
    expect(brand.explain).toBe('No vote: no DESIGN.md was given, so nothing says what the brand is.');
    const design = readDesignMd('# Brand\n\n## Colors\n\n- Ink: #222222\n- Paper: #ffffff\n');
    const inked = html.replace('</head>', '<style>body{color:#222222}</style></head>');
    const with_ = examine(await buildPage({ html: inked, path: PATHS.page, design })).roles.brand;
    expect(with_.abstains).toBeNull();
  });
});

describe('brand votes only where a rule of DESIGN.md was held against the page', () => {
  const brown = body(
    `<main><h1>Tide times</h1><p>${SENTENCE}</p></main>`,
    '<style>body{font-family:Georgia;color:#5a3a1b;background:#fbf6ee}h1{font-size:2rem}</style>',
  );
  const brandOf = async (text: string) =>
    examine(await buildPage({ html: brown, path: PATHS.page, design: readDesignMd(text) })).roles.brand;

  test.each([
    ['nothing at all', ''],
    ['a line that is no design', 'not a design'],
    ['a heading alone', '# Brand'],
    ['prose without a rule', '# Kornfeld\n\nWe are warm, honest and close to the people we bake for.\n'],
    ['front matter that names only itself', '---\nname: Kornfeld\n---\n'],
    ['rules about what this page does not have', '# Brand\n\n## Corners\n\n8px\n'],
  ])('there is no vote by %s, and the reason is said', async (_name, text) => {
    const { score, explain } = await brandOf(text);
    expect(score).toBeNull();
    expect(explain).toBe('No vote: DESIGN.md says nothing that can be measured on this page.');
  });

  test.each([
    ['both on one line', 'Colours: #ff0000 only. Font: Comic Sans.', ['brand-palette', 'brand-fonts']],
    ['a list of labels', '- **Palette:** only #f00\n- **Typeface:** "Inter", Arial\n', ['brand-palette']],
    ['a sentence that sets the type', 'All text is set in Comic Sans MS.', ['brand-fonts']],
    [
      'a label in another language',
      'Farben: nur #ff0000. Schrift: Futura.',
      ['brand-palette', 'brand-fonts'],
    ],
  ])('a design without headings is read: %s', async (_name, text, broken) => {
    const { score, findings } = await brandOf(text);
    expect(score).toBeLessThan(8);
    for (const id of broken) expect(findings.map(({ auditId }) => auditId)).toContain(id);
  });

  test.each([
    'Colours: #5a3a1b and #fbf6ee only. Font: Georgia.',
    'Palette: #5a3a1b, #fbf6ee, nothing else. All text is set in Georgia, serif.',
  ])('a page that keeps to a design of one line has its vote: %s', async (text) => {
    const { score, findings } = await brandOf(text);
    expect(findings).toEqual([]);
    expect(score).toBe(10);
  });
});

const none: readonly (readonly [string, ArtifactKind, string])[] = [
  ['one word', 'page', '<h1>Three</h1>'],
  ['a heading of one letter', 'markdown', '# x'],
  ['two words', 'text', 'hello world'],
  [
    'a body that is hidden by style',
    'page',
    body(`<h1>Menu</h1><p>${SENTENCE}</p>`, '<style>body{display:none}</style>'),
  ],
  [
    'a body that is hidden by attribute',
    'page',
    body(`<h1>Menu</h1><p>${SENTENCE}</p>`).replace('<body>', '<body hidden>'),
  ],
  [
    'text that is not there for anybody',
    'page',
    body(`<div style="visibility:hidden"><h1>Menu</h1><p>${SENTENCE}</p></div>`),
  ],
  [
    'only a script',
    'page',
    body('<script>document.write("the whole page is written here by a long script")</script>'),
  ],
  [
    'only a picture',
    'page',
    body('<img src="a.png" alt="A harbour at dusk with many boats, seen from the old tower">'),
  ],
  ['only a comment', 'page', `<!-- ${SENTENCE} -->`],
  ['only a style sheet', 'page', '<style>h1{color:#123456}</style>'],
  ['an empty body below a long head', 'page', body('', `<meta name="description" content="${SENTENCE}">`)],
  [
    'only navigation',
    'page',
    body(
      `<nav><ul>${WORDS.map((word) => `<li><a href="/${word}">The ${word}</a></li>`).join('')}</ul></nav>`,
    ),
  ],
  [
    'only links',
    'page',
    body(`<ul>${WORDS.map((word) => `<li><a href="/${word}">The ${word}</a></li>`).join('')}</ul>`),
  ],
  ['encoded data', 'text', Buffer.from(WORDS.join(' ').repeat(20)).toString('base64')],
  [
    'encoded data in lines',
    'text',
    Buffer.from(SENTENCE.repeat(20)).toString('base64').replace(/.{76}/g, '$&\n'),
  ],
  ['figures alone', 'text', Array.from({ length: 60 }, (_, n) => n * 37).join(' ')],
  ['two words of filler', 'markdown', 'Lorem ipsum'],
  ['one word again and again', 'text', 'test '.repeat(200)],
  ['front matter alone', 'markdown', `---\ntitle: ${SENTENCE}\n---\n`],
  ['characters without width', 'markdown', '\u200b\u200b\u200d\ufeff\n'],
  ['an object without keys', 'page', '{}\n'],
];

test.each(none)('there is no decisive vote on %s (%s)', async (_name, kind, html) => {
  const { roles } = examine(await build(html, kind));
  const decisive = SCORING_ROLES.filter((role) => ENOUGH[kind][role].decisive);
  expect(decisive.map((role: ScoringRole) => roles[role].score)).toEqual(decisive.map(() => null));
});

const honest: readonly (readonly [string, ArtifactKind, string])[] = [
  [
    'a page that is not there',
    'page',
    body(
      '<main><h1>Page not found</h1><p>The page you asked for has moved or never was. <a href="/">Go to the start</a></p></main>',
    ),
  ],
  [
    'a login form',
    'page',
    body(
      '<main><h1>Sign in</h1><form><label for="e">Email</label><input id="e" type="email"><label for="p">Password</label><input id="p" type="password"><button>Sign in</button></form></main>',
    ),
  ],
  ['a short page', 'page', body(`<main><h1>Ferry times</h1><p>${SENTENCE}</p></main>`)],
  [
    'a short page in Japanese',
    'page',
    body('<main><h1>港の時刻表</h1><p>北の岸壁から島へのフェリーは毎朝出ます。冬も運航します。</p></main>'),
  ],
  [
    'a short README',
    'markdown',
    '# left\n\nPads a text on its left side with spaces or any other letter.\n\n```sh\nnpm install left\n```\n',
  ],
  ['a short note', 'text', `${SENTENCE} Tickets are sold on board, and dogs travel free of charge.`],
];

test.each(honest)('%s is judged (%s)', async (_name, kind, html) => {
  const page = await build(html, kind);
  const { roles } = examine(page);
  const decisive = SCORING_ROLES.filter((role) => ENOUGH[kind][role].decisive);
  expect(decisive.filter((role) => roles[role].abstains !== null)).toEqual([]);
});

test('a page of any size is counted only as far as the bounds ask', async () => {
  const page = await build(body(`<p>${WORDS.join(' ')} `.repeat(2_000)));
  expect(materialOf(page).words).toBeLessThanOrEqual(20);
});
