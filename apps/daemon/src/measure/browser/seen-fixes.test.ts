/** What only a browser sees reaches the fixers: with a stand-in for the browser, that answers by what is in the source. */
import { expect, test } from 'vitest';
import { createGroundedAgent } from '../../protocols/theater/offline/grounded-agent.ts';
import type { GroundedBrowser } from '../../protocols/theater/offline/grounded-panel.ts';
import { reviseSeen } from '../fixes/revise-seen.ts';
import { MAX_LOOKS_PER_REVISION } from '../limits.ts';
import { buildPage } from '../model/page.ts';
import { examine } from '../panel.ts';
import { BrowserError, type BrowserFacts, type BrowserInput } from './facts.ts';
import { mergeBrowser } from './results.ts';

const FACTS: BrowserFacts = {
  violations: [],
  incomplete: [],
  texts: {},
  pixelContrast: [],
  overflow: [],
  layout: { faults: [], looked: {}, scripted: false },
  look: { colours: 24, vivid: 0.1, unused: 0 },
  crops: [],
  clipped: [],
  lines: [],
  rendered: null,
  screenshot: new Uint8Array(),
  version: '150.0',
};

/** The source cannot tell what is behind the note; it lies on a picture. */
const page = (notes: string, link = '/today.html'): string => `<!doctype html><html lang="en"><head>
<title>Tide tables for the north coast</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { color: #222; background: #fff } main { background: url(sea.png) } .note { color: #8fa3a3 }</style></head>
<body><main><h1>Tide tables for the north coast</h1>${notes}<p>High water comes twice a day. <a href="${link}">Read the tables of today</a>.</p></main></body></html>`;
const NOTE = '<p class="note">Updated every morning at six.</p>';
const FAINT = page(NOTE);

const node = (path: string) => ({ selector: 'p', path, html: '<p>', summary: 'Fix it', reason: '' });
const about = node('body:1/main:1/p:1');
const faint = (text: string, ratio = 2.1): Partial<BrowserFacts> => ({
  pixelContrast: [{ node: about, ratio, required: 4.5, text, behind: ['#e0f0f0', '#ffffff'] }],
});

interface Stand {
  facts: (input: BrowserInput) => Partial<BrowserFacts>;
  change?: number;
}

function stand({ facts, change = 0 }: Stand) {
  const measured: string[] = [];
  const meter: GroundedBrowser['meter'] = {
    async measure(input) {
      measured.push(input.html);
      return { ...FACTS, ...facts(input) };
    },
    pixelChange: async () => change,
  };
  return { meter, measured };
}

async function second(html: string, browser: GroundedBrowser): Promise<string> {
  const subject = { kind: 'artifact' as const, content: html, mime: 'text/html', path: null };
  const agent = createGroundedAgent({ browser });
  const session = await agent.open({ runId: 'r', subject, workDir: '.' }, new AbortController().signal);
  let said = '';
  for (const round of [1, 2]) {
    said = '';
    for await (const delta of session.send({ kind: 'round', round, prompt: '' })) {
      if (delta.type === 'text') said += delta.text;
      if (delta.type === 'error') said += `ERROR ${delta.message}`;
    }
  }
  await session.close();
  return said;
}

test('faint text over a picture gets a colour that suits the lightest and the darkest behind it', async () => {
  const { meter, measured } = stand({
    facts: ({ html }) => faint('rgb(143, 163, 163)', html.includes('color: #8fa3a3') ? 2.1 : 4.8),
  });
  const said = await second(FAINT, { meter, when: 'needed' });
  expect(said).toMatch(/: color #8fa3a3 → #[\da-f]{6}/);
  expect(said).not.toContain('witness="contrast-text"');
  expect(measured.at(-1)).not.toContain('#8fa3a3');
});

test('a fix that the browser finds no better is taken back', async () => {
  const { meter } = stand({ facts: () => faint('rgb(143, 163, 163)') });
  const said = await second(FAINT, { meter, when: 'needed' });
  expect(said).toContain('contrast-text did not improve');
  expect(said).toContain('.note { color: #8fa3a3 }');
});

test('a fix that changes more of the picture than it may is taken back', async () => {
  const { meter } = stand({
    facts: ({ html }) => faint('rgb(143, 163, 163)', html.includes('color: #8fa3a3') ? 2.1 : 4.8),
    change: 30,
  });
  const said = await second(FAINT, { meter, when: 'needed' });
  expect(said).toContain('the page would look different');
  expect(said).toContain('.note { color: #8fa3a3 }');
});

test('a fix that brings another fault in the browser is taken back', async () => {
  const violation = { rule: 'target-size', impact: 'serious', nodes: [about] };
  const { meter } = stand({
    facts: ({ html }) =>
      html.includes('color: #8fa3a3')
        ? faint('rgb(143, 163, 163)')
        : { ...faint('#456', 7), violations: [violation] },
  });
  const said = await second(FAINT, { meter, when: 'needed' });
  expect(said).toContain('.note { color: #8fa3a3 }');
});

test('a page is looked at after its fixes, also where the source still has something open', async () => {
  const { meter, measured } = stand({ facts: () => ({}) });
  const open = page('', '#').replace('main { background: url(sea.png) }', '');
  const said = await second(open, { meter, when: 'needed' });
  expect(said).toContain('witness="dead-links"');
  expect(measured).toHaveLength(1);
});

test('what such a look finds is fixed, and holds no round back that the one before it was not held to', async () => {
  const violation = { rule: 'target-size', impact: 'serious', nodes: [about] };
  const { meter } = stand({ facts: () => ({ violations: [violation] }) });
  const open = page(NOTE.replace(' class="note"', ''), '#').replace('main { background: url(sea.png) }', '');
  const said = await second(open, { meter, when: 'needed' });
  expect(said).toContain('witness="dead-links"');
  expect(said).not.toContain('witness="target-size"');
});

test('a browser that fails on the way leaves the page as it was', async () => {
  const { meter } = stand({
    facts: ({ html }) => {
      if (html.includes('color: #8fa3a3')) return faint('rgb(143, 163, 163)');
      throw new BrowserError('the browser has ended');
    },
  });
  const said = await second(FAINT, { meter, when: 'needed' });
  expect(said).not.toContain('ERROR');
  expect(said).toContain('.note { color: #8fa3a3 }');
});

test('what axe compared is known of a text that the source called too faint, too', async () => {
  const built = await buildPage({ html: FAINT.replace('url(sea.png)', '#fff'), path: null });
  const { results } = examine(built);
  const colours = { text: '#8fa3a3', behind: '#ffffff', required: 4.5 };
  const violation = { rule: 'color-contrast', impact: 'serious', nodes: [{ ...about, colours }] };
  const merged = mergeBrowser(built, results, { ...FACTS, violations: [violation] });
  const contrast = merged.find(({ audit }) => audit.id === 'contrast-text');
  expect(contrast?.failed).toBe(1);
  expect([...(contrast?.seen?.values() ?? [])]).toMatchObject([{ required: 4.5 }]);
});

test('no more looks are taken than a revision may have', async () => {
  const count = 40;
  const notes = Array.from(
    { length: count },
    (_, at) => `<p style="color: #8fa3${(at + 100).toString(16)}">Tide ${at} comes late.</p>`,
  );
  const built = await buildPage({ html: page(notes.join('')), path: null });
  const source = examine(built).results;
  const everywhere = notes.map((_, at) => ({
    node: node(`body:1/main:1/p:${at + 1}`),
    ratio: 2,
    required: 4.5,
    text: `#8fa3${(at + 100).toString(16)}`,
    behind: ['#ffffff'],
  }));
  const results = mergeBrowser(built, source, { ...FACTS, pixelContrast: everywhere });
  let looks = 0;
  const revision = await reviseSeen(
    { page: built, results, source },
    {
      eyes: async (next, found) => {
        looks += 1;
        return mergeBrowser(next, found, FACTS);
      },
      guard: async () => 'no',
    },
    60_000,
  );
  expect(looks).toBe(MAX_LOOKS_PER_REVISION);
  expect(revision.html).toBe(built.html);
});
