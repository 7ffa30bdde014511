/** The accessibility panelist's audits: WCAG, names, structure, focus. */
import { type AuditCase, PROSE } from './case.ts';

const whole = (html: string): { source: string } => ({ source: `<!doctype html>${html}` });
const NAV = Array.from({ length: 7 }, (_, index) => `<a href="/p${index}">Page ${index}</a>`).join('');

export const A11Y_CASES: readonly AuditCase[] = [
  {
    id: 'valid-markup',
    fails:
      '<paragraf>Tide</paragraf><form action="/a" method="psot"><label>Mail <input type="mail" name="a"></label><label>Port <select name="b"><option value="1">Oslo</option><option value="2">Oslo</option></select></label></form><p clas="lead">High at <time datetime="2027-02-30">noon</time></p><a href="/x" rel="noopner">Boats</a><p align="center">Rope</p><div id="old books">Books</div>',
    at: [
      'body > paragraf',
      'body > form',
      'body > form > label:nth-of-type(1) > input',
      'body > form > label:nth-of-type(2) > select > option:nth-of-type(2)',
      'body > p:nth-of-type(1)',
      'body > p:nth-of-type(1) > time',
      'body > a',
      'body > p:nth-of-type(2)',
      'body > div',
    ],
    passes:
      '<my-tide>High</my-tide><form action="/a" method="post"><label>Mail <input type="email" name="a" x-model="mail"></label><label>Port <select name="b"><option value="1">Oslo</option><option value="2">Bergen</option></select></label></form><p data-clas="lead" ng-if="x">At <time datetime="PT2H30M">2½ hours</time>, <time datetime="2028-02-29T12:00Z">noon</time></p><a href="/x" rel="noopener nofollow" target="_blank">Boats</a><div id="old-books">Books</div>',
  },
  {
    id: 'well-formed',
    fails:
      '<div class="a" class="b">Tide</div><section><span>Wind</section><form action="/a"><form action="/b"><p>Moon</p></form><table><tr><td>1</td></tr><p>Rope</p></table><p>Gauge<div>Book</div></p>',
    at: [
      'body > div:nth-of-type(1)',
      'body > section > span',
      'body > p:nth-of-type(1)',
      'body > form',
      'body > p:nth-of-type(2)',
    ],
    passes:
      '<ul><li>Tide<li>Wind</ul><p>Moon<p>Rope<br><img src="a.png" alt="A rope"><table><tr><td>1</table><svg><path d="M0 0"/></svg><!-- </div> --><pre>&lt;div&gt;</pre>',
  },
  {
    id: 'content-model',
    fails:
      '<ul><div>Tide</div><li>Wind</li></ul><ol>Moon<li>Sun</li></ol><dl><dt>Rope</dt></dl><details><p>Gauge</p></details><fieldset><p>Which?</p><legend>Boat</legend></fieldset><div><figcaption>Oar</figcaption></div>',
    at: [
      'body > ul > div',
      'body > ol',
      'body > dl > dt',
      'body > details',
      'body > fieldset > legend',
      'body > div > figcaption',
    ],
    passes:
      '<ul><li>Wind</li><script></script></ul><dl><div><dt>Rope</dt><dd>Long</dd></div></dl><details><summary>More</summary><p>Gauge</p></details><figure><img src="a.png" alt="An oar"><figcaption>Oar</figcaption></figure><div role="list"><div role="listitem">Tide</div></div>',
  },
  {
    id: 'table-grid',
    fails:
      '<table><tr><th scope="col">Port</th><th>High</th></tr><tr><td>Bergen</td><td>7:10</td></tr><tr><td>Oslo</td></tr><tr><td scope="row">Bodø</td><td>8:40</td></tr></table>',
    at: [
      'body > table > tbody > tr:nth-of-type(3)',
      'body > table > tbody > tr:nth-of-type(4) > td:nth-of-type(1)',
    ],
    passes:
      '<table><tr><th></th><th scope="col">High</th><th scope="col">Low</th></tr><tr><th scope="row" rowspan="2">Bergen</th><td>7:10</td><td>1:02</td></tr><tr><td>8:00</td><td>2:00</td></tr><tr><td colspan="3">All times are local.</td></tr></table>',
  },
  {
    id: 'hidden-content',
    fails: '<main aria-hidden="true"><p>Tides are read at dawn.</p></main><h2 role="presentation">Ports</h2>',
    at: ['body > main', 'body > h2'],
    passes:
      '<main><p>Tides <span aria-hidden="true">→</span></p><ul role="presentation"></ul><p><span aria-hidden="true">4 of 5 stars for the harbour</span><span class="said">4 of 5 stars for the harbour office</span></p><div aria-hidden="true" style="display: none"><p>A menu that is closed for now</p></div></main>',
  },
  {
    id: 'landmark-nesting',
    fails:
      '<header><h1>Tides</h1><main><p>High at noon</p></main></header><nav><a href="/a">Ports</a><nav><a href="/b">Boats</a></nav></nav>',
    at: ['body > header > main', 'body > nav > nav'],
    passes:
      '<header><nav><a href="/a">Ports</a></nav></header><main><article><header><h2>High</h2></header><footer>By Ana</footer></article><aside>Moon</aside></main><footer>Bergen</footer>',
  },
  {
    id: 'field-form',
    fails:
      '<form action="/a" method="post"><label>Age <input type="number" name="age" min="10" max="5"></label><label>Password <input type="text" name="p" autocomplete="current-password"></label><label>Email <input type="email" name="e" autocomplete="tel"></label><label>Boat <input></label><label for="gone">Oar</label><fieldset><legend>Port</legend><label><input type="radio" name="a"> Bergen</label><label><input type="radio" name="b"> Oslo</label></fieldset></form>',
    at: [
      'body > form > label:nth-of-type(1) > input',
      'body > form > label:nth-of-type(2) > input',
      'body > form > label:nth-of-type(3) > input',
      'body > form > label:nth-of-type(4) > input',
      'body > form > label:nth-of-type(5)',
      'body > form > fieldset > label:nth-of-type(1) > input',
    ],
    passes:
      '<form action="/a" method="post"><label>Age <input type="number" name="age" min="5" max="10" value="7"></label><label for="p">Password</label><input id="p" type="password" name="p" autocomplete="current-password" pattern="[a-z]{8,}"><label>Email <input type="email" name="e" autocomplete="section-a email"></label><fieldset><legend>Port</legend><label><input type="radio" name="a"> Bergen</label><label><input type="radio" name="a"> Oslo</label></fieldset></form>',
  },
  {
    id: 'table-form',
    fails: {
      markdown: '| | |\n|---|---|\n| a | b |\n\n| Day | Tide |\n|---|---|\n| Monday | 9:40 | lost |\n',
    },
    at: [
      'body > main > table:nth-of-type(1) > tr:nth-of-type(1)',
      'body > main > table:nth-of-type(2) > tr:nth-of-type(2)',
    ],
    passes: { markdown: '| Day | Tide |\n|---|---|\n| Monday | 9:40 |\n| Tuesday |\n' },
  },
  {
    id: 'zoom-allowed',
    fails: whole(
      '<html lang="en"><head><title>T</title><meta name="viewport" content="width=device-width, user-scalable=no"></head><body><p>One</p></body></html>',
    ),
    at: 'html > head > meta',
    passes: '<p>One</p>',
  },
  {
    id: 'aria-attributes',
    fails: '<button aria-expandet="true">Menu</button>',
    at: 'body > button',
    passes: '<button aria-expanded="true">Menu</button>',
  },
  {
    id: 'aria-roles',
    fails: '<div role="buton">Menu</div>',
    at: 'body > div',
    passes: '<div role="button" tabindex="0">Menu</div>',
  },
  {
    id: 'autoplay',
    fails: '<audio src="a.mp3" autoplay></audio>',
    at: 'body > audio',
    passes: '<audio src="a.mp3" autoplay controls></audio><video src="a.mp4" autoplay muted></video>',
  },
  {
    id: 'captions',
    fails: '<video src="a.mp4" controls></video>',
    asks: true,
    at: 'body > video',
    passes: '<video src="a.mp4" controls><track kind="captions" src="a.vtt"></video>',
  },
  {
    id: 'link-distinguishable',
    fails: {
      body: '<p>Read the <a href="/t">tide table</a> before you leave.</p>',
      css: 'a { color: #333; text-decoration: none }',
    },
    at: 'body > p > a',
    passes: '<p>Read the <a href="/t">tide table</a> before you leave.</p>',
  },
  {
    id: 'meta-refresh',
    fails: { body: '<p>One</p>', head: '<meta http-equiv="refresh" content="30">' },
    at: 'html > head > meta:nth-of-type(3)',
    passes: { body: '<p>One</p>', head: '<meta http-equiv="refresh" content="0; url=/new">' },
  },
  {
    id: 'orientation',
    fails: {
      body: `<p>${PROSE}</p>`,
      css: '@media (orientation: portrait) { body { transform: rotate(-90deg) } }',
    },
    at: 'body',
    passes: {
      body: `<p>${PROSE}</p>`,
      css: '@media (orientation: portrait) { body { transform: rotate(2turn) } }',
    },
  },
  {
    id: 'text-spacing',
    fails: `<p style="letter-spacing: 0.02em !important">${PROSE}</p>`,
    at: 'body > p',
    passes: `<p style="letter-spacing: 0.02em">${PROSE}</p>`,
  },
  {
    id: 'header-cells',
    fails: '<table><tr><th>Day</th><th>Tide</th></tr><tr><td>Monday</td></tr></table>',
    at: 'body > table > tbody > tr:nth-of-type(1) > th:nth-of-type(2)',
    passes:
      '<table><tr><th scope="col">Day</th><th scope="col">Tide</th></tr><tr><th scope="row">Monday</th><td>9:40</td></tr></table>',
  },
  {
    id: 'headers-attribute',
    fails: '<table><tr><th id="a">Day</th></tr><tr><td headers="b">Monday</td></tr></table>',
    at: 'body > table > tbody > tr:nth-of-type(2) > td',
    passes: '<table><tr><th id="a">Day</th></tr><tr><td headers="a">Monday</td></tr></table>',
  },
  {
    id: 'no-refresh',
    fails: {
      body: '<p>One</p>',
      head: '<meta http-equiv="refresh" content="90000">',
      bar: { level: 'AAA', strict: false },
    },
    at: 'html > head > meta:nth-of-type(3)',
    passes: { body: '<p>One</p>', bar: { level: 'AAA', strict: false } },
  },
  {
    id: 'keyboard-trap',
    fails:
      '<button onblur="setTimeout(() => this.focus(), 5)">Save</button><a href="/a" onfocus="this.blur()">Tides</a><div onkeydown="if (event.key === \'Tab\') event.preventDefault()">Box</div>',
    at: ['body > button', 'body > a', 'body > div'],
    passes:
      '<button onblur="if (empty()) this.focus()">Save</button><button onblur="save()">Save</button><a href="/a" onfocus="mark(this)" onkeydown="if (event.key === \'Enter\') event.preventDefault()">Tides</a>',
  },
  {
    id: 'content-heading',
    fails: `<nav><h2>Menu</h2><a href="/a">Tides</a></nav><div><p>${PROSE}</p></div>`,
    at: 'body > div > p',
    passes: `<nav><h2>Menu</h2><a href="/a">Tides</a></nav><div><h1>Tides</h1><p>${PROSE}</p></div>`,
  },
  {
    id: 'language-match',
    fails: '<p>Wir schreiben die Gezeiten jeden Tag von Hand auf, und das seit dem Winter von 1887.</p>',
    at: 'html',
    passes: `<p>${PROSE}</p><p lang="de">Wir schreiben die Gezeiten auf, und das seit dem Winter.</p>`,
  },
  {
    id: 'contrast-enhanced',
    fails: { body: `<p>${PROSE}</p>`, css: 'p { color: #666 }', bar: { level: 'AAA', strict: false } },
    at: 'body > p',
    passes: { body: `<p>${PROSE}</p>`, bar: { level: 'AAA', strict: false } },
  },
  {
    id: 'page-language',
    fails: whole('<html><head><title>T</title></head><body><p>One</p></body></html>'),
    at: 'html',
    passes: '<p>One</p>',
  },
  {
    id: 'page-title',
    fails: whole('<html lang="en"><head></head><body><p>One</p></body></html>'),
    at: 'html',
    passes: '<p>One</p>',
  },
  {
    id: 'viewport-meta',
    fails: whole('<html lang="en"><head><title>T</title></head><body><p>One</p></body></html>'),
    at: 'html > head',
    passes: '<p>One</p>',
  },
  {
    id: 'autocomplete',
    fails: '<label>Mail <input type="email" autocomplete="e-mail-adress"></label>',
    at: 'body > label > input',
    passes: '<label>Mail <input type="email" autocomplete="email"></label>',
  },
  {
    id: 'decorative-exposed',
    fails: '<img src="a.png" alt="" aria-label="A line">',
    at: 'body > img',
    passes: '<img src="a.png" alt="">',
  },
  {
    id: 'duplicate-id',
    fails: '<p id="a">One</p><p id="a">Two</p>',
    at: 'body > p:nth-of-type(2)',
    passes: '<p id="a">One</p><svg><path id="g"/></svg><svg><path id="g"/></svg>',
  },
  {
    id: 'part-language',
    fails: '<p lang="gibberish-x-y">One</p>',
    at: 'body > p',
    passes: '<p lang="de">Eins</p>',
  },
  {
    id: 'flashes',
    fails: {
      body: '<div class="a"><p>One</p></div><p class="b">Two</p><p class="c">Three</p>',
      css: '@keyframes strobe { 50% { background: #f00 } } @keyframes gone { from { opacity: 1 } to { opacity: 0 } } .a { animation: strobe .15s infinite } .b { animation: gone 100ms steps(2, end) infinite } .c { animation-name: gone; animation-duration: .1s; animation-iteration-count: infinite; animation-direction: alternate }',
    },
    at: ['body > div', 'body > p:nth-of-type(1)', 'body > p:nth-of-type(2)'],
    passes: {
      body: '<div class="a"><p>One</p></div><p class="b">Two</p><p class="c">Three</p><p class="d">Four</p><i class="e"></i>',
      css: '@keyframes strobe { 50% { background: #f00 } } @keyframes spin { to { transform: rotate(1turn) } } .a { animation: strobe 1.5s infinite } .b { animation: strobe .2s } .c { animation: spin .2s linear infinite } .d { animation: strobe .2s infinite alternate } .e { animation: strobe .1s infinite }',
    },
  },
  {
    id: 'reduced-motion',
    fails: { body: '<p class="m">One</p>', css: '.m { animation: spin 2s infinite }' },
    at: 'body > p',
    passes: {
      body: '<p class="m">One</p>',
      css: '.m { animation: spin 2s infinite } @media (prefers-reduced-motion: reduce) { .m { animation: none } }',
    },
  },
  {
    id: 'button-name',
    fails: '<button><i class="x"></i></button>',
    at: 'body > button',
    passes: '<button>Save</button>',
  },
  {
    id: 'field-name',
    fails: '<input type="email" name="mail">',
    at: 'body > input',
    passes: '<label for="m">Mail</label><input id="m" type="email">',
  },
  {
    id: 'image-name',
    fails: '<img src="a.png">',
    at: 'body > img',
    passes: '<img src="a.png" alt="Two boats">',
  },
  {
    id: 'link-name',
    fails: '<a href="/a"><i class="x"></i></a>',
    at: 'body > a',
    passes: '<a href="/a">Tides</a>',
  },
  {
    id: 'frame-name',
    fails: '<iframe src="a.html"></iframe>',
    at: 'body > iframe',
    passes: '<iframe src="a.html" title="Map"></iframe>',
  },
  {
    id: 'graphic-name',
    fails: '<svg role="img"><path d="M0 0"/></svg>',
    at: 'body > svg',
    passes: '<svg role="img" aria-label="A wave"><path d="M0 0"/></svg>',
  },
  { id: 'heading-name', fails: '<h2></h2>', at: 'body > h2', passes: '<h2>Tides</h2>' },
  {
    id: 'placeholder-label',
    fails:
      '<form><input type="email" placeholder="Your e-mail"><input type="search" placeholder="Search the site"></form>',
    at: ['body > form > input:nth-of-type(1)', 'body > form > input:nth-of-type(2)'],
    passes:
      '<form><label for="m">E-mail</label><input id="m" type="email" placeholder="name@example.org"><input type="search" aria-label="Search" placeholder="Search the site"><textarea aria-label="Message" placeholder="Hello"></textarea></form>',
  },
  {
    id: 'field-groups',
    fails:
      '<form><p>Delivery</p><label><input type="radio" name="d"> Post</label><label><input type="radio" name="d"> Pick-up</label></form>',
    at: 'body > form > label:nth-of-type(1) > input',
    passes:
      '<form><fieldset><legend>Delivery</legend><label><input type="radio" name="d"> Post</label><label><input type="radio" name="d"> Pick-up</label></fieldset><div role="radiogroup" aria-label="Size"><label><input type="radio" name="s"> S</label><label><input type="radio" name="s"> M</label></div><label><input type="checkbox" name="news"> News</label></form>',
  },
  {
    id: 'field-errors',
    fails:
      '<form><label for="a">Age</label><input id="a" aria-invalid="true" aria-describedby="h"><small id="h">In years</small><span class="error">Write a number</span></form>',
    at: '#a',
    passes:
      '<form><label for="a">Age</label><input id="a" aria-invalid="true" aria-describedby="h e"><small id="h">In years</small><span class="error" id="e">Write a number</span><label for="b">Name</label><input id="b" aria-invalid="false"></form>',
  },
  {
    id: 'data-table',
    fails:
      '<table><tr><td>Day</td><td>Tide</td></tr><tr><td>Monday</td><td>9:40</td></tr><tr><td>Tuesday</td><td>10:20</td></tr></table>',
    at: 'body > table',
    passes:
      '<table><tr><th scope="col">Day</th><th scope="col">Tide</th></tr><tr><td>Monday</td><td>9:40</td></tr></table><table role="presentation"><tr><td>Left</td><td>Right</td></tr><tr><td>a</td><td>b</td></tr></table><table><tr><td><h2>Part</h2></td><td><p>Text</p></td></tr><tr><td><p>One</p></td><td><p>Two</p></td></tr></table>',
  },
  {
    id: 'alt-text-quality',
    fails: '<img src="a.png" alt="image1">',
    at: 'body > img',
    passes: '<img src="a.png" alt="Two boats">',
  },
  {
    id: 'label-in-name',
    fails: '<a href="/a" aria-label="Prices">Tides of today</a>',
    at: 'body > a',
    passes: '<a href="/a" aria-label="Tides of today, Bergen">Tides of today</a>',
  },
  {
    id: 'menuitem-name',
    fails: '<ul role="menu"><li role="menuitem"></li></ul>',
    at: 'body > ul > li',
    passes: '<ul role="menu"><li role="menuitem">Save</li></ul>',
  },
  {
    id: 'heading-order',
    fails: '<h1>Tides</h1><h4>Today</h4>',
    at: 'body > h4',
    passes: '<h1>Tides</h1><h2>Today</h2>',
  },
  { id: 'main-landmark', fails: '<p>One</p>', at: 'body', passes: '<main><p>One</p></main>' },
  {
    id: 'nested-interactive',
    fails: '<a href="/a"><button>Save</button></a>',
    at: 'body > a > button',
    passes: '<a href="/a">Tides</a><button>Save</button>',
  },
  {
    id: 'required-context',
    fails: '<div role="listitem">One</div>',
    at: 'body > div',
    passes: '<div role="list"><div role="listitem">One</div></div>',
  },
  {
    id: 'table-headers',
    fails: '<table><tr><th scope="col">Day</th></tr><tr><td>Monday</td><td>9:40</td></tr></table>',
    at: 'body > table > tbody > tr:nth-of-type(2) > td:nth-of-type(2)',
    passes:
      '<table><tr><th scope="col">Day</th><th scope="col">High</th></tr><tr><td>Monday</td><td>9:40</td></tr></table>',
  },
  { id: 'deprecated-elements', fails: '<center>One</center>', at: 'body > center', passes: '<p>One</p>' },
  {
    id: 'in-landmarks',
    fails: '<p>One</p><main><p>Two</p></main>',
    at: 'body > p',
    passes: '<main><p>One</p></main>',
  },
  {
    id: 'landmark-names',
    fails: '<nav><a href="/a">A</a></nav><nav><a href="/b">B</a></nav>',
    at: 'body > nav:nth-of-type(1)',
    passes: '<nav aria-label="Main"><a href="/a">A</a></nav><nav aria-label="Legal"><a href="/b">B</a></nav>',
  },
  {
    id: 'focus-visible',
    fails: {
      body: '<a href="/a">Tides</a><p><a class="b" href="/b">Moon</a></p>',
      css: 'body { background: #fbf6ee } a:focus { outline: none } .b:focus-visible { outline: 1px solid #fbf6ee }',
    },
    at: ['body > a', 'body > p > a'],
    passes: {
      body: '<a href="/a">Tides</a><p><a class="b" href="/b">Moon</a></p>',
      css: 'body { background: #fbf6ee } a:focus { outline: none; background: #fd0 } .b:focus-visible { outline: 2px solid #036 }',
    },
  },
  {
    id: 'click-only',
    fails:
      '<div onclick="buy()">Save</div><span onmousedown="drag()">Move</span><a onclick="go()">Tides</a><p role="checkbox" aria-checked="false">Yes</p>',
    at: ['body > div', 'body > span', 'body > a', 'body > p'],
    passes:
      '<button onclick="buy()">Save</button><div onclick="go()"><a href="/a">Tides</a></div><a href="/a" onclick="go()">Tides</a><p role="checkbox" aria-checked="false" tabindex="0">Yes</p><div role="textbox" aria-label="Text" contenteditable></div>',
  },
  {
    id: 'hidden-focusable',
    fails: '<div aria-hidden="true"><a href="/a">Tides</a></div>',
    at: 'body > div',
    passes: '<div aria-hidden="true"><p>Tides</p></div>',
  },
  {
    id: 'positive-tabindex',
    fails: '<a href="/a" tabindex="3">Tides</a>',
    at: 'body > a',
    passes: '<a href="/a" tabindex="0">Tides</a>',
  },
  {
    id: 'target-size',
    fails: { body: '<button>Save</button>', css: 'button { padding: 0; font-size: 12px; line-height: 1.2 }' },
    at: 'body > button',
    passes: { body: '<button class="s">Save</button><button>Plain</button>', css: '.s { padding: 12px }' },
  },
  {
    id: 'frame-focus',
    fails: '<iframe title="Map" tabindex="-1" srcdoc="<a href=x>y</a>"></iframe>',
    at: 'body > iframe',
    passes: '<iframe title="Map" srcdoc="<a href=x>y</a>"></iframe>',
  },
  {
    id: 'scroll-focus',
    fails: { body: `<div>${PROSE}</div>`, css: 'div { height: 20px; width: 200px; overflow: scroll }' },
    at: 'body > div',
    passes: {
      body: `<div tabindex="0">${PROSE}</div>`,
      css: 'div { height: 20px; width: 200px; overflow: scroll }',
    },
  },
  {
    id: 'skip-link',
    fails: `<nav>${NAV}</nav><main><p>One</p></main>`,
    at: 'body > nav > a:nth-of-type(1)',
    passes: `<a href="#m">Skip</a><nav>${NAV}</nav><main id="m"><p>One</p></main>`,
  },
  {
    id: 'tab-order',
    fails: '<a href="/tides" tabindex="-1">Tides</a><button tabindex="-1">Order</button>',
    at: ['body > a', 'body > button'],
    passes:
      '<a href="/tides" tabindex="-1"><img src="a.png" alt="Tides"></a><a href="/tides">Tides</a><div role="tablist"><button role="tab" tabindex="-1">One</button></div><a href="/x" tabindex="-1" aria-disabled="true">Off</a><div tabindex="-1">Here</div>',
  },
  {
    id: 'text-direction',
    fails: '<p>مواعيد المد والجزر على الساحل الشمالي</p>',
    at: 'html',
    passes: '<p dir="rtl">مواعيد المد والجزر على الساحل الشمالي</p><p>The word مد means tide in Arabic.</p>',
  },
  {
    id: 'unasked-change',
    fails: '<select aria-label="Port" onchange="location.href = this.value"><option>North</option></select>',
    at: 'body > select',
    passes: '<select aria-label="Port" onchange="showPrices(this.value)"><option>North</option></select>',
  },
  {
    id: 'form-submit',
    fails:
      '<form><label>Name <input name="n"></label><label>Mail <input name="m"></label><button type="button">Clear</button></form>',
    at: 'body > form',
    passes:
      '<form id="f"><label>Name <input name="n"></label><button>Send</button></form><form id="g"><label>A <input></label></form><button form="g">Go</button>',
  },
  {
    id: 'missing-references',
    fails:
      '<input aria-label="Name" aria-describedby="hint"><label for="q">Port</label><input id="q" list="ports">',
    at: ['body > input:nth-of-type(1)', '#q'],
    passes:
      '<p id="hint">As on your card</p><input aria-label="Name" aria-describedby="hint"><ul list="x"></ul>',
  },
  {
    id: 'faux-list',
    fails: '<p>• North<br>• South<br>• West</p><div><p>1. Row out</p><p>2. Cast</p><p>3. Wait</p></div>',
    at: ['body > p', 'body > div'],
    passes:
      '<p>North<br>South<br>West</p><ul><li>• One</li></ul><p>1. Row out<br>and wait</p><div><p>4. May</p><p>7. June</p><p>9. July</p></div>',
  },
];
