/**
 * Pages that grow in one direction until something gives way. Each kind is a page of `n` parts of one thing; its `n`
 * makes it 1 to 15 MB, or 10,000 and more of something. What a page is made of stays the same at every size, so that
 * the time of two sizes can be compared.
 */

export interface Pathological {
  name: string;
  /** Parts of the full size; the half size has half as many. */
  n: number;
  /** The page, or it and the files beside it. */
  make(n: number): string | Record<string, string>;
}

const HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';

function page(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head>${HEAD}<title>Tide tables of the north</title>${head}</head><body><main><h1>Tide tables</h1>${body}<p>The harbour office writes down every tide by hand and prints the table on Fridays.</p></main></body></html>`;
}

const times = (n: number, part: (index: number) => string): string =>
  Array.from({ length: n }, (_, index) => part(index)).join('');
const styled = (css: string, body: string): string => page(body, `<style>${css}</style>`);
const WORDS = 'harbour tide office table boat rope wind water morning evening'.split(' ');
const word = (index: number): string => WORDS[index % WORDS.length] ?? '';
/** The same letters every time, and no pattern that an engine could know. */
const letters = (n: number): string =>
  times(n, (index) => 'abcdefghijklmnopqrstuvwxyz'[(index * 7919 + (index >> 5)) % 26] ?? '');

export const KINDS: readonly Pathological[] = [
  // Text
  { name: 'text without a space', n: 2_000_000, make: (n) => page(`<p>${letters(n)}</p>`) },
  {
    name: 'text of punctuation',
    n: 1_000_000,
    make: (n) =>
      page(`<p>${times(n / 4, (i) => ['!.-,', '({[<'.replace('<', '('), '"\'‘’', '—–…:'][i % 4] ?? '')}</p>`),
  },
  {
    name: 'one paragraph of words',
    n: 2_000_000,
    make: (n) => page(`<p>${times(n, (i) => `${word(i * 3)} `)}</p>`),
  },
  {
    name: 'one long sentence in capitals and digits',
    n: 400_000,
    make: (n) => page(`<p>${times(n, (i) => `A${i % 977}-${i % 13}.${i % 7} `)}</p>`),
  },
  {
    name: 'short paragraphs',
    n: 200_000,
    make: (n) => page(times(n, (i) => `<p>The ${word(i)} number ${i} is open.</p>`)),
  },
  {
    name: 'right-to-left and combining text',
    n: 200_000,
    make: (n) => page(`<p dir="rtl" lang="ar">${times(n, () => 'مرحبا بكم‏ é̂̃ 👩‍👩‍👧‍👦 ')}</p>`),
  },
  {
    name: 'character references',
    n: 1_000_000,
    make: (n) => page(`<p>${times(n, (i) => ['&amp;', '&nbsp;', '&#x1F600;', '&notin;'][i % 4] ?? '')}</p>`),
  },
  { name: 'spaces', n: 5_000_000, make: (n) => page(`<p>one${' \n'.repeat(n / 2)}two</p>`) },
  {
    name: 'a huge title and alt',
    n: 2_000_000,
    make: (n) =>
      page(`<img src="a.png" width="1" height="1" alt="${times(n / 8, word)}">`).replace(
        'Tide tables of',
        `${times(n / 8, word)} of`,
      ),
  },
  // Markup
  {
    name: 'nested inline tags',
    n: 20_000,
    make: (n) => page(`<p>${'<b><i>'.repeat(n / 2)}deep${'</i></b>'.repeat(n / 2)}</p>`),
  },
  {
    name: 'unclosed formatting tags',
    n: 20_000,
    make: (n) => page(times(n, (i) => `<p><b class="c${i % 3}">Tide ${i}`)),
  },
  { name: 'nested boxes', n: 100_000, make: (n) => page(`${'<div>'.repeat(n)}deep${'</div>'.repeat(n)}`) },
  {
    name: 'nested lists',
    n: 20_000,
    make: (n) => page(`${'<ul><li>Item'.repeat(n / 2)}${'</li></ul>'.repeat(n / 2)}`),
  },
  {
    name: 'a list of items',
    n: 100_000,
    make: (n) => page(`<ul>${times(n, (i) => `<li>Boat ${i}</li>`)}</ul>`),
  },
  {
    name: 'a table of rows',
    n: 10_000,
    make: (n) =>
      page(
        `<table><tr><th>Harbour<th>High<th>Low</tr>${times(n, (i) => `<tr><td>Place ${i}<td>${i % 24}:10<td>${i % 12}:40</tr>`)}</table>`,
      ),
  },
  {
    name: 'a table of spans',
    n: 10_000,
    make: (n) =>
      page(
        `<table><tr>${times(20, (i) => `<th>H${i}`)}</tr>${times(n / 10, (i) => `<tr>${times(10, (j) => `<td colspan="2" rowspan="${1 + ((i + j) % 3)}">${i}</td>`)}</tr>`)}</table>`,
      ),
  },
  {
    name: 'nested tables',
    n: 10_000,
    make: (n) => page(`${'<table><tr><td>'.repeat(n / 2)}x${'</td></tr></table>'.repeat(n / 2)}`),
  },
  {
    name: 'unlabelled fields',
    n: 10_000,
    make: (n) =>
      page(
        `<form action="/go">${times(n, (i) => `<input name="f${i}">`)}<button>Send the form</button></form>`,
      ),
  },
  {
    name: 'labelled fields in fieldsets',
    n: 10_000,
    make: (n) =>
      page(
        `<form action="/go">${times(n / 2, (i) => `<fieldset><legend>Part ${i}</legend><label for="f${i}">Field ${i}</label><input id="f${i}"></fieldset>`)}</form>`,
      ),
  },
  {
    name: 'options',
    n: 50_000,
    make: (n) =>
      page(
        `<label>Harbour <select>${times(n, (i) => `<option value="${i}">Place ${i}</option>`)}</select></label>`,
      ),
  },
  { name: 'links', n: 100_000, make: (n) => page(times(n, (i) => `<a href="/p/${i}">Tide ${i}</a> `)) },
  {
    name: 'links to the same place',
    n: 100_000,
    make: (n) => page(times(n, () => `<a href="#">Read more</a> `)),
  },
  {
    name: 'links to files that are missing',
    n: 20_000,
    make: (n) => page(times(n, (i) => `<a href="p/${i}.html">Tide ${i}</a> `)),
  },
  {
    name: 'buttons without a name',
    n: 20_000,
    make: (n) => page(times(n, () => `<button><i class="icon"></i></button>`)),
  },
  {
    name: 'images without an alternative',
    n: 20_000,
    make: (n) => page(times(n, (i) => `<img src="p${i}.png">`)),
  },
  {
    name: 'headings',
    n: 20_000,
    make: (n) => page(times(n, (i) => `<h${1 + (i % 6)}>Tide ${i}</h${1 + (i % 6)}>`)),
  },
  { name: 'the same id', n: 20_000, make: (n) => page(times(n, () => `<p id="a">Tide</p>`)) },
  {
    name: 'ids that name each other',
    n: 20_000,
    make: (n) =>
      page(
        times(
          n,
          (i) => `<p id="i${i}" aria-labelledby="i${(i + 1) % n} i${(i * 7) % n}" role="note">Tide</p>`,
        ),
      ),
  },
  {
    name: 'one name of many parts',
    n: 10_000,
    make: (n) =>
      page(
        `<button aria-labelledby="${times(n, (i) => `n${i} `)}">x</button>${times(n, (i) => `<span id="n${i}">w${i} </span>`)}`,
      ),
  },
  {
    name: 'attributes of one element',
    n: 200_000,
    make: (n) => page(`<p ${times(n, (i) => `data-a${i}=x `)}>One</p>`),
  },
  {
    name: 'classes of one element',
    n: 200_000,
    make: (n) => page(`<p class="${times(n, (i) => `c${i} `)}">One</p>`),
  },
  { name: 'comments', n: 300_000, make: (n) => page(times(n, (i) => `<!-- note ${i} TODO -->`)) },
  { name: 'one huge comment', n: 10_000_000, make: (n) => page(`<!-- ${'- '.repeat(n / 2)} -->`) },
  {
    name: 'stray CDATA and end tags',
    n: 200_000,
    make: (n) => page(times(n, () => `<![CDATA[x]]></p></b>`)),
  },
  {
    name: 'templates and shadow roots',
    n: 20_000,
    make: (n) =>
      page(
        times(
          n / 2,
          (i) =>
            `<div><template shadowrootmode="open"><style>p{color:#ccc}</style><p>Tide ${i}</p></template></div>`,
        ),
      ),
  },
  { name: 'frames', n: 10_000, make: (n) => page(times(n, (i) => `<iframe src="f${i}.html"></iframe>`)) },
  {
    name: 'frames with pages inside',
    n: 10_000,
    make: (n) => page(times(n, () => `<iframe srcdoc="&lt;p&gt;Tide&lt;/p&gt;" title="A tide"></iframe>`)),
  },
  {
    name: 'a huge script',
    n: 10_000_000,
    make: (n) => page(`<script>${'var a=1;\n'.repeat(n / 9)}</script>`),
  },
  {
    name: 'many scripts',
    n: 20_000,
    make: (n) => page(times(n, (i) => `<script>var a${i} = ${i}</script>`)),
  },
  {
    name: 'pictures in the source',
    n: 10_000_000,
    make: (n) =>
      page(
        times(
          20,
          () => `<img alt="A pier" width="9" height="9" src="data:image/png;base64,${letters(n / 20)}">`,
        ),
      ),
  },
  {
    name: 'a huge drawing',
    n: 100_000,
    make: (n) =>
      page(
        `<svg role="img" aria-label="A map" viewBox="0 0 9 9">${times(n / 2, (i) => `<path d="M${i} 0L9 ${i}z" fill="#${(i % 4096).toString(16).padStart(3, '0')}"/>`)}</svg>`,
      ),
  },
  {
    name: 'a drawing of one path',
    n: 5_000_000,
    make: (n) =>
      page(
        `<svg role="img" aria-label="A map"><path d="M0 0${times(n / 6, (i) => `L${i % 90} ${i % 70}`)}"/></svg>`,
      ),
  },
  {
    name: 'drawings that use each other',
    n: 20_000,
    make: (n) =>
      page(`<svg><defs>${times(n / 2, (i) => `<g id="g${i}"><use href="#g${i + 1}"/></g>`)}</defs></svg>`),
  },
  // Styles
  {
    name: 'rules with hard selectors',
    n: 20_000,
    make: (n) =>
      styled(
        times(
          n,
          (i) =>
            `div:not(.a${i}) > p:nth-child(${i % 9}n+1):has(~ span) ~ *:is(b,i,.c${i % 7}) { margin: ${i % 40}px }`,
        ),
        times(2_000, (i) => `<div class="c${i % 7}"><p>Tide ${i}</p><b>x</b></div>`),
      ),
  },
  {
    name: 'rules that match everything',
    n: 10_000,
    make: (n) =>
      styled(
        times(n, (i) => `main * { margin-top: ${i % 40}px }`),
        times(2_000, (i) => `<p>Tide ${i}</p>`),
      ),
  },
  {
    name: 'rules for descendants',
    n: 10_000,
    make: (n) =>
      styled(
        times(
          n,
          (i) => `div div div div div p.c${i % 50} { color: #${(i % 4096).toString(16).padStart(3, '0')} }`,
        ),
        `${'<div>'.repeat(200)}${times(2_000, (i) => `<p class="c${i % 50}">Tide ${i}</p>`)}`,
      ),
  },
  {
    name: 'rules that nothing needs',
    n: 100_000,
    make: (n) =>
      styled(
        times(n, (i) => `.unused${i} { margin: ${i}px }`),
        '<p>Tide</p>',
      ),
  },
  {
    name: 'one rule of many selectors',
    n: 100_000,
    make: (n) =>
      styled(
        `${times(n, (i) => `p.s${i % 50}, `)}p { margin: 8px }`,
        times(1_000, (i) => `<p class="s${i % 50}">Tide</p>`),
      ),
  },
  {
    name: 'nested rules',
    n: 10_000,
    make: (n) => styled(`main {${'& p { '.repeat(n)}color: #222${'}'.repeat(n)}}`, '<p>Tide</p>'),
  },
  {
    name: 'nested rules, side by side',
    n: 20_000,
    make: (n) =>
      styled(
        `main { ${times(n, (i) => `& p.c${i % 90} { &:hover { color: #333 } margin: ${i % 9}px }`)} }`,
        times(500, (i) => `<p class="c${i % 90}">Tide</p>`),
      ),
  },
  {
    name: 'nested conditions',
    n: 10_000,
    make: (n) => styled(`${'@media all {'.repeat(n)}p { color: #222 }${'}'.repeat(n)}`, '<p>Tide</p>'),
  },
  {
    name: 'conditions',
    n: 50_000,
    make: (n) =>
      styled(
        times(
          n,
          (i) =>
            `@media (min-width: ${i % 2000}px) and (max-width: ${2000 + i}px) { p { margin: ${i % 9}px } }`,
        ),
        '<p>Tide</p>',
      ),
  },
  {
    name: 'layers',
    n: 10_000,
    make: (n) =>
      styled(
        times(n, (i) => `@layer l${i} { p { margin: ${i % 9}px } }`),
        '<p>Tide</p>',
      ),
  },
  {
    name: 'custom properties in a chain',
    n: 10_000,
    make: (n) =>
      styled(
        `:root { --v0: #222; ${times(n, (i) => `--v${i + 1}: var(--v${i}); `)} } p { color: var(--v${n}) }`,
        '<p>Tide</p>',
      ),
  },
  {
    name: 'custom properties that double',
    n: 10_000,
    make: (n) =>
      styled(
        `:root { --v0: 1px; ${times(n, (i) => `--v${i + 1}: var(--v${i}) var(--v${i}); `)} } p { margin: var(--v${n}) }`,
        '<p>Tide</p>',
      ),
  },
  {
    name: 'custom properties on every element',
    n: 10_000,
    make: (n) =>
      styled(
        `${times(500, (i) => `.c${i} { --a${i}: ${i}px; margin: var(--a${i}) }`)}`,
        times(
          n / 2,
          (i) => `<div class="c${i % 500}"><p style="--own: ${i}px; padding: var(--own)">Tide</p></div>`,
        ),
      ),
  },
  {
    name: 'fallbacks in fallbacks',
    n: 10_000,
    make: (n) =>
      styled(`p { color: ${times(n, (i) => `var(--n${i}, `)}#222${')'.repeat(n)} }`, '<p>Tide</p>'),
  },
  {
    name: 'sums in sums',
    n: 10_000,
    make: (n) => styled(`p { margin: ${'calc(1px + '.repeat(n)}1px${')'.repeat(n)} }`, '<p>Tide</p>'),
  },
  {
    name: 'style attributes',
    n: 10_000,
    make: (n) =>
      page(
        times(
          n,
          (i) =>
            `<p style="color:#${(i % 4096).toString(16).padStart(3, '0')};margin:${i % 40}px;background:#fff">Tide</p>`,
        ),
      ),
  },
  {
    name: 'one style attribute',
    n: 100_000,
    make: (n) => page(`<p style="${times(n, (i) => `margin-top:${i}px;`)}">Tide</p>`),
  },
  {
    name: 'gradients',
    n: 10_000,
    make: (n) =>
      styled(
        `p { background: linear-gradient(${times(n, (i) => `#${(0xf00 + (i % 255)).toString(16)} ${i}px,`)} #fff) }`,
        times(50, () => '<p>Tide</p>'),
      ),
  },
  {
    name: 'layers of background and shadow',
    n: 10_000,
    make: (n) =>
      styled(
        `p { background: ${times(n, (i) => `url(a${i}.png),`)} #fff; box-shadow: ${times(n, (i) => `${i}px 0 #000,`)} 0 0 #fff }`,
        times(50, () => '<p>Tide</p>'),
      ),
  },
  {
    name: 'keyframes',
    n: 20_000,
    make: (n) =>
      styled(
        times(
          n / 4,
          (i) => `@keyframes k${i} { 0% { opacity: 0 } 50% { opacity: .${i % 9} } 100% { opacity: 1 } }`,
        ),
        '<p>Tide</p>',
      ),
  },
  {
    name: 'half-transparent boxes',
    n: 10_000,
    make: (n) =>
      styled(
        'div { opacity: .99; background: rgb(0 0 0 / .01) }',
        `${'<div>'.repeat(400)}${times(n, () => '<span>Tide</span>')}`,
      ),
  },
  {
    name: 'boxes out of the flow',
    n: 10_000,
    make: (n) =>
      styled(
        '.a { position: absolute; background: #eee } .b { position: relative; opacity: .9 }',
        times(n / 2, (i) => `<div class="${i % 2 ? 'a' : 'b'}"><span>Tide ${i}</span></div>`),
      ),
  },
  {
    name: 'many style elements',
    n: 20_000,
    make: (n) => page(times(n, (i) => `<style>p{margin:${i % 9}px}</style>`)),
  },
  {
    name: 'many stylesheets',
    n: 10_000,
    make: (n) => ({
      'page.html': page(
        '<p>Tide</p>',
        times(n, (i) => `<link rel="stylesheet" href="s${i % 60}.css?${i}">`),
      ),
      ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`s${i}.css`, `p { margin: ${i}px }`])),
    }),
  },
  {
    name: 'imports in a chain',
    n: 2_000,
    make: (n) => ({
      'page.html': page('<p>Tide</p>', '<link rel="stylesheet" href="s0.css">'),
      ...Object.fromEntries(
        Array.from({ length: n }, (_, i) => [
          `s${i}.css`,
          `@import "s${i + 1}.css"; @import "s${(i * 2) % n}.css"; p { margin: ${i % 9}px }`,
        ]),
      ),
    }),
  },
  {
    name: 'a framework of classes',
    n: 10_000,
    make: (n) =>
      page(
        times(
          n / 2,
          (i) =>
            `<div class="p-${i % 97} m-[${i}px] text-[#${(i % 4096).toString(16).padStart(3, '0')}] hover:bg-red-${(i % 9) * 100} md:flex"><p>Tide</p></div>`,
        ),
        '<script src="https://cdn.tailwindcss.com"></script>',
      ),
  },
  {
    name: 'broken rules',
    n: 200_000,
    make: (n) =>
      styled(
        times(n, (i) => `p { margin ${i}px; ; } } @x {`),
        '<p>Tide</p>',
      ),
  },
  {
    name: 'brackets that never close',
    n: 200_000,
    make: (n) => styled(`p:is(${'('.repeat(n)} { color: ${'rgb('.repeat(n)} }`, '<p>Tide</p>'),
  },
  // Markdown
  {
    name: 'Markdown: nested quotes and lists',
    n: 10_000,
    make: (n) => ({
      'page.md': `# Tides\n\n${times(n / 2, (i) => `${'> '.repeat(1 + (i % 200))}tide ${i}\n`)}${times(n / 2, (i) => `${' '.repeat((i % 100) * 2)}- tide ${i}\n`)}`,
    }),
  },
  {
    name: 'Markdown: marks that never close',
    n: 500_000,
    make: (n) => ({
      'page.md': `# Tides\n\n${times(n / 4, (i) => ['**a', '[b', '`c', '_d'][i % 4] ?? '')}\n`,
    }),
  },
  {
    name: 'Markdown: a table',
    n: 20_000,
    make: (n) => ({
      'page.md': `# Tides\n\n| a | b |\n|---|---|\n${times(n, (i) => `| tide ${i} | ${i % 24}:10 |\n`)}`,
    }),
  },
  {
    name: 'Markdown: references',
    n: 20_000,
    make: (n) => ({
      'page.md': `# Tides\n\n${times(n / 2, (i) => `[tide ${i}][r${i}] `)}\n\n${times(n / 2, (i) => `[r${i}]: p${i}.html\n`)}`,
    }),
  },
  {
    name: 'Markdown: words',
    n: 400_000,
    make: (n) => ({
      'page.md': `# Tides\n\n${times(n, (i) => `${word(i * 3)}${i % 12 === 11 ? '.\n\n' : ' '}`)}`,
    }),
  },
];
