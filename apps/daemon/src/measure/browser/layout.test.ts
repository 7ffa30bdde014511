/** Every question about a page as it is laid out has pages it faults and pages it lets pass. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../model/page.ts';
import { examine } from '../panel.ts';
import { testBrowser } from '../test/chromium.ts';
import { BrowserMeter } from './browser.ts';
import { mergeBrowser } from './results.ts';

const found = await testBrowser();
const WORDS = 'Two clerks read the gauge at dawn and again at dusk, and write down what they saw.';
const CARDS = '<ul class="c"><li>Dawn</li><li>Noon</li><li>Dusk</li><li>Night</li></ul>';
const CARD_STYLE =
  '.c{display:flex;gap:16px;list-style:none;padding:0}.c li{width:120px;height:80px;border:1px solid #888}';
/** A picture of 600 × 400 without a size in the page. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#456"/></svg>';

interface Case {
  audit: string;
  what: string;
  body: string;
  style?: string;
  /** Selectors at fault; none: it passes. */
  at: string[];
}

const CASES: readonly Case[] = [
  {
    audit: 'visible-text',
    what: 'a box of a pseudo-element, an empty box, the colour behind it, letters that a scale makes too small',
    body: `<section class="a"><h2>Moon</h2><p>${WORDS}</p></section><div class="b"><p>${WORDS}</p><i></i></div><p class="c">${WORDS}</p><p class="d">${WORDS}</p>`,
    style:
      'body{background:#fbf6ee}.a{position:relative}.a::after{content:"";position:absolute;inset:0;background:#fbf6ee}.b{position:relative}.b i{position:absolute;inset:0;background:#fff}.c{color:#fbf6ee}.d{transform:scale(.4)}',
    at: [
      // The source tells the first two, the picture the others.
      'body > main > p:nth-of-type(1)',
      'body > main > section',
      'body > main > p:nth-of-type(2)',
      'body > main > div > p',
    ],
  },
  {
    audit: 'visible-text',
    what: 'light words that only a phone is given',
    body: `<p class="c">${WORDS}</p>`,
    style: '@media(max-width:600px){.c{color:#eee}}',
    at: ['body > main > p'],
  },
  ...['opacity:0', 'transform:scale(0)', 'clip-path:inset(100%)', 'visibility:hidden'].map((hidden) => ({
    audit: 'visible-text',
    what: `the main part of the page with ${hidden}`,
    body: `<h1>Tides</h1><p>${WORDS}</p>`,
    style: `main{${hidden}}`,
    at: ['body > main'],
  })),
  {
    audit: 'visible-text',
    what: 'a box over the whole window that nothing closes',
    body: `<p>${WORDS}</p><div class="f"><h1>Welcome to the harbour</h1></div>`,
    style: '.f{position:fixed;inset:0;padding-top:90px;background:#fff}',
    at: ['body > main > p'],
  },
  {
    audit: 'visible-text',
    what: 'a dialog over the whole window, with its button',
    body: `<h1>Tides</h1><p>${WORDS}</p><div class="f"><p>Welcome to the harbour</p><button>Go on</button></div>`,
    style: '.f{position:fixed;inset:0;background:#fff}',
    at: [],
  },
  {
    audit: 'visible-text',
    what: 'a main part that phones are not given',
    body: `<h1>Tides</h1><p>${WORDS}</p>`,
    style: '@media(max-width:700px){main{display:none}}',
    at: ['body > main'],
  },
  {
    audit: 'visible-text',
    what: 'the end of a page that does not scroll',
    body: `<p class="far">${WORDS}</p>`,
    style: 'body{overflow:hidden;height:100vh}.far{margin-top:2000px}',
    at: ['body > main > p'],
  },
  {
    audit: 'visible-text',
    what: 'a gradient as ink, a picture or a dialog over text, a page part that scrolls, words for those who listen, a skip link',
    body: `<p class="g">${WORDS}</p><div class="b"><p>Harbour</p><img src="big.svg" alt="Harbour" width="200" height="60"></div><div class="b"><p>Monday</p><p class="over">Tuesday</p></div><div class="s"><p class="far">${WORDS}</p></div><p class="sr">Said aloud</p><a class="skip" href="#x">Skip to the content</a><p id="x" class="grey">${WORDS}</p>`,
    style:
      'html,body{height:100%;overflow:hidden}main{height:100%;overflow:auto}.g{background:linear-gradient(#123,#456);-webkit-background-clip:text;background-clip:text;color:transparent}.b{position:relative;height:60px}.b img,.b .over{position:absolute;inset:0;margin:0;background:#fff}.far{margin-top:1500px}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.skip{position:absolute;left:-9999px}.grey{color:#999}',
    at: [],
  },
  {
    audit: 'visible-text',
    what: 'answers that wait for their button, parts that come in while a reader scrolls, words in a drawing',
    body: `<h1>Questions of the harbour</h1><h2><button aria-expanded="false" aria-controls="a1">When?</button></h2><div id="a1" class="shut"><p>${WORDS}</p></div><h2><button aria-expanded="false">Where?</button></h2><div class="gone"><p>${WORDS}</p></div><section class="later"><p>${WORDS}</p></section><svg width="90" height="40" style="display:none"><text>${WORDS}</text></svg><script>globalThis.ready = true</script>`,
    style: '.shut{max-height:0;overflow:hidden}.gone{display:none}.later{opacity:0;transition:opacity .4s}',
    at: [],
  },
  {
    audit: 'overlapping-text',
    what: 'a paragraph pulled up over the one before it',
    body: `<p>${WORDS}</p><p class="up">The ferry leaves at nine.</p>`,
    style: '.up{margin-top:-40px}',
    at: ['body > main > p:nth-of-type(2)'],
  },
  {
    audit: 'overlapping-text',
    what: 'a filled box over the end of a line',
    body: `<p>${WORDS}</p><div class="box"></div>`,
    style:
      'p{width:600px;margin:0}.box{position:relative;top:-48px;left:420px;width:300px;height:60px;background:#036}',
    at: ['body > main > p'],
  },
  {
    audit: 'overlapping-text',
    what: 'tight lines, a badge beside its text, text on a picture, a slide that lies wholly below another',
    body: `<h1>Harbour<br>ferries</h1><p class="s"><span class="a">Monday</span><span class="b">Tuesday</span></p><p>High water <sup>1</sup></p><details><summary>Moon</summary><p>Full on the ninth.</p></details><details><summary>Wind</summary><p>From the west.</p></details><div class="hero"><p>Across</p></div>`,
    style:
      'h1{line-height:.9}.s{position:relative;height:30px}.s span{position:absolute;inset:0;background:#fff}.hero{position:relative;background:#123;color:#fff;height:80px}',
    at: [],
  },
  {
    audit: 'misaligned',
    what: 'one card of four some pixels lower',
    body: CARDS,
    style: `${CARD_STYLE}.c li:nth-child(3){margin-top:7px}`,
    at: ['body > main > ul > li:nth-of-type(3)'],
  },
  {
    audit: 'misaligned',
    what: 'cards in line, cards of other heights set by their middle, an indented quotation',
    body: `${CARDS}<p>${WORDS}</p><p>${WORDS}</p><blockquote>${WORDS}</blockquote><p>${WORDS}</p>`,
    style: `${CARD_STYLE}.c{align-items:center}.c li:nth-child(2){height:60px}`,
    at: [],
  },
  {
    audit: 'unequal-gutters',
    what: 'three gaps of which one is smaller',
    body: CARDS,
    style: `${CARD_STYLE}.c li:nth-child(4){margin-left:-8px}`,
    at: ['body > main > ul > li:nth-of-type(4)'],
  },
  {
    audit: 'unequal-gutters',
    what: 'equal gaps, and one that parts two groups',
    body: `${CARDS}${CARDS}`,
    style: `${CARD_STYLE}.c li:nth-child(4){margin-left:48px}`,
    at: [],
  },
  {
    audit: 'orphan-line',
    what: 'a heading whose last word is alone',
    body: '<h1>Every tide of the whole northern coast by day</h1>',
    style: 'h1{width:30ch;font:700 32px monospace}h1{width:calc(42ch + 1px)}',
    at: ['body > main > h1'],
  },
  {
    audit: 'orphan-line',
    what: 'a heading in one line, and one that is balanced',
    body: '<h1>Every tide of the coast</h1><h2>Every tide of the whole northern coast by day</h2>',
    style: 'h2{width:calc(42ch + 1px);font:700 32px monospace;text-wrap:balance}',
    at: [],
  },
  {
    audit: 'screen-balance',
    what: 'a screen with nothing in it',
    body: `<p>${WORDS}</p><p class="far">${WORDS}</p>`,
    style: '.far{margin-top:1500px}',
    at: ['body > main > p:nth-of-type(2)'],
  },
  {
    audit: 'screen-balance',
    what: 'a first screen full of text',
    body: `<p>${`${WORDS} `.repeat(120)}</p>`,
    style: 'p{line-height:1.2}',
    at: ['body'],
  },
  {
    audit: 'screen-balance',
    what: 'a main heading below the first screen, and a wide picture that fills one',
    body: `<img src="big.svg" alt="The quay" style="height:1200px;width:600px"><h1>Tides</h1><p>${WORDS}</p><p class="far">${WORDS}</p>`,
    style: '.far{margin-top:700px}',
    at: ['body > main > h1'],
  },
  {
    audit: 'layout-shift',
    what: 'a picture that pushes the text down when it comes',
    body: `<img src="big.svg" alt="The quay"><p>${WORDS}</p>`,
    style: 'img{display:block;max-width:100%}',
    at: ['body > main > img'],
  },
  {
    audit: 'layout-shift',
    what: 'a picture whose room is kept by its attributes, and one by its style',
    body: `<img src="big.svg" width="600" height="400" alt="The quay"><img class="r" src="big.svg" alt="The quay"><p>${WORDS}</p>`,
    style: 'img{display:block;max-width:100%;height:auto}.r{aspect-ratio:3/2;width:300px}',
    at: [],
  },
  {
    audit: 'missing-images',
    what: 'a file that is no picture',
    body: '<img src="words.png" alt="The quay">',
    at: ['body > main > img'],
  },
  {
    audit: 'missing-images',
    what: 'a picture, one of another site, and one from the site’s root',
    body: '<img src="big.svg" alt="A"><img src="https://nordkai.no/a.png" alt="B"><img src="/a.png" alt="C"><img src="../a.png" alt="D">',
    at: [],
  },
  {
    audit: 'target-size',
    what: 'icons that only stand close on a phone',
    body: '<nav><a href="#a">A</a><a href="#b">B</a></nav>',
    style:
      'a{display:inline-block;padding:10px}@media(max-width:400px){nav{display:flex;flex-direction:column}a{font-size:12px;line-height:14px;padding:0;width:60px}}',
    at: ['body > main > nav > a:nth-of-type(1)', 'body > main > nav > a:nth-of-type(2)'],
  },
  {
    audit: 'target-size',
    what: 'small targets with room around them, and links in a sentence',
    body: '<nav><a href="#a">A</a></nav><p>See <a href="#b">the tides</a> and <a href="#c">the moon</a>.</p>',
    style: 'nav{padding:24px}nav a{display:inline-block;width:16px;height:16px;line-height:1}',
    at: [],
  },
  {
    audit: 'target-size',
    what: 'a link that breaks over two lines, with another beside its first part',
    body: '<nav><a href="#a">Tide tables</a> <a href="#b">Join the spring<br>test</a></nav>',
    style: 'nav{font:17px/27px monospace;white-space:nowrap}nav a{margin-left:16px}',
    at: [],
  },
  {
    audit: 'fixed-width',
    what: 'a row that is too wide for a tablet alone',
    body: '<div class="r"><p>Tide tables</p></div><div class="s"><p>Moon tables</p></div>',
    style: '@media(min-width:700px){.r p{min-width:1000px}}.s{overflow-x:auto}.s p{min-width:900px}',
    at: ['body > main > div:nth-of-type(1) > p'],
  },
  {
    audit: 'clipped-text',
    what: 'a box that cuts its words at every width',
    body: `<p class="low">${WORDS}</p><p class="e">${WORDS}</p><div class="s"><p>${WORDS}</p></div>`,
    style:
      'p{margin:0;width:200px}.low{height:60px;overflow:hidden}.e{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.s{height:30px;overflow:auto}',
    at: ['body > main > p:nth-of-type(1)'],
  },
];

describe.skipIf(found === null)('laid out in Chromium', () => {
  let meter: BrowserMeter;
  let folder: string;

  beforeAll(async () => {
    if (found === null) return;
    meter = await BrowserMeter.launch(found);
    folder = await mkdtemp(join(tmpdir(), 'jury-layout-'));
    await writeFile(join(folder, 'big.svg'), PICTURE);
    await writeFile(join(folder, 'words.png'), 'no picture at all');
  });
  afterAll(async () => {
    await meter?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const look = async (body: string, style = '', crops = false) => {
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour tides</title><meta name="viewport" content="width=device-width"><style>body{margin:0;font:16px/1.5 sans-serif;color:#222;background:#fff}${style}</style></head><body><main>${body}</main></body></html>`;
    const page = await buildPage({ html, path: join(folder, 'page.html') });
    const facts = await meter.measure({ html, folder, crops });
    return { facts, results: mergeBrowser(page, examine(page).results, facts) };
  };

  test.each(CASES)('$audit: $what', async ({ audit, body, style, at }) => {
    const { results } = await look(body, style);
    const result = results.find((one) => one.audit.id === audit);
    expect(result?.findings.map(({ selector }) => selector)).toEqual(at);
    expect(result?.state).toBe(at.length === 0 ? 'pass' : 'fail');
    expect(result?.checked).toBeGreaterThan(0);
  });

  test('what scripts may put in order is noted, not demanded', async () => {
    const body = `<p>${WORDS}</p><p class="up">The ferry leaves at nine.</p>`;
    const style = '.up{margin-top:-40px}';
    const severities = async (more: string) =>
      (await look(body + more, style)).results
        .flatMap(({ findings }) => findings)
        .filter(({ auditId }) => auditId === 'overlapping-text')
        .map(({ severity }) => severity);
    expect(await severities('')).toEqual(['major']);
    expect(await severities('<script>place()</script>')).toEqual(['minor']);
    expect(await severities('<script type="application/ld+json">{}</script>')).toEqual(['major']);
  });

  test('a fault is shown as a piece of the picture, where that is asked for', async () => {
    const body = `<p>${WORDS}</p><p class="up">The ferry leaves at nine.</p>`;
    const { facts } = await look(body, '.up{margin-top:-40px}', true);
    const [crop] = facts.crops;
    expect(crop).toMatchObject({
      audit: 'overlapping-text',
      width: 1280,
      said: expect.stringContaining('two texts lie on each other'),
    });
    expect([...(crop?.png.slice(1, 4) ?? [])]).toEqual([...Buffer.from('PNG')]);
    expect((await look(body, '.up{margin-top:-40px}')).facts.crops).toEqual([]);
  });
});
