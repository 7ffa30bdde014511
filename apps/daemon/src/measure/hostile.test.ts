/** Hostile and odd input: a sentence, the right state, bounded time and memory. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { MAX_ELEMENTS, MAX_PAGE_BYTES } from './limits.ts';
import { buildPage } from './model/page.ts';
import { readPageFile, UnreadablePageError } from './model/source.ts';
import { type Examination, examine } from './panel.ts';

const root = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Far above what it takes on an idle machine, far below "it hangs". */
const BOUND_MS = 120_000 * machinePace();
const BOUND_BYTES = 2 * 1024 ** 3;

function folder(name: string, files: Record<string, string | Uint8Array>): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  return path;
}

async function judge(html: string, path: string | null = null): Promise<Examination> {
  const examination = examine(await buildPage({ html, path }));
  const stopped = examination.results.filter(({ note }) => note?.startsWith('the audit stopped'));
  expect(stopped.map(({ audit, note }) => `${audit.id}: ${note}`)).toEqual([]);
  expect(process.memoryUsage().rss).toBeLessThan(BOUND_BYTES);
  return examination;
}

const wrap = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Tides</title>${head}</head><body>${body}</body></html>`;
const stateOf = ({ results }: Examination, id: string) => results.find(({ audit }) => audit.id === id)?.state;

describe('large pages', () => {
  test(
    'ten megabytes of text in one paragraph',
    async () => {
      const sentence = 'The harbour office writes down every tide by hand. ';
      const html = wrap(`<p>${sentence.repeat(Math.floor(10_000_000 / sentence.length))}</p>`);
      const { roles } = await judge(html);
      expect(roles.copy.score).not.toBeNull();
    },
    BOUND_MS,
  );

  test.each([
    ['a line each', '<p>One</p>\n'.repeat(150_000)],
    ['comments between words', 'One<!-- -->'.repeat(200_000)],
  ])(
    'more texts than a parent can hold: %s',
    async (_, body) => {
      const { notes } = await judge(wrap(body));
      expect(notes.join(' ')).toContain('were measured');
    },
    BOUND_MS,
  );

  test(
    'fifty thousand nodes: the first are measured, the rest counted and said',
    async () => {
      const { notes, roles } = await judge(wrap('<p><b>One</b></p>'.repeat(25_000)));
      expect(notes.join(' ')).toContain(`the first ${MAX_ELEMENTS} were measured`);
      // What was not looked at is no pass: the page does not ship on its beginning.
      expect(roles.critic.demands.map(({ text }) => text).join(' ')).toContain(
        'A part of the page was not measured',
      );
    },
    BOUND_MS,
  );

  test(
    'ten thousand levels deep: flattened as browsers do, and said',
    async () => {
      const { notes } = await judge(wrap(`${'<div>'.repeat(10_000)}deep`));
      expect(notes.join(' ')).toContain('nested deeper');
    },
    BOUND_MS,
  );

  test(
    'a style sheet of fifty thousand rules',
    async () => {
      const rules = Array.from({ length: 50_000 }, (_, index) => `.c${index}{margin:${index % 40}px}`);
      const examination = await judge(wrap('<p class="c7">One</p>', `<style>${rules.join('')}</style>`));
      expect(stateOf(examination, 'spacing-scale')).toBe('fail');
    },
    BOUND_MS,
  );

  test(
    'a hundred thousand attributes on one element',
    async () => {
      const attributes = Array.from({ length: 100_000 }, (_, index) => `data-a${index}=x`);
      await judge(wrap(`<p ${attributes.join(' ')}>One</p>`));
    },
    BOUND_MS,
  );

  test(
    'numbers of a sheet that are one long run of digits do not stall a pattern',
    async () => {
      const digits = '1'.repeat(20_000);
      const written = ['margin', 'width', 'border-radius', 'transition', 'transform', 'translate'].flatMap(
        (name) =>
          [digits, `${digits}px`, `-${digits} px`, `scale(${digits}) rotate(${digits}x)`].map(
            (value) => `${name}:${value}`,
          ),
      );
      const moved = `@keyframes x{from{transform:translate(${digits}z)}to{left:${digits}}}`;
      await judge(wrap('<p>One</p>', `<style>${moved} p{animation:x 1s;${written.join(';')}}</style>`));
    },
    BOUND_MS,
  );

  test(
    'words that are one long run of letters do not stall a pattern',
    async () => {
      await judge(
        wrap(`<p>${'a'.repeat(300_000)}</p><p>${'a '.repeat(100_000)}</p><p>${'!'.repeat(100_000)}</p>`),
      );
      await judge(
        wrap(`<p>${'a.b-'.repeat(60_000)}@</p><p>${'1 '.repeat(60_000)}</p><p>${'{{'.repeat(60_000)}</p>`),
      );
    },
    BOUND_MS,
  );
});

describe('odd pages', () => {
  test.each([
    ['no body', '<title>Tides</title><p>Hello there'],
    [
      'a frameset',
      '<html><frameset cols="50%,50%"><frame src="a.html"><frame src="b.html"></frameset></html>',
    ],
    ['only text', 'just words'],
    ['only a comment', '<!-- nothing -->'],
    ['unclosed everything', '<div><span><table><tr><td><style>.a{'],
    ['tables inside out', '<table><p>x<tr>y<td><table><td>z'],
    ['a template and nothing else', '<template><h1>Hi</h1></template>'],
    ['nested forms and stray end tags', '</p></div><form><form><input></form></p></body></html><p>after'],
    [
      'foreign content',
      '<svg><foreignObject><p>In SVG</p></foreignObject><style>p{color:red}</style></svg><math><mi>x</mi></math>',
    ],
    [
      'data URIs',
      `<img alt="Dot" src="data:image/png;base64,${'A'.repeat(100_000)}"><p style="background:url(data:,x)">One`,
    ],
    [
      'odd attributes',
      '<p class="" id="" style="" lang="" aria-label="" =x \'y" <z>One</p><img srcset=",,"><a href="%E0%A4%A">x</a>',
    ],
    ['odd characters', '<p>\u0001\uFFFD\u202Eabc\uD800</p>'],
  ])('%s', async (_, html) => {
    const { roles } = await judge(html);
    expect(Object.values(roles)).toHaveLength(4);
  });

  test.each([
    ['unclosed', '.a { color: #111; } .b { color'],
    ['stray braces', '} } .a { color: #111 } {{{'],
    ['binary rubbish', `.a { color: #111 } ${String.fromCharCode(0, 1, 2)} @media { ;;; } @@@ ###`],
    [
      'variables that name each other',
      ':root { --a: var(--b); --b: var(--a) } .a { color: #111; margin: var(--a) }',
    ],
  ])('broken CSS, %s, is read as far as a browser would', async (_, css) => {
    const page = await buildPage({ html: wrap('<p class="a">One</p>', `<style>${css}</style>`) });
    const [paragraph] = page.byTag('p');
    // As browsers compute it, however it was written.
    expect(paragraph && page.styleOf(paragraph).value('color')).toBe('rgb(17 17 17 / 1)');
    expect(examine(page).results.filter(({ note }) => note?.startsWith('the audit stopped'))).toEqual([]);
  });

  test('a page built by scripts is unmeasured, said so, and does not pass', async () => {
    const { notes, roles, results } = await judge(
      wrap('<div id="root"></div><script src="app.js"></script>'),
    );
    expect(notes.join(' ')).toContain('built by scripts');
    expect(stateOf({ results } as Examination, 'placeholder-text')).toBe('unmeasured');
    expect(roles.critic.demands.length).toBeGreaterThan(0);
  });
});

describe('files', () => {
  test('@import loops end, and a sheet that imports itself counts once', async () => {
    const site = folder('loop', {
      'a.css': '@import "b.css"; @import "a.css"; .a { color: #111 }',
      'b.css': '@import url("a.css"); @import "b.css";',
    });
    const page = await buildPage({
      html: wrap('<p class="a">One</p>', '<link rel="stylesheet" href="a.css">'),
      path: join(site, 'index.html'),
    });
    expect(page.sheets.map(({ name }) => name)).toEqual(['b.css', 'a.css']);
  });

  test.each([
    ['a file above', '../secret.css'],
    ['a link out of the folder', 'link.css'],
    ['a folder link', 'out/secret.css'],
    ['an encoded path', '%2e%2e/secret.css'],
    ['an absolute path', '/../secret.css'],
  ])('%s is never read', async (name, href) => {
    const site = folder(`${name}/site`, {});
    writeFileSync(join(site, '..', 'secret.css'), '.a { color: rgb(1, 2, 3) }');
    symlinkSync(join(site, '..', 'secret.css'), join(site, 'link.css'));
    symlinkSync(join(site, '..'), join(site, 'out'));
    const page = await buildPage({
      html: wrap('<p class="a">One</p>', `<link rel="stylesheet" href="${href}">`),
      path: join(site, 'index.html'),
    });
    expect(page.sheets).toEqual([]);
    expect(page.gaps.style).toContain(href);
  });

  test('UTF-16 with and without a mark', async () => {
    const site = folder('utf16', {
      'le.html': Buffer.from('\uFEFF<p>Grüße aus Bergen</p>', 'utf16le'),
      'bare.html': Buffer.from('<p>Grüße aus Bergen</p>', 'utf16le'),
    });
    for (const file of ['le.html', 'bare.html']) {
      const { blocks } = await buildPage({ html: await readPageFile(join(site, file)) });
      expect(blocks.map(({ text }) => text)).toEqual(['Grüße aus Bergen']);
    }
  });

  test.each([
    ['an empty file', new Uint8Array(0), 'empty', /nothing to judge/],
    ['a blank file', Buffer.from('\r\n\t '), 'empty', /nothing to judge/],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      'binary',
      /binary/,
    ],
    ['a file over the bound', new Uint8Array(MAX_PAGE_BYTES + 1), 'too_large', /MiB/],
  ])('%s is refused with a sentence', async (name, bytes, reason, sentence) => {
    const site = folder(`refused ${name}`, { 'x.html': bytes });
    const refusal = readPageFile(join(site, 'x.html'));
    await expect(refusal).rejects.toThrow(UnreadablePageError);
    await expect(refusal).rejects.toMatchObject({ reason, message: expect.stringMatching(sentence) });
  });
});
