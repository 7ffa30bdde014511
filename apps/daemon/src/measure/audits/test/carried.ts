/** Further cases of audits whose question is wide: safety, forms, the head, figures, what is in sight. */
import { readDesignMd } from '../../model/design-md.ts';
import { type AuditCase, PROSE } from './case.ts';

const whole = (head: string, body: string, lang = 'en'): { source: string } => ({
  source: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Tide mug – Nordkai</title>${head}</head><body>${body}</body></html>`,
});
const script = (code: string): string => `<script>${code}</script>`;
const GERMAN =
  '<p>Der Hafen liegt am Fluss, und die Boote sind mit dem Wind und der Flut auf dem Weg zu uns.</p><p>Wir sind für Sie da und haben auch im Winter geöffnet, wenn es nicht zu kalt ist.</p>';

export const FURTHER_CASES: readonly AuditCase[] = [
  {
    id: 'leaked-secrets',
    fails: `<p>Tides</p>${script('const pay = "sk_live_51Hq8ZKe2mR7vTnB4";')}<!-- db: postgres://ops:Wind!Tide7@10.0.4.17/north -->`,
    at: ['html', 'html'],
    passes: `<p>Tides</p>${script('const map = "pk_live_51Hq8ZKe2mR7vTnB4"; const secret = process.env.KEY;')}<p>The password: ask the harbour office.</p><!-- postgres://user:password@example -->`,
  },
  {
    id: 'unsafe-scripts',
    fails: `<p>Tides</p>${script('document.write("<p>" + decodeURIComponent(location.hash) + "</p>")')}${script('var next = new URLSearchParams(location.search).get("next"); if (next) location.href = next;')}<script src="https://static.hotjar.com/c/h.js"></script>`,
    at: ['body > script:nth-of-type(1)', 'body > script:nth-of-type(2)', 'body > script:nth-of-type(3)'],
    passes: `<p>Tides</p>${script('var q = new URLSearchParams(location.search).get("q"); document.title = q; document.body.textContent = q;')}${script('var next = new URLSearchParams(location.search).get("next"); if (next && next.startsWith("/")) location.href = next;')}<script type="text/plain" src="https://static.hotjar.com/c/h.js"></script>`,
  },
  {
    id: 'reader-control',
    fails:
      '<label>Mail <input type="email" onpaste="return false"></label><p oncontextmenu="return false">Tides</p>',
    at: ['body > label > input', 'body > p'],
    passes: `<label>Mail <input type="email" onpaste="trim(this)"></label>${script('addEventListener("paste", (event) => { keep(event.clipboardData); });')}`,
  },
  {
    id: 'form-terms',
    fails:
      '<form action="/a" method="get"><label>Mail (optional) <input type="email" name="m" required></label><input name="x" required style="display:none"><label><input type="checkbox" name="c" checked> I agree to the terms</label><label>Name <input name="n" value="Test Test"></label><label>Code <input name="z" pattern="[0-9]{5}" placeholder="AB-123"></label><p class="error">Invalid value.</p></form>',
    at: [
      'body > form > label:nth-of-type(1) > input',
      'body > form > input',
      'body > form > label:nth-of-type(2) > input',
      'body > form > label:nth-of-type(3) > input',
      'body > form > label:nth-of-type(4) > input',
      'body > form',
      'body > form > p',
    ],
    passes:
      '<form action="/search" method="get"><label>Tide <input name="q"></label></form><form action="/a" method="post"><label>Mail (optional) <input type="email" name="m"></label><input type="hidden" name="x" value="1"><label><input type="checkbox" name="c"> I agree to the terms</label><label><input type="checkbox" name="r" checked> Remember me</label><label>Code <input name="z" pattern="[0-9]{5}" placeholder="12345" aria-invalid="true" aria-describedby="e"></label><p class="error" id="e">Write five digits.</p></form>',
  },
  {
    id: 'head-agrees',
    fails: whole(
      '<meta name="description" content="The Tide mug, made by hand in Bergen. From €18, with a blue rim."><meta property="og:title" content="My WordPress Site"><link rel="canonical" href="https://theme-demo.no/page-2"><script type="application/ld+json">{"@type": "Product", }</script>',
      '<h1>Tide mug</h1><p>The mug costs €38.</p><a href="https://nordkai.no/a">A</a><a href="https://nordkai.no/b">B</a><a href="https://nordkai.no/c">C</a>',
    ),
    at: [
      'html > head > link',
      'html > head > meta:nth-of-type(3)',
      'html > head > meta:nth-of-type(2)',
      'html > head > script',
    ],
    passes: whole(
      '<meta name="description" content="The Tide mug, made by hand in Bergen. From €38, with a blue rim."><meta property="og:title" content="The Tide mug"><link rel="canonical" href="https://nordkai.no/shop/tide-mug"><meta property="og:url" content="https://www.nordkai.no/shop/tide-mug/"><script type="application/ld+json">{"@type": "Product", "offers": {"price": "38.00"}}</script>',
      '<h1>Tide mug</h1><table><tr><td>One</td><td>€38</td></tr><tr><td>2 mugs</td><td>€70</td></tr></table><a href="https://nordkai.no/a">A</a><a href="https://nordkai.no/b">B</a><a href="https://nordkai.no/c">C</a>',
    ),
  },
  {
    id: 'facts-agree',
    fails:
      '<p>The work costs 410,000 euros; the county pays 60 percent, that is 264,000 euros.</p><p>A family pays €62 instead of €54.</p><p>Train at 09:10, arrival 08:05.</p><ul><li>400 kg potatoes</li><li>30 g butter</li><li>100 ml cream</li></ul><ol><li>12 January: paper</li><li>19 January: folds</li><li>23 February: thread</li><li>2 February: boards</li><li>9 February: glue</li></ol><div><p>8,400</p><p>15% more than last week (8,000)</p></div>',
    at: [
      'body > p:nth-of-type(1)',
      'body > p:nth-of-type(2)',
      'body > p:nth-of-type(3)',
      'body > ul > li:nth-of-type(1)',
      'body > ol > li:nth-of-type(3)',
      'body > div > p:nth-of-type(2)',
    ],
    passes:
      '<p>The work costs 410,000 euros; the county pays 60 percent, that is 246,000 euros.</p><p>A family pays €48 instead of €54.</p><p>Night train at 21:10, arrival 08:05.</p><ul><li>1 kg potatoes</li><li>30 g butter</li><li>100 ml cream</li></ul><ol><li>12 October: paper</li><li>19 November: folds</li><li>23 December: thread</li><li>2 January: boards</li><li>9 February: glue</li></ol><div><p>8,400</p><p>5% more than last week (8,000)</p></div>',
  },
  {
    id: 'visible-text',
    fails: {
      body: '<dl><dt>Apply by</dt><dd class="due">15 January</dd></dl><div class="box">The quay is closed.</div><article><h2>Tides</h2><p class="more">High at noon and at midnight.</p></article>',
      css: '.due { position: absolute; left: -5000px } .box { position: relative } .box::after { content: ""; position: absolute; inset: 0; background: #eee } .more { visibility: hidden } article:hover .more { visibility: visible }',
    },
    at: ['body > dl > dd', 'body > div', 'body > article > p'],
    passes: {
      body: '<a class="skip" href="#m">Skip to page 1</a><p class="sr-only">Page 1 of 3</p><div class="box">The quay is closed.</div><article tabindex="0"><h2>Tides</h2><p class="more">High at noon and at midnight.</p></article>',
      css: '.skip, .sr-only { position: absolute; left: -5000px } .box { position: relative } .box::after { content: ""; position: absolute; left: 0; bottom: 0; width: 100%; height: 2px; background: #eee } .more { visibility: hidden } article:hover .more, article:focus-within .more { visibility: visible }',
    },
  },
  {
    id: 'contrast-states',
    fails: { body: `<p class="x">${PROSE}</p>`, css: '@media (max-width: 600px) { .x { color: #bbb } }' },
    at: 'body > p',
    passes: {
      body: `<p class="x">${PROSE}</p>`,
      css: '@media (max-width: 600px) { .x { color: #333 } } @media (max-width: 200px) { .x { color: #bbb } }',
    },
  },
  {
    id: 'valid-styles',
    fails: { body: '<p>Tides</p>', css: 'p { background: var(--nowhere) }' },
    at: 'html',
    passes: {
      body: '<p style="--mine: red">Tides</p>',
      css: ':root { --sea: #1d5a78 } p { color: var(--sea); background: var(--else, #fff); border-color: var(--mine) }',
    },
  },
  {
    id: 'text-direction',
    fails: `<main dir="rtl"><p>${PROSE}</p></main>`,
    at: 'body > main',
    passes: `<main dir="auto"><p>${PROSE}</p></main><p dir="rtl" lang="ar">مرحبا بكم في الميناء القديم</p>`,
  },
  {
    id: 'language-match',
    fails: whole('', `${GERMAN}<p>Please ask our staff for the list of all the boats.</p>`, 'de'),
    at: 'body > p:nth-of-type(3)',
    passes: whole(
      '',
      `${GERMAN}<p lang="en">Please ask our staff for the list of all the boats.</p><p>Das Buch heißt „The Sea and the Wind of the North“.</p>`,
      'de',
    ),
  },
  {
    id: 'data-table',
    fails:
      '<table><tr><th scope="row">Day</th><th scope="row">Tide</th></tr><tr><td>Monday</td><td>9:40</td></tr></table><table><tr><th>Day</th><th></th><th></th></tr><tr><td>Monday</td><td>9:40</td><td>1.2</td></tr></table>',
    at: [
      'body > table:nth-of-type(1) > tbody > tr:nth-of-type(1) > th:nth-of-type(1)',
      'body > table:nth-of-type(2) > tbody > tr:nth-of-type(1) > th:nth-of-type(2)',
    ],
    passes:
      '<table><tr><th></th><th scope="col">Tide</th><th scope="col">Wind</th></tr><tr><th scope="row">Monday</th><td>9:40</td><td>4</td></tr></table>',
  },
  {
    id: 'brand-voice',
    fails: {
      design: readDesignMd(
        '# Mill\n\n## Voice\n\n- Say "seafarers", never "sailors".\n- Name: "Ledgerly", never "ledgerly".\n',
      ),
      body: '<p>A sailor came to ledgerly in the winter.</p>',
    },
    at: ['body > p', 'body > p'],
    passes: {
      design: readDesignMd(
        '# Mill\n\n## Voice\n\n- Name: "Ledgerly", never "ledgerly".\n- No default recurring gift: "One time" is always preselected.\n',
      ),
      body: '<p>Ledgerly is for mills. Write to help@ledgerly.no, one time or twice.</p>',
    },
  },
  {
    id: 'pen-slips',
    fails: '<p>The boat sails 10:15--11:00 today.</p>',
    at: 'body > p',
    passes:
      '<p>Something was loose that should have been tight.</p><p>Does it have a garden? Each of these rooms has one, on your right.</p><p>Grade A office space, rooms A and B, an historic quay.</p><p>How the house is paid for</p><p><strong>Monday.</strong><span>The gauge is old.</span></p><p>A B C D E F G</p>',
  },
];
