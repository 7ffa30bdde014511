/** The copy panelist's audits: finished, plain, reading load, calls. */
import { fileURLToPath } from 'node:url';
import { type AuditCase, PROSE } from './case.ts';

const HERE = fileURLToPath(import.meta.url);
const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => ['tide', 'wind', 'moon', 'boat', 'rope'][index % 5]).join(' ');
const HARD =
  'Notwithstanding institutional considerations, organisational responsibilities necessitate comprehensive documentation of administrative regulations. Interdepartmental communication infrastructures facilitate multidimensional accountability. '.repeat(
    4,
  );
const whole = (html: string): { source: string } => ({ source: `<!doctype html>${html}` });
const script = (code: string): string => `<script>${code}</script>`;

export const COPY_CASES: readonly AuditCase[] = [
  {
    id: 'misspelt-words',
    fails:
      '<p>The harbour office keeps a regsiter of every boat, and the notebbook lies open.</p><h2>Electrcity on the quay</h2>',
    at: ['body > p', 'body > p', 'body > h2'],
    passes:
      '<p>The harbourmaster recognises a dinghy, a catamaran and the colour of a wheelhouse; Brightwell sails for kombucha.</p><p lang="de">Der Hafen liegt am Fluss.</p><code>regsiter</code>',
  },
  {
    id: 'sentence-form',
    fails:
      '<p>The gauge (it is old stands at the quay.</p><p>Two clerks read it at dawn and again at dusk.</p><p>Their books go back to a winter long ago.</p><p>they never missed a day in all that time.</p><p>Every tide was written down by hand there.</p><p>The books are kept in the office for all.</p><p>Nobody has lost one of the many pages yet.</p><ul><li>A rope of hemp</li><li>A rope of hemp</li><li>An oar of ash</li></ul>',
    at: ['body > p:nth-of-type(1)', 'body > p:nth-of-type(4)', 'body > ul > li:nth-of-type(2)'],
    passes:
      '<p>The gauge (it is old) stands at the quay :)</p><p>a) Two clerks read it.</p><p>“The books are old,” he said.</p><ul><li>A rope of hemp.</li><li>An oar of ash.</li><li>A sail of flax.</li></ul>',
  },
  {
    id: 'head-agrees',
    fails: {
      head: '<title>Tides</title><meta name="robots" content="noindex"><link rel="canonical" href="https://staging.tides.no/"><meta name="description" content="">',
      body: '<p>Tides</p>',
    },
    at: [
      'html > head > title:nth-of-type(2)',
      'html > head > meta:nth-of-type(3)',
      'html > head > link',
      'html > head > meta:nth-of-type(4)',
    ],
    passes: {
      head: '<meta name="robots" content="index, follow"><link rel="canonical" href="https://tides.no/"><meta name="description" content="Tide tables for the coast."><meta name="theme-color" content="#fff" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#000" media="(prefers-color-scheme: dark)">',
      body: '<svg><title>A boat</title></svg><p>Tides</p>',
    },
  },
  {
    id: 'foreign-labels',
    fails: {
      source:
        '<!doctype html><html lang="de"><head><title>Gezeiten</title></head><body><p>Der Hafen liegt am Fluss, und die Boote sind mit dem Wind und der Flut auf dem Weg zu uns.</p><form action="/a"><button>Book an appointment</button></form></body></html>',
    },
    at: 'body > form > button',
    passes: {
      source:
        '<!doctype html><html lang="de"><head><title>Gezeiten</title></head><body><p>Der Hafen liegt am Fluss, und die Boote sind mit dem Wind und der Flut auf dem Weg zu uns.</p><form action="/a"><button>Termin buchen</button></form><a href="/en" lang="en">Read more</a><a href="/b">Login</a><a href="/c">Newsletter</a></body></html>',
    },
  },
  {
    id: 'server-output',
    fails:
      '<p>Warning: fopen(tides.csv): failed to open stream in /srv/tides.php on line 12</p><p>404 Not Found. nginx/1.18.0</p><p>The key is sk-live-4242424242424242424242.</p>',
    at: ['body > p:nth-of-type(1)', 'body > p:nth-of-type(2)', 'body > p:nth-of-type(3)'],
    passes:
      '<p>Warning: the quay is slippery on line 12 of the tram.</p><p>404 Not Found means that nothing lies at an address.</p><p>Password: at least eight characters.</p><pre><code>Traceback (most recent call last)</code></pre>',
  },
  {
    id: 'media-form',
    fails:
      '<img alt="A boat"><img src="a.html" alt="A boat"><img src="a.png" srcset="a.png 1x, b.png 400w" alt="A boat"><picture><source srcset="a.webp" type="image/webp"></picture><video src="a.mp4"></video><video controls><source src="a.webm" type="video/mp4"></video><iframe title="Film" src="https://www.youtube.com/watch?v=1"></iframe><svg><use href="#gone"></use></svg>',
    at: [
      'body > img:nth-of-type(1)',
      'body > img:nth-of-type(2)',
      'body > img:nth-of-type(3)',
      'body > picture',
      'body > video:nth-of-type(1)',
      'body > video:nth-of-type(2) > source',
      'body > iframe',
      'body > svg > use',
    ],
    passes:
      '<img src="a.png" srcset="a.png 1x, b.png 2x" width="4" height="3" alt="A boat"><picture><source srcset="a.webp" type="image/webp"><img src="a.jpg" alt="A boat"></picture><video controls src="a.mp4"><track kind="captions" src="a.vtt" srclang="en" label="English"></video><video autoplay muted loop src="b.mp4"></video><svg><symbol id="oar"></symbol><use href="#oar"></use></svg>',
  },
  {
    id: 'empty-sections',
    fails:
      '<h2><button aria-expanded="true">Ports</button></h2><h2>Boats</h2><p>Two of them.</p><ul><li></li><li>One</li></ul>',
    at: ['body > h2:nth-of-type(1)', 'body > ul > li:nth-of-type(1)'],
    passes:
      '<h1>Tides</h1><h2>Ports</h2><h3>Bergen</h3><p>High at noon.</p><h2><button aria-expanded="false">Piers</button></h2><h2>Boats</h2><img src="a.png" alt="A boat"><section><div><h2>Ropes</h2></div><p>Long ones.</p></section>',
  },
  {
    id: 'link-form',
    fails:
      '<a href="htp://nordkai.no">One</a><a href="https//nordkai.no">Two</a><a href="www.nordkai.no">Three</a><a href="mailto:info@">Four</a><a href="mailto:a b@nordkai.no">Five</a><a href="tel:call-us">Six</a><a href="https://nordkai,no">Seven</a><a href="info@nordkai.no">Eight</a><a href="/undefined">Nine</a><a href="https://https://nordkai.no">Ten</a><a href="https://staging.nordkai.no/a">Eleven</a>',
    at: Array.from({ length: 11 }, (_, index) => `body > a:nth-of-type(${index + 1})`),
    passes:
      '<a href="https://www.nordkai.no/a?b=c#d">One</a><a href="http://nordkai.no">Two</a><a href="//nordkai.no">Three</a><a href="mailto:info@nordkai.no?subject=Tides">Four</a><a href="mailto:?body=Look">Five</a><a href="tel:+47-5551-2340">Six</a><a href="harbour.html">Seven</a><a href="HISTORY.md">Eight</a><a href="/test/a">Nine</a><a href="http-notes">Ten</a><form action="/a"></form>',
  },
  {
    id: 'link-promise',
    fails:
      '<a href="https://facebook.com/nordkai">Nordkai on Instagram</a><a href="tel:+4755512340">Send us a mail</a><a href="/tides.zip">Download the table (PDF)</a><a href="#ports">Prices</a><section id="ports"><h2>Ports</h2><p>Two.</p></section><section id="prices"><h2>Prices</h2><p>None.</p></section>',
    at: [
      'body > a:nth-of-type(1)',
      'body > a:nth-of-type(2)',
      'body > a:nth-of-type(3)',
      'body > a:nth-of-type(4)',
    ],
    passes:
      '<a href="https://instagram.com/nordkai">Nordkai on Instagram</a><a href="mailto:a@nordkai.no">Send us a mail</a><a href="/tides.pdf">Download the table (PDF)</a><a href="#ports">All ports</a><a href="https://blog.nordkai.no/github">How we use GitHub</a><section id="ports"><h2>Ports</h2><p>Two.</p></section><section id="prices"><h2>Prices</h2><p>None.</p></section>',
  },
  {
    id: 'dead-controls',
    fails:
      '<button type="button">Order a boat</button><form action="#"><input name="a" aria-label="Boat"><button disabled>Send</button></form><a>Ports</a><a href="/a" style="pointer-events: none">Boats</a>',
    at: [
      'body > button',
      'body > form',
      'body > form > button',
      'body > a:nth-of-type(1)',
      'body > a:nth-of-type(2)',
    ],
    passes:
      '<form action="/send"><input name="a" aria-label="Boat"><button>Send</button></form><button type="button" popovertarget="x">More</button><div id="x" popover>Tide</div><a id="top">Ports</a><a aria-current="page">Boats</a><a href="/a">Oars</a>',
  },
  {
    id: 'pen-slips',
    fails:
      '<p>You will recieve the table.</p><p>It could of been worse.</p><p>We read the gauge,, then the clock.</p><p>Read the gauge , then the clock.</p><p>The gauge is **new** today.</p><p>Read it.The gauge is old.</p>',
    at: Array.from({ length: 6 }, (_, index) => `body > p:nth-of-type(${index + 1})`),
    passes:
      '<p>You will receive the table… and more. It costs 4,50 at nordkai.no today, e.g. at noon.</p><p>Which gauge did you start with? The one we wrote of.</p><p>An hour, a user, an old oar, a one-off.</p><p>It’s own-brand; its own oar.</p><p lang="fr">Quel prix ? Le bateau !</p>',
  },
  {
    id: 'tool-leftovers',
    fails: {
      markdown: `Sure! Here is the guide you asked for:\n\n${PROSE}\n\n<<<<<<< HEAD\nHigh at noon.\n=======\nHigh at one.\n>>>>>>> tides\n\n${PROSE}\n\nLet me know if you would like any changes!\n\n\`\`\`sh\nls\n`,
    },
    at: ['html', 'html', 'html', 'body > main > p:nth-of-type(1)', 'body > main > p:nth-of-type(5)'],
    passes: {
      markdown: `Of course we open in winter too.\n\n${PROSE}\n\n\`\`\`text\n<<<<<<< HEAD\n=======\n>>>>>>> tides\n\`\`\`\n\n> > > > > > > deep\n\n${PROSE}\n\nAbsolutely! The best ferry on the coast.\n\nKeywords: tides, moon\n\nOption 1: by boat.\n\nLet me know if you would like to visit the harbour.\n`,
    },
  },
  {
    id: 'code-language',
    fails: { markdown: '# A\n\n```\nls\n```\n\n~~~js\nlet a;\n~~~\n' },
    at: 'body > main > pre:nth-of-type(1)',
    passes: { markdown: '# A\n\n```sh\nls\n```\n\n    indented\n' },
  },
  {
    id: 'broken-references',
    fails: { markdown: 'See [the table][tides] today.\n' },
    at: 'body > main > p',
    passes: { markdown: 'See [the table][tides], `[a][b]`, x[i][j] or [x].\n\n[tides]: #x\n' },
  },
  {
    id: 'brief-facts',
    fails: { body: '<p>We open on Sunday.</p>', brief: 'Say that the ferry costs 12 euros.' },
    at: 'body',
    passes: { body: '<p>The ferry costs 12 euros.</p>', brief: 'Say that the ferry costs 12 euros.' },
  },
  {
    id: 'placeholder-text',
    fails:
      '<p>Lorem ipsum dolor sit amet.</p><h2>Sample text</h2><p>TODO</p><p>Prices: TBC.</p><p>TODO: say more</p><p>$NaN</p><p>Das cafÃ© am Hafen</p>',
    at: [
      'body > p:nth-of-type(1)',
      'body > h2',
      'body > p:nth-of-type(2)',
      'body > p:nth-of-type(3)',
      'body > p:nth-of-type(4)',
      'body > p:nth-of-type(5)',
      'body > p:nth-of-type(6)',
    ],
    passes:
      '<p>Its value is undefined until then.</p><p>Café, Ärger, naïve</p><table><tr><th>Title</th><th>Year</th></tr></table><p>Write <code>{{ name }}</code> into the template.</p><p>Comments that say TODO are published; placeholder text says that nobody looked.</p>',
  },
  {
    id: 'facts-agree',
    fails:
      '<ul><li>Rye bread <b>€4.20</b></li><li>Milk roll €1.10</li></ul><p>Our rye bread costs €4.80.</p><p>The shop has three doors:</p><ul><li>North</li><li>South</li></ul><p>Open on Monday, 4 March 2025.</p><p><a href="tel:+4940123456">040 123465</a> or <a href="mailto:a@nordkai.no">b@nordkai.no</a></p><p><time datetime="2025-03-04">March 9, 2025</time></p><p>+47 5551 2340</p><p>+47 5551 2341</p><p>+47 5515 2340</p><section><h2>Solo</h2><p>$4 per month</p></section><table><tr><th>Plan</th><th>Solo</th><th>Firm</th></tr><tr><th>Price</th><td>$6</td><td>$9</td></tr></table><p>Tickets cost 450 kr.</p><p>A ticket costs 500 kr. and includes lunch.</p><table><tr><th>Part</th><th>Cost</th></tr><tr><td>Rope</td><td>12</td></tr><tr><td>Sail</td><td>30</td></tr><tr><th>Total</th><td>44</td></tr></table><p>Open Monday 16:00 to 15:00.</p><h2>Ana Ribeiro</h2><p>Tea with Ana Ribero.</p><p>Founded in 1962</p><p>Boats since 1926.</p>',
    at: [
      'body > p:nth-of-type(1)',
      'body > p:nth-of-type(2)',
      'body > p:nth-of-type(3)',
      'body > p:nth-of-type(4) > a:nth-of-type(1)',
      'body > p:nth-of-type(4) > a:nth-of-type(2)',
      'body > p:nth-of-type(5) > time',
      'body > p:nth-of-type(8)',
      'body > table:nth-of-type(1) > tbody > tr:nth-of-type(2) > td:nth-of-type(1)',
      'body > p:nth-of-type(10)',
      'body > table:nth-of-type(2) > tbody > tr:nth-of-type(4) > td',
      'body > p:nth-of-type(11)',
      'body > p:nth-of-type(12)',
      'body > p:nth-of-type(14)',
    ],
    passes:
      '<ul><li>Rye bread €4.20</li><li>Milk roll €1.10</li></ul><p>Our rye bread costs €4.20, ten of them €38. From Monday rye bread is €3.90 for members.</p><p>Choose one of three doors:</p><ul><li>North</li><li>South</li></ul><p>It takes three hours:</p><ul><li>Out</li><li>Back</li></ul><p>Open on Tuesday, 4 March 2025.</p><p><a href="tel:+4940123456">(040) 12 34 56</a></p><p><a href="mailto:b@nordkai.no?subject=x">b@nordkai.no</a></p><p><time datetime="2025-03-04">4 March 2025</time></p><p><a href="https://www.nordkai.no/x">https://nordkai.no</a></p><p>+47 5551 2340</p><p>+47 5551 2341</p><section><h2>Solo</h2><p>$6 per month</p></section><table><tr><th>Plan</th><th>Solo</th><th>Firm</th></tr><tr><th>Price per year</th><td>$60</td><td>$90</td></tr><tr><th>Price</th><td>$6</td><td>$9</td></tr></table><p>Tickets cost 450 kr.</p><p>A ticket costs 450 kr. and includes lunch.</p><p>A ticket costs 200 kr. for students.</p><table><tr><th>Part</th><th>Cost</th></tr><tr><td>Rope</td><td>€12.50</td></tr><tr><td>Sail</td><td>€1,030</td></tr><tr><th>Total</th><td>€1,042.50</td></tr></table><p>Open Monday 9:00 to 15:00, lunch 12:30 – 1:30.</p><p>The bar is open 16:00 to 02:00.</p><h2>Ana Ribeiro</h2><p>Ana Ribeiro and Ana Pereira.</p><p>Founded in 1962. Since 2019 we also teach.</p>',
  },
  {
    id: 'missing-images',
    fails: { body: '<img src="not-there.png" alt="A boat">', path: HERE },
    at: 'body > img',
    passes: {
      body: '<img src="copy.ts" alt="A boat"><img src="/root.png" alt="Root"><img src=".\\copy.ts" alt="Two">',
      path: HERE,
    },
  },
  {
    id: 'missing-parts',
    fails: {
      body: '<iframe title="Map" src="map-not-there.html"></iframe><script src="not-there.js"></script>',
      path: HERE,
    },
    at: ['body > iframe', 'body > script'],
    passes: {
      body: '<iframe title="Map" src="copy.ts"></iframe><script src="/site/app.js"></script><script src="https://cdn.example.net/a.js"></script><iframe title="Ask" src="/ask?x"></iframe>',
      path: HERE,
    },
  },
  {
    id: 'placeholder-images',
    fails: '<img src="https://via.placeholder.com/400" alt="A boat">',
    at: 'body > img',
    passes: '<img src="boat.png" alt="A boat"><img data-src="late.png" alt="Late">',
  },
  {
    id: 'repeated-text',
    fails: `<p>${PROSE}</p><p>${PROSE}</p>`,
    at: 'body > p:nth-of-type(2)',
    passes: `<p>${PROSE}</p>`,
  },
  {
    id: 'sample-contacts',
    fails: '<p>Write to info@example.com.</p>',
    at: 'body > p',
    passes: '<p>Write to havn@nordkai.no, or call +47 55 512 340. It holds 555 000 litres.</p>',
  },
  {
    id: 'charset',
    fails: whole('<html lang="en"><head><title>T</title></head><body><p>One</p></body></html>'),
    at: 'html > head',
    passes: '<p>One</p>',
  },
  { id: 'debug-leftovers', fails: script('console.log(1)'), at: 'body > script', passes: script('start()') },
  { id: 'doctype', fails: { source: '<html lang="en"><p>One</p></html>' }, at: 'html', passes: '<p>One</p>' },
  {
    id: 'insecure-resources',
    fails: '<img src="http://nordkai.no/a.png" alt="A boat">',
    at: 'body > img',
    passes: '<img src="https://nordkai.no/a.png" alt="A boat"><a href="http://nordkai.no">Nordkai</a>',
  },
  {
    id: 'meta-description',
    fails: '<p>One</p>',
    at: 'html > head',
    passes: { body: '<p>One</p>', head: `<meta name="description" content="${PROSE.slice(0, 110)}">` },
  },
  {
    id: 'title-quality',
    fails: whole('<html lang="en"><head><title>Document</title></head><body><p>One</p></body></html>'),
    at: 'html > head > title',
    passes: '<p>One</p>',
  },
  {
    id: 'todo-comments',
    fails: '<!-- TODO: photo --><p>One</p>',
    at: 'html',
    passes: '<!-- photo --><p>One</p>',
  },
  {
    id: 'vague-claims',
    fails: '<p>Trusted by thousands of sailors.</p>',
    at: 'body > p',
    passes: '<p>Sixty boats from Bergen use it.</p>',
  },
  {
    id: 'image-dimensions',
    fails: '<img src="a.png" alt="A boat">',
    at: 'body > img',
    passes: '<img src="a.png" alt="A boat" width="40" height="30">',
  },
  {
    id: 'new-window',
    fails: '<a href="https://nordkai.no" target="_blank" rel="opener">Nordkai</a>',
    at: 'body > a',
    passes:
      '<a href="https://nordkai.no" target="_blank">Nordkai</a><a href="https://nordkai.no" target="_blank" rel="nofollow noopener">Nordkai</a>',
  },
  {
    id: 'repeated-words',
    fails: '<p>The tide is in the the book.</p>',
    at: 'body > p',
    passes:
      '<p>The tide is in the book. He had had it.</p><p lang="fr">Nous nous levons, vous vous levez.</p>',
  },
  {
    id: 'buzzwords',
    fails: '<p>A seamless, cutting-edge tide table.</p>',
    at: ['body > p', 'body > p'],
    passes: '<p>A tide table.</p><p lang="de">Ein Boot, robust gebaut.</p>',
  },
  {
    id: 'wordy-phrases',
    fails: '<p>Come early in order to see it.</p>',
    at: 'body > p',
    passes: '<p>Come early to see it.</p>',
  },
  {
    id: 'em-dashes',
    fails: `<p>The tide — high — is early — very early — on Monday and Tuesday.</p>`,
    at: ['body > p', 'body > p', 'body > p', 'body > p'],
    passes: `<p>${PROSE}</p><p lang="ru">Море — это вода, берег — это песок, порт — это дом, луна — это свет.</p>`,
  },
  {
    id: 'exclamations',
    fails: '<p>High water!</p><p>Low water!</p><p>Now!</p>',
    at: [1, 2, 3].map((place) => `body > p:nth-of-type(${place})`),
    passes: '<p>High water!</p><p>Low water.</p>',
  },
  {
    id: 'filler-words',
    fails: '<p>It is really important that every boat leaves before noon on Sunday.</p>',
    at: 'body > p',
    passes: '<p>It is important that every boat leaves before noon on Sunday.</p>',
  },
  {
    id: 'not-but',
    fails: '<p>It is not just a table, but a promise.</p>',
    at: 'body > p',
    passes: '<p>It is a table and a promise.</p>',
  },
  {
    id: 'passive-voice',
    fails: '<p>Every tide of the year is written by two clerks in Bergen.</p>',
    at: 'body > p',
    passes: '<p>Two clerks in Bergen write down every tide of the year.</p>',
  },
  { id: 'headline-length', fails: `<h1>${words(16)}</h1>`, at: 'body > h1', passes: '<h1>Tides</h1>' },
  { id: 'paragraph-length', fails: `<p>${words(130)}</p>`, at: 'body > p', passes: `<p>${PROSE}</p>` },
  { id: 'reading-grade', fails: `<p>${HARD}</p>`, at: 'html', passes: `<p>${PROSE} ${PROSE} ${PROSE}</p>` },
  {
    id: 'repeated-headings',
    fails: '<h2>Tides</h2><h2>Tides</h2>',
    at: 'body > h2:nth-of-type(2)',
    passes: '<h2>Tides</h2><h2>Moon</h2>',
  },
  { id: 'sentence-length', fails: `<p>${words(34)}.</p>`, at: 'body > p', passes: `<p>${PROSE}</p>` },
  {
    id: 'dead-links',
    fails: '<a href="#">Tides</a>',
    at: 'body > a',
    passes: '<a href="#t">Tides</a><a href="#/route">Route</a><a href="#close">Close</a><p id="t">One</p>',
  },
  {
    id: 'vague-actions',
    fails: '<a href="/a">Click here</a>',
    at: 'body > a',
    passes: '<a href="/a">Tides of today</a><button aria-expanded="false">More</button>',
  },
  { id: 'has-action', fails: '<p>One</p>', at: 'body', passes: '<a href="/a">Tides</a>' },
  {
    id: 'same-label',
    fails: '<a href="/a">Tides</a><a href="/b">Tides</a>',
    asks: true,
    at: 'body > a:nth-of-type(2)',
    passes: '<a href="/a">Tides</a><a href="/a/">Tides</a>',
  },
  {
    id: 'action-length',
    fails: '<button>Save the tides of this week on my phone</button>',
    at: 'body > button',
    passes: '<button>Save the tides</button>',
  },
];
