/** The final lint: what it must find, and what it must let pass. */
import { describe, expect, test } from 'vitest';
import { lintArtifact } from './lint.ts';

const page = (body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en"><head><title>Invoices</title>${head}</head><body>\n${body}\n</body></html>`;
const found = (content: string, mime = 'text/html'): string[] =>
  lintArtifact(content, mime).map(({ text }) => text);

const NOWHERE = 'A link leads nowhere.';
const BROKEN = 'The markup is broken.';
const COMMENT = 'A comment says the page is not finished.';
const CODE = 'A comment in the code says the page is not finished.';
const NOTE = 'A note to self is left in the text.';
const LOREM = 'Placeholder text is left.';

describe('[S12] it finds', () => {
  test.each([
    ['a TODO comment', '<!-- TODO: real prices -->', [COMMENT]],
    ['a FIXME comment', '<!-- FIXME -->', [COMMENT]],
    ['a note in the text', '<p>TODO: write this</p>', [NOTE]],
    ['a TODO behind //', '<script>go(); // TODO handle errors</script>', [CODE]],
    ['a TODO in a block comment', '<script>/* one\n two TODO\n three */</script>', [CODE]],
    ['a TODO in CSS, on a line of its own', '<style>a{color:red}\n/*\n  FIXME colours\n*/</style>', [CODE]],
    ['lorem ipsum', '<p>Lorem\n  ipsum dolor</p>', [LOREM]],
    ['a link to #', '<a href="#">Pricing</a>', [NOWHERE]],
    ['a link to #!', '<a href="#!">Pricing</a>', [NOWHERE]],
    ['a link to nothing by script', '<a href=" javascript:void( 0 ); ">Pricing</a>', [NOWHERE]],
    ['an empty href', '<a href=" ">Pricing</a>', ['A <a> has an empty href.']],
    ['an empty src', '<img src="" alt="x">', ['A <img> has an empty src.']],
    ['an empty stylesheet', '<link rel="stylesheet" href="">', ['A <link> has an empty href.']],
    ['a div that is never closed', '<div><p>x</p>', [BROKEN]],
    ['a section closed by its parent', '<div><section><p>x</p></div>', [BROKEN]],
    ['a </div> too many', '<div>x</div></div><p>y</p>', [BROKEN]],
    ['a </section> that closes nothing', '<p>x</p></section>', [BROKEN]],
    ['a self-closed div', '<section><div class="rule"/><p>x</p></section>', [BROKEN]],
    ['the same attribute twice', '<p class="a" class="b">x</p>', [BROKEN]],
    ['a script that never ends', '<script>var a = 1;', [BROKEN]],
  ])('%s', (_, body, expected) => {
    const texts = found(page(body));
    for (const text of expected) expect(texts).toContain(text);
    expect(new Set(texts)).toEqual(new Set(expected));
  });

  test('every place once, with its line', () => {
    expect(lintArtifact(page('<a href="#">One</a>\n<a href="#">Two</a>'), 'text/html')).toMatchObject([
      { text: NOWHERE, target: 'a[href="#"]', evidence: 'line 3: href="#" on “One”' },
      { text: NOWHERE, target: 'a[href="#"]', evidence: 'line 4: href="#" on “Two”' },
    ]);
  });

  test('notes and placeholders in other text', () => {
    expect(found('# Notes\n\nTODO: the rest. Lorem ipsum.', 'text/markdown')).toEqual([NOTE, LOREM]);
    expect(found('# Notes\n\nAll of it.', 'text/markdown')).toEqual([]);
  });
});

describe('[S12] it lets pass', () => {
  test.each([
    ['end tags that HTML lets out', '<ul><li>a<li>b<ul><li>c</ul></ul><p>One<p>Two<dl><dt>a<dd>b</dl>'],
    [
      'a table without optional tags',
      '<table><caption>c<thead><tr><th>a<th>b<tbody><tr><td>1<td>2<tr><td><p>3<td>4</table>',
    ],
    [
      'a list without optional tags',
      '<select><option>a<option selected>b<optgroup label="x"><option>c</select>',
    ],
    ['ruby', '<p><ruby>漢<rp>(<rt>kan<rp>)</ruby></p>'],
    ['void elements, closed or not', '<p>a<br>b<br/>c<hr><img src="a.png" alt=""/><input><wbr></p>'],
    [
      'blocks inside a link and a button',
      '<a href="/x"><div><h3>t</h3></div></a><button type="button"><span>x</span></button>',
    ],
    ['misnested formatting that every browser reads alike', '<p><b>bold <i>both</b> italic</i></p>'],
    ['a paragraph ended by a list', '<p>Text<ul><li>x</li></ul></p>'],
    [
      'SVG',
      '<svg viewBox="0 0 1 1" role="img"><title>t</title><defs><linearGradient id="g"><stop offset="0"/></linearGradient><style>.a{fill:red}</style></defs><path d="M0 0"/><g><circle r="1"></circle></g><image href="x.png"/><use xlink:href="#g"/><foreignObject><div><p>a<p>b</div></foreignObject></svg>',
    ],
    [
      'a template that a script fills',
      '<template><a href="" class="card"></a><img src="" alt=""></template>',
    ],
    ['MathML', '<p><math><mfrac><mn>1</mn><mi>x</mi></mfrac></math></p>'],
    [
      'templates',
      '<template><tr><td><slot></slot></td></tr></template><template><li>a<li>b</template><my-card></my-card>',
    ],
    [
      'a template of its own in a script',
      '<script type="text/x-template"><div><a href="#"><%= x %></script>',
    ],
    ['code that looks like markup', '<script>if (a<b && c>d) document.write("<p>hi</p>");</script>'],
    [
      'conditional comments and noscript',
      '<!--[if IE]><p>ie</p><![endif]--><noscript><img src="x.png" alt=""></noscript>',
    ],
    ['unquoted ampersands', '<p>A & B &copy; <a href="?a=1&b=2">x</a></p>'],
    [
      'pictures and media',
      '<picture><source srcset="a.webp"><img src="a.png" alt=""></picture><video><source src="a.mp4"></video>',
    ],
    ['a tab', '<a href="#" role="tab" aria-controls="p1">One</a>'],
    [
      'a menu button made of a link',
      '<a href="#" data-bs-toggle="dropdown">Menu</a><a href="#" data-toggle="modal">Open</a>',
    ],
    [
      'a link with a handler',
      '<a href="#" onclick="go()">Go</a><a href="javascript:void(0)" @click="go">Go</a>',
    ],
    [
      'the way back to the top',
      '<a href="#">Back to top</a><a href="#" aria-label="Scroll to top">↑</a><a href="#top">Up</a>',
    ],
    ['a link to a place of the page', '<h2 id="faq">FAQ</h2><a href="#faq">FAQ</a>'],
    ['a product called TODO', '<h1>TODO, the list for teams</h1>'],
    ['code that is shown', '<pre><code><span>// TODO: write</span></code></pre><p><code>FIXME:</code></p>'],
    [
      'TODO in an address or a string',
      '<script>fetch("https://x.example/TODO"); const label = "TODO";</script>',
    ],
    ['a class that says todo', '<ul class="TODO"><li>x</ul>'],
  ])('%s', (_, body) => {
    expect(lintArtifact(page(body), 'text/html')).toEqual([]);
  });

  test.each([
    ['a fragment', '<h1>Hi</h1><p>x</p>'],
    ['no head, no body, no end', '<!doctype html><title>x</title><h1>Hi</h1><p>One<p>Two'],
    ['text and scripts behind the body', `${page('<p>x</p>')}\n<!-- built by hand -->\n`],
    ['an upper-case page', '<!DOCTYPE HTML><HTML><BODY><DIV>x</DIV></BODY></HTML>'],
    ['only end tags of the page itself', '<h1>x</h1></body></html>'],
  ])('%s', (_, content) => {
    expect(lintArtifact(content, 'text/html')).toEqual([]);
  });
});

describe('[S12] any page is linted in bounded time and memory', () => {
  const N = 250_000;
  test.each([
    ['slashes', `<script>${'/'.repeat(N)}</script>`],
    ['openers of comments', `<script>${'/*'.repeat(N / 2)}</script>`],
    ['blank lines', `<script>${'\n'.repeat(N)}x</script>`],
    ['stars', `<style>${'\n *'.repeat(N / 3)}</style>`],
    ['a long address', `<a href="javascript:${' '.repeat(N)}x">a</a>`],
    [
      'formatting that is opened again and again',
      `${Array.from({ length: 8000 }, (_, i) => `<b a${i}>`).join('')}${'<p>x'.repeat(40_000)}`,
    ],
    ['depth', `${'<div>'.repeat(25_000)}${'<p>x'.repeat(40_000)}`],
    ['words of a note', `<p>${'TODO '.repeat(N / 5)}</p>`],
    ['lorem', `<p>${'lorem '.repeat(N / 6)}</p>`],
  ])('%s', { timeout: 5_000 }, (_, content) => {
    const started = performance.now();
    lintArtifact(content, 'text/html');
    expect(performance.now() - started).toBeLessThan(2_500);
  });

  test('a page nested beyond what browsers keep is broken', () => {
    expect(found(`${'<div>'.repeat(600)}x${'</div>'.repeat(600)}`)).toEqual([BROKEN]);
  });
});
