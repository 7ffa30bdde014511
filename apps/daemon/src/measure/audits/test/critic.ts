/** The critic's audits: hierarchy, type, contrast, rhythm, space, character. */
import { type AuditCase, PROSE } from './case.ts';

const LONG = `${PROSE} ${PROSE}`;
const shades = (count: number, property: string): string =>
  Array.from({ length: count }, (_, index) => `.s${index} { ${property}: ${4 + index * 4}px }`).join(' ');
const spread = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<p class="s${index}">High water</p>`).join('');

export const CRITIC_CASES: readonly AuditCase[] = [
  {
    id: 'valid-styles',
    fails: {
      css: '.a { paddding: 8px } .b { color: #12345 } .c { margin: 8 px } .d:hovver { color: red } .e { width: 20xp } @meda print { .f { color: red } }',
      body: '<p class="a">Tide</p>',
    },
    at: ['html', 'html', 'html', 'html', 'html', 'html'],
    passes: {
      css: ':root { --Paddding: 8px } .a { padding: 0 8px 1.5rem; color: #12345678; margin: calc(8px + 1em) auto; font: 1rem/1.5 Georgia, serif; line-height: 1.4; flex: 1 1 12rem; transition: color .2s ease-in, transform 150ms; inset: 0; aspect-ratio: 3/2; color: oklch(0.4 0.1 20); background: url(a.png) no-repeat } .b:is(:hover, :focus-visible)::before { content: "a b: 8 px" } @keyframes x { from { opacity: 0 } } .c { animation: x 1s both; -webkit-line-clamp: 3; accent-color: auto }',
      body: '<p class="a">Tide</p>',
    },
  },
  {
    id: 'narrow-screens',
    fails: {
      css: '@media (max-width: 40em) { .price { display: none } nav { display: none } .note { font-size: 9px } }',
      body: `<nav><a href="/a">Ports</a><a href="/b">Boats</a></nav><p class="price">${PROSE}</p><p class="note">All times are local.</p>`,
    },
    at: ['body > p:nth-of-type(1)', 'body > nav', 'body > p:nth-of-type(2)'],
    passes: {
      css: '@media (max-width: 40em) { .art { display: none } nav { display: none } } @media print { nav, form { display: none } }',
      body: `<button aria-expanded="false">Menu</button><nav><a href="/a">Ports</a><a href="/b">Boats</a></nav><span class="art">~~~</span><p>${PROSE}</p>`,
    },
  },
  {
    id: 'parts-stand-out',
    fails: {
      css: 'input { border: 1px solid #fafafa; background: #fff } input::placeholder { color: #ccc } a:focus-visible { outline: 2px solid #eee }',
      body: '<label>Port <input name="a" placeholder="Bergen"></label> <a href="/a">Tides</a>',
    },
    at: ['body > label > input', 'body > label > input', 'body > a'],
    passes: {
      css: 'input { border: 1px solid #666; background: #fff } input::placeholder { color: #555 } a:focus-visible { outline: 2px solid #036 }',
      body: '<label>Port <input name="a" placeholder="Bergen"></label> <a href="/a">Tides</a>',
    },
  },
  {
    id: 'reading-form',
    fails: {
      css: '.a { text-align: right } .b { word-spacing: 1em } .c { filter: blur(2px) } .e { writing-mode: vertical-rl } .f { font-variant: small-caps }',
      body: `<p class="a">${PROSE}</p><p class="b">${PROSE}</p><p class="c">${PROSE}</p><p class="d">${PROSE}</p><p class="e">${PROSE}</p><p class="f">${PROSE}</p>`,
    },
    at: [
      'body > p:nth-of-type(1)',
      'body > p:nth-of-type(2)',
      'body > p:nth-of-type(3)',
      'body > p:nth-of-type(5)',
      'body > p:nth-of-type(6)',
    ],
    passes: {
      css: 'td { text-align: right } h2 { text-transform: capitalize; writing-mode: horizontal-tb } p { word-spacing: .05em; text-indent: 1.5em }',
      body: `<h2>Tides</h2><p>${PROSE}</p><table><tr><td>7</td></tr></table><p dir="rtl" lang="he" style="text-align: right">שלום</p>`,
    },
  },
  {
    id: 'script-takes-page',
    fails:
      '<script>document.body.style.display="none"</script><script>location.href="https://casino.example/"</script><script>window.addEventListener("load", () => { document.body.innerHTML = "" })</script><script>(function () { location.replace("//casino.example") })()</script><script>document.querySelector("main").remove()</script>',
    at: [1, 2, 3, 4, 5].map((n) => `body > script:nth-of-type(${n})`),
    passes:
      '<script>document.querySelector("button").addEventListener("click", () => { location.href = "https://nordkai.no/" })</script><script>function print() { document.body.style.display = "none" }</script><script>if (location.protocol === "http:") location.href = "https://nordkai.no/"</script><script>const page = location.href; document.body.style.opacity = "0.9"; document.querySelector("main p").remove()</script>',
  },
  {
    id: 'visible-text',
    fails: {
      body: '<p class="a">Tides are read at dawn.</p><section class="b"><p>Moon and wind</p></section><p class="c">High water</p><p class="d">Low water</p><div class="e"><p>Neap tide</p></div><p class="f">Spring tide</p>',
      css: 'body { background: #fff } .a { color: transparent } .b { filter: blur(4px) } .c { filter: opacity(10%) } .d { zoom: 0.4 } .e { content-visibility: hidden } .f { color: #fff }',
    },
    at: [
      'body > p:nth-of-type(1)',
      'body > section',
      'body > p:nth-of-type(2)',
      'body > p:nth-of-type(3)',
      'body > div',
      'body > p:nth-of-type(4)',
    ],
    passes: {
      body: '<p class="a">Tides are read at dawn.</p><section class="b"><p>Moon and wind</p></section><p class="c">High water</p><p class="d">Low water</p><div class="e" hidden><p>Neap tide</p></div><p class="f">Spring tide</p><p class="g">Said aloud</p><p class="h">In the flood</p>',
      css: 'body { background: #fff } .a { color: transparent; background: linear-gradient(#123, #456); background-clip: text } .b { filter: blur(4px) } .b:hover { filter: none } .c { filter: opacity(90%) drop-shadow(0 0 2px #000) } .d { zoom: 0.9 } .e { content-visibility: hidden } .f { color: transparent; text-shadow: 0 0 1px #000 } .g { position: absolute; width: 1px; height: 1px; overflow: hidden; color: transparent } .h { content-visibility: auto }',
    },
  },
  {
    id: 'image-shape',
    fails: {
      body: '<img class="x" src="a.png" width="400" height="300" alt="A boat"><img class="y" src="a.png" width="400" height="300" alt="A boat">',
      css: '.x { width: 300px; height: 300px } .y { width: 100%; height: 200px }',
    },
    at: ['body > img:nth-of-type(1)', 'body > img:nth-of-type(2)'],
    passes: {
      body: '<img class="x" src="a.png" width="400" height="300" alt="A boat"><img class="y" src="a.png" width="400" height="300" alt="A boat">',
      css: '.x { width: 200px; height: 150px } .y { width: 100%; height: 200px; object-fit: cover }',
    },
  },
  {
    id: 'stray-placement',
    fails: {
      body: '<p class="a">Tides are read at dawn.</p><div class="b"><p class="c">Moon</p></div><p class="d">Wind</p><p class="e">Rope</p><div class="f"><p class="g">Oar</p></div>',
      css: '.a { transform: scaleX(-1) } .b { background: #eee } .c { position: relative; z-index: -1 } .d { margin-left: -80px } .e { font-size: 3vw } .f { background: #eee } .g { float: left }',
    },
    at: [
      'body > p:nth-of-type(1)',
      'body > div:nth-of-type(1) > p',
      'body > p:nth-of-type(2)',
      'body > p:nth-of-type(3)',
      'body > div:nth-of-type(2)',
    ],
    passes: {
      body: '<p class="a">Tides are read at dawn.</p><div class="b"><p class="c">Moon</p></div><p class="d">Wind</p><p class="e">Rope</p><div class="f"><p class="g">Oar</p></div><p class="h">Said aloud</p>',
      css: '.a { transform: scale(1.02) } .b { background: #eee; position: relative; z-index: 0 } .c { position: relative; z-index: -1 } .d { margin-left: -4px } .e { font-size: clamp(1rem, 3vw, 2rem) } .f { background: #eee; display: flow-root } .g { float: left } .h { position: absolute; left: -9999px }',
    },
  },
  {
    id: 'crowded-columns',
    fails: {
      body: `<div class="g"><p>${PROSE}</p><p>${PROSE}</p><p>Moon</p><p>Sun</p></div><p class="n">${PROSE}</p><div class="r"><p>Tide</p><p>Wind</p></div>`,
      css: '.g { display: grid; grid-template-columns: repeat(4, 1fr) } .n { max-width: 100px } .r { display: flex } .r p { flex: 0 0 300px }',
    },
    at: ['body > div:nth-of-type(1)', 'body > div:nth-of-type(2)', 'body > p'],
    passes: {
      body: `<div class="g"><p>${PROSE}</p><p>${PROSE}</p></div><div class="s"><b>4</b><b>8</b><b>2</b></div><p class="n">${PROSE}</p><div class="r"><p>Tide</p><p>Wind</p></div><div class="t"><p>${PROSE}</p><p>${PROSE}</p></div>`,
      css: '.t { display: grid; grid-template-columns: repeat(12, 1fr) } .t p { grid-column: 2 / -2 } .g { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)) } .s { display: grid; grid-template-columns: repeat(3, 1fr) } .n { max-width: 60ch } .r { display: flex; flex-wrap: wrap } .r p { flex: 0 0 300px }',
    },
  },
  {
    id: 'odd-one-out',
    fails: '<ul><li>Tide</li><li style="padding: 7px">Wind</li><li>Moon</li><li>Rope</li></ul>',
    at: 'body > ul > li:nth-of-type(2)',
    passes: {
      body: '<ul><li>Tide</li><li class="chosen">Wind</li><li>Moon</li><li>Rope</li></ul><div><p style="padding: 4px">Tide</p><p>Wind</p></div>',
      css: 'li:last-child { padding-bottom: 0 } li { padding: 8px } .chosen { font-size: 20px }',
    },
  },
  {
    id: 'heading-below-text',
    fails: { body: `<h2>Tides</h2><p>${PROSE}</p>`, css: 'h2 { font-size: 11px; font-weight: 400 }' },
    at: 'body > h2',
    passes: `<h2>Tides</h2><p>${PROSE}</p>`,
  },
  {
    id: 'heading-sizes',
    fails: { body: '<h1>Tides</h1><h2>Today</h2>', css: 'h1 { font-size: 24px } h2 { font-size: 30px }' },
    at: 'body > h2',
    passes: '<h1>Tides</h1><h2>Today</h2>',
  },
  {
    id: 'single-h1',
    fails: '<h1>Tides</h1><h1>Moon</h1>',
    at: 'body > h1:nth-of-type(2)',
    passes: '<h1><img src="a.png" alt="Nordkai"></h1><h2>Tides</h2>',
  },
  {
    id: 'competing-actions',
    fails: {
      body: '<div><a class="btn" href="/a">Print</a><a class="btn" href="/b">Save</a><a class="btn" href="/c">Send</a></div>',
      css: '.btn { background: #1d5a78; color: #fff }',
    },
    at: 'body > div',
    passes: {
      body: '<div><a class="btn first" href="/a">Print</a><a class="btn" href="/b">Save</a><a class="btn" href="/c">Send</a></div>',
      css: '.first { background: #1d5a78; color: #fff }',
    },
  },
  {
    id: 'faux-heading',
    fails: { body: `<p class="t">Tides of today</p><p>${PROSE}</p>`, css: '.t { font: bold 28px serif }' },
    at: 'body > p:nth-of-type(1)',
    passes: { body: `<h2 class="t">Tides of today</h2><p>${PROSE}</p>`, css: '.t { font: bold 28px serif }' },
  },
  {
    id: 'flat-hierarchy',
    fails: { body: `<h1>Tides</h1><p>${PROSE}</p>`, css: 'h1 { font-size: 17px }' },
    at: 'body > h1',
    passes: `<h1>Tides</h1><p>${PROSE}</p>`,
  },
  {
    id: 'oversized-heading',
    fails: { body: '<h1>All the tides of the north coast</h1>', css: 'h1 { font-size: 120px }' },
    at: 'body > h1',
    passes: { body: '<h1>Tides</h1>', css: 'h1 { font-size: 120px }' },
  },
  {
    id: 'text-size',
    fails: { body: '<p class="s">Small print</p>', css: '.s { font-size: 10px }' },
    at: 'body > p',
    passes: { body: '<p class="s">Small print</p>', css: '.s { font-size: 12px }' },
  },
  {
    id: 'all-caps-text',
    fails: { body: `<p class="c">${PROSE}</p>`, css: '.c { text-transform: uppercase }' },
    at: 'body > p',
    passes: `<p>${PROSE}</p>`,
  },
  {
    id: 'justified-text',
    fails: { body: `<p class="c">${PROSE}</p>`, css: '.c { text-align: justify }' },
    at: 'body > p',
    passes: `<p>${PROSE}</p>`,
  },
  {
    id: 'line-height',
    fails: { body: `<p>${PROSE}</p>`, css: 'p { line-height: 1.1 }' },
    at: 'body > p',
    passes: { body: `<p>${PROSE}</p>`, css: 'p { line-height: 1.5 }' },
  },
  {
    id: 'line-length',
    fails: `<p>${LONG}</p>`,
    at: 'body > p',
    passes: { body: `<p>${LONG}</p>`, css: 'p { max-width: 65ch }' },
  },
  {
    id: 'thin-text',
    fails: { body: `<p>${PROSE}</p>`, css: 'p { font-weight: 200 }' },
    at: 'body > p',
    passes: { body: `<h1>Tides</h1><p>${PROSE}</p>`, css: 'h1 { font-weight: 200 }' },
  },
  {
    id: 'type-families',
    fails: {
      body: '<p>One</p><p class="b">Two</p><p class="c">Three</p><p class="d">Four</p>',
      css: '.b { font-family: Arial } .c { font-family: Verdana } .d { font-family: Palatino }',
    },
    at: 'html',
    passes: { body: '<h1>Tides</h1><p>One</p>', css: 'h1 { font-family: Futura, sans-serif }' },
  },
  {
    id: 'type-scale',
    fails: { body: '<p>One</p><p class="b">Two</p>', css: '.b { font-size: 16.5px }' },
    at: 'html',
    passes: '<h1>Tides</h1><p>One</p>',
  },
  {
    id: 'font-fallback',
    fails: { body: '<p>One</p>', css: 'p { font-family: "Charter" }' },
    at: 'body > p',
    passes: { body: '<p>One</p>', css: 'p { font-family: "Charter", Georgia, serif }' },
  },
  {
    id: 'italic-text',
    fails: { body: `<p>${PROSE}</p>`, css: 'p { font-style: italic }' },
    at: 'body > p',
    passes: `<p>${PROSE} <em>Not one.</em></p>`,
  },
  {
    id: 'letter-spacing',
    fails: { body: `<p>${PROSE}</p>`, css: 'p { letter-spacing: .2em }' },
    at: 'body > p',
    passes: { body: `<p>${PROSE}</p>`, css: 'p { letter-spacing: .01em }' },
  },
  {
    id: 'contrast-states',
    fails:
      '<style>body{background:#fff;color:#111}.b{background:#055;color:#fff}.b:hover{background:#8fc7d1}.w{background:#fff;color:#055}.w:hover{background:#fff;color:#fff}@media (prefers-color-scheme: dark){body{background:#111;color:#ddd}.m{color:#444}}</style><p class="m">Muted words of a text</p><a class="b" href="/x">Order now</a><div><a class="w" href="/y">Call us</a></div>',
    at: ['body > p', 'body > a', 'body > div > a'],
    passes:
      '<style>body{background:#fff;color:#111}.b{background:#055;color:#fff}.b:hover{background:#033}a:focus-visible{outline:2px solid #055;color:#033;background:#fff}@media (prefers-color-scheme: dark){body{background:#111;color:#ddd}.m{color:#bbb}}</style><p class="m">Muted words of a text</p><a class="b" href="/x">Order now</a><svg role="img" aria-label="Tides" style="background:#eee"><text x="4" y="9" fill="#111">High</text></svg>',
  },
  {
    id: 'contrast-text',
    fails: { body: '<p class="n">Updated at six.</p>', css: '.n { color: #aaa }' },
    at: 'body > p',
    passes: {
      body: '<p>Updated at six.</p><h2 class="g"><span>Tides</span></h2>',
      css: '.g { background-image: linear-gradient(#123, #765); -webkit-background-clip: text; color: #345 }',
    },
  },
  {
    id: 'measurable-styles',
    fails: { body: '<p>One</p>', head: '<link rel="stylesheet" href="https://cdn.test/bootstrap.css">' },
    at: 'html > head',
    passes: '<p>One</p>',
  },
  {
    id: 'spacing-scale',
    fails: { body: '<p>One</p>', css: 'p { margin-bottom: 17px }' },
    at: 'body > p',
    passes: { body: '<p>One</p>', css: 'p { margin-bottom: 16px }' },
  },
  {
    id: 'heading-proximity',
    fails: {
      body: `<p>${PROSE}</p><h2>Tides</h2><p>${PROSE}</p>`,
      css: 'p { margin: 8px 0 } h2 { margin: 8px 0 48px }',
    },
    at: 'body > h2',
    passes: {
      body: `<p>${PROSE}</p><h2>Tides</h2><p>${PROSE}</p>`,
      css: 'p { margin: 8px 0 } h2 { margin: 48px 0 8px }',
    },
  },
  {
    id: 'section-rhythm',
    fails: {
      body: '<section class="s9">A</section><section class="s5">B</section><section class="s2">C</section>',
      css: shades(10, 'padding'),
    },
    at: 'body > section:nth-of-type(2)',
    passes: {
      body: '<section>A</section><section>B</section><section>C</section>',
      css: 'section { padding: 32px }',
    },
  },
  {
    id: 'spacing-variety',
    fails: { body: spread(20), css: shades(20, 'margin-bottom') },
    at: 'html',
    passes: { body: spread(4), css: shades(4, 'margin-bottom') },
  },
  {
    id: 'clipped-text',
    fails: {
      body: `<p class="a">${PROSE}</p><p class="b">${PROSE}</p><p class="c">${PROSE}</p>`,
      css: '.a { height: 20px; overflow: hidden; white-space: nowrap } .b { height: 22px; line-height: 1.6; overflow: hidden } .c { max-height: 1.5em; overflow-y: clip }',
    },
    at: [1, 2, 3].map((n) => `body > p:nth-of-type(${n})`),
    passes: {
      body: `<p class="a">${PROSE}</p><p class="t">${PROSE}</p><a href="/all">The whole text</a><div><p class="m">${PROSE}</p><button>More</button></div>`,
      css: '.a { min-height: 20px } .t { height: 16px; line-height: 16px; overflow: hidden } .m { height: 60px; overflow: hidden }',
    },
  },
  {
    id: 'fixed-width',
    fails: {
      body: `<div class="w">One</div><p>${PROSE}</p><ul><li>One</li></ul><section>Two</section>`,
      css: '.w { width: 900px } p { white-space: nowrap } ul { display: grid; grid-template-columns: repeat(3, minmax(220px, 1fr)) } section { width: 140% }',
    },
    at: ['body > div', 'body > p', 'body > ul', 'body > section'],
    passes: {
      body: `<div class="w">One</div><div class="s"><p>${PROSE}</p></div><ul><li>One</li></ul><ol><li>One</li></ol><section>Two</section>`,
      css: 'ol { display: grid; grid-template-columns: minmax(0, 1fr) clamp(340px, 34vw, 420px) } .w { width: 900px; max-width: 100% } .s { overflow-x: auto } p { white-space: nowrap } ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)) } @media (min-width: 900px) { section { width: 140% } }',
    },
  },
  {
    id: 'overlapping-text',
    fails: {
      body: '<p>The first boat leaves at dawn.</p><p class="a">The second leaves at noon.</p><p class="b">The third leaves at dusk.</p><p class="c">The last one stays.</p>',
      css: 'p { margin: 0 0 16px; line-height: 1.5 } .a { margin-top: -40px } .b { position: relative; top: -36px } .c { transform: translateY(-2.5rem) }',
    },
    at: [2, 3, 4].map((n) => `body > p:nth-of-type(${n})`),
    passes: {
      body: '<p>The first boat leaves at dawn.</p><p class="a">The second leaves at noon.</p><div class="row"><p>One</p><p class="b">Two</p></div><p class="c">The last one stays.</p>',
      css: 'p { margin: 0 0 16px; line-height: 1.5 } .a { margin-top: -12px } .row { display: flex } .b { position: relative; top: -30px } .c { transform: translateY(-4px) }',
    },
  },
  {
    id: 'uneven-padding',
    fails: { body: '<div class="w">One</div>', css: '.w { padding: 16px 40px 16px 16px }' },
    at: 'body > div',
    passes: { body: '<div class="w">One</div>', css: '.w { padding: 16px }' },
  },
  {
    id: 'cramped-padding',
    fails: { body: '<div class="w">One</div>', css: '.w { background: #dde; padding: 1px }' },
    at: 'body > div',
    passes: {
      body: '<div class="w">One</div><button class="plain">Two</button>',
      css: '.w { background: #dde; padding: 12px } .plain { background: #dde }',
    },
  },
  {
    id: 'emoji-icons',
    fails: '<h2>🚀 Fast</h2><h2>🔒 Safe</h2>',
    at: ['body > h2:nth-of-type(1)', 'body > h2:nth-of-type(2)'],
    passes: '<h2>Fast</h2><p>Have a good day 🙂</p>',
  },
  {
    id: 'gradient-text',
    fails: {
      body: '<h1>Tides</h1>',
      css: 'h1 { background: linear-gradient(red, blue); background-clip: text; color: transparent }',
    },
    at: 'body > h1',
    passes: { body: '<h1>Tides</h1>', css: 'h1 { background: linear-gradient(white, white) }' },
  },
  {
    id: 'nested-cards',
    fails: {
      body: '<div class="c"><div class="c"><p>One</p></div></div>',
      css: '.c { border: 1px solid #ccc; border-radius: 8px; padding: 16px }',
    },
    at: 'body > div > div',
    passes: {
      body: '<div class="c"><div><p>One</p></div></div>',
      css: '.c { border: 1px solid #ccc; border-radius: 8px; padding: 16px }',
    },
  },
  {
    id: 'purple-gradient',
    fails: { body: '<div class="g">One</div>', css: '.g { background: linear-gradient(#6366f1, #a855f7) }' },
    at: 'body > div',
    passes: { body: '<div class="g">One</div>', css: '.g { background: linear-gradient(#0b3d2e, #14532d) }' },
  },
  {
    id: 'side-tab',
    fails: {
      body: '<div class="c">One</div><section>Two</section>',
      css: '.c { border-left: 4px solid red; border-radius: 8px; background: #eee } section { border-right: 4px solid blue; border-radius: 8px; padding: 16px }',
    },
    at: ['body > div', 'body > section'],
    passes: {
      body: '<div class="c">One</div><div class="d">Two</div><div class="e">Three</div>',
      css: '.c { border: 1px solid red; border-radius: 8px; background: #eee } .d { border-left: 4px solid #999; border-radius: 8px; background: #eee } .e { border-left: 4px solid red }',
    },
  },
  {
    id: 'default-fonts',
    fails: { body: '<p>One</p>', css: 'body { font-family: Inter, sans-serif }' },
    at: 'html',
    passes: '<p>One</p>',
  },
  {
    id: 'everything-centred',
    fails: { body: `<p>${PROSE}</p>`.repeat(4), css: 'p { text-align: center }' },
    at: [1, 2, 3, 4].map((place) => `body > p:nth-of-type(${place})`),
    passes: `<p>${PROSE}</p>`.repeat(4),
  },
  {
    id: 'eyebrow-chips',
    fails: {
      body: [1, 2, 3].map((n) => `<div><span>PART ${n}</span><h2>Tide ${n}</h2></div>`).join(''),
      css: 'span { font-size: 12px }',
    },
    at: [1, 2, 3].map((place) => `body > div:nth-of-type(${place}) > span`),
    passes: {
      body: [1, 2, 3].map((n) => `<div><span>潮汐の時刻表</span><h2>Tide ${n}</h2></div>`).join(''),
      css: 'span { font-size: 12px }',
    },
  },
  {
    id: 'glow',
    fails: { body: '<div class="g">One</div>', css: '.g { box-shadow: 0 0 40px #818cf8 }' },
    at: 'body > div',
    passes: { body: '<div class="g">One</div>', css: '.g { box-shadow: 0 2px 8px rgba(0,0,0,.2) }' },
  },
  {
    id: 'monotonous-spacing',
    fails: { body: '<p>One</p>'.repeat(12), css: 'p { padding: 16px }' },
    at: 'html',
    passes: { body: '<p>One</p>'.repeat(12), css: 'p { padding: 16px 8px }' },
  },
];
