/** The browser's part in a run, with a stand-in for the browser: when it is asked, and what it may refuse. */
import { describe, expect, test } from 'vitest';
import { createGroundedAgent } from '../../protocols/theater/offline/grounded-agent.ts';
import type { GroundedBrowser } from '../../protocols/theater/offline/grounded-panel.ts';
import { MAX_PIXEL_CHANGE_PERCENT } from '../limits.ts';
import { BrowserError, type BrowserFacts, type BrowserInput } from './facts.ts';

const head = '<title>Tide tables</title><meta name="viewport" content="width=device-width, initial-scale=1">';
const PLAIN = `<!doctype html><html lang="en"><head>${head}<style>body { color: #222; background: #fff } .note { color: #aaa }</style></head>
<body><main><h1>Tide tables for the north coast</h1><p class="note">Updated every morning at six.</p></main></body></html>`;
const OVER_PICTURE = PLAIN.replace(
  '</style>',
  'main { background: url(sea.png) } h1 { color: #fff }</style>',
);
const SCRIPT_BUILT = `<!doctype html><html lang="en"><head>${head}</head><body><div id="root"></div><script>build()</script></body></html>`;

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

interface Stand {
  facts?: (input: BrowserInput) => Partial<BrowserFacts>;
  change?: number;
}

function stand({ facts = () => ({}), change = 0 }: Stand = {}) {
  const measured: BrowserInput[] = [];
  const meter: GroundedBrowser['meter'] = {
    async measure(input) {
      measured.push(input);
      return { ...FACTS, ...facts(input) };
    },
    pixelChange: async () => change,
  };
  return { meter, measured };
}

async function play(html: string, rounds: number, browser: GroundedBrowser): Promise<string[]> {
  const subject = { kind: 'artifact' as const, content: html, mime: 'text/html', path: null };
  const agent = createGroundedAgent({ browser });
  const session = await agent.open({ runId: 'r', subject, workDir: '.' }, new AbortController().signal);
  const said: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    let text = '';
    for await (const delta of session.send({ kind: 'round', round, prompt: '' })) {
      if (delta.type === 'text') text += delta.text;
      if (delta.type === 'error') text += `ERROR ${delta.message}`;
    }
    said.push(text);
  }
  await session.close();
  return said;
}

const fault = { selector: 'p', path: 'body:1/main:1/p:1', html: '<p>', summary: 'Fix it', reason: '' };
const violation = { rule: 'target-size', impact: 'serious', nodes: [fault] };

describe('asked when needed', () => {
  test('a page the source finds faults in is not shown to it; one that may ship is, before it does', async () => {
    const { meter, measured } = stand();
    const [first] = await play(PLAIN, 1, { meter, when: 'needed' });
    expect(measured).toHaveLength(0);
    expect(first).not.toContain('Chromium');
    expect(first).toContain('The browser looks once nothing is open.');
    const [, second] = await play(PLAIN, 2, { meter, when: 'needed' });
    expect(measured.map(({ html }) => html === PLAIN)).toEqual([false]);
    expect(second).not.toContain('witness=');
    expect(second).not.toContain('The browser looks once nothing is open.');
  });

  test('what axe calls serious holds it up, whether one of our audits asks it or none', async () => {
    const grave = (rule: string) => ({ rule, impact: 'serious', nodes: [fault] });
    for (const [rule, audit] of [
      ['blink', 'browser-check'],
      ['scrollable-region-focusable', 'scroll-focus'],
      ['aria-deprecated-role', 'role-fits'],
    ] as const) {
      const { meter } = stand({ facts: () => ({ violations: [grave(rule)] }) });
      const [, second] = await play(PLAIN, 2, { meter, when: 'needed' });
      expect(second).toContain(`witness="${audit}"`);
    }
    const { meter } = stand({ facts: () => ({ violations: [{ ...grave('blink'), impact: 'moderate' }] }) });
    expect((await play(PLAIN, 2, { meter, when: 'needed' }))[1]).not.toContain('witness=');
  });

  test('a page with scripts is looked at once more with them before it ships, and what they build holds it up', async () => {
    const html = PLAIN.replace('</body>', '<script>build()</script></body>').replace('#aaa', '#333');
    const grave = { rule: 'color-contrast', impact: 'serious', nodes: [{ ...fault, path: 'body:1/div:1' }] };
    const faint = stand({ facts: ({ scripts }) => (scripts === 'run' ? { violations: [grave] } : {}) });
    const [held] = await play(html, 1, { meter: faint.meter, when: 'needed' });
    expect(faint.measured.map(({ scripts }) => scripts)).toEqual([undefined, 'run']);
    expect(held).toContain('witness="contrast-text"');
    const [ships] = await play(html, 1, { meter: stand().meter, when: 'needed' });
    expect(ships).not.toContain('witness=');
  });

  test('text over a picture is, without its scripts', async () => {
    const { meter, measured } = stand();
    const [said] = await play(OVER_PICTURE, 1, { meter, when: 'needed' });
    expect(measured.map(({ scripts }) => scripts)).toEqual([undefined]);
    expect(said).toContain('Measured from the source and in Chromium 150.0.');
  });

  test('a browser that fails is said, and the source stands', async () => {
    const { meter } = stand({
      facts: () => {
        throw new BrowserError('the browser did not start: no luck');
      },
    });
    const [said] = await play(OVER_PICTURE, 1, { meter, when: 'needed' });
    expect(said).toContain('The browser could not measure it (the browser did not start: no luck)');
    expect(said).toMatch(/<\/ROUND>/);
  });

  test('a page of remote scripts would be as empty in it', async () => {
    const { meter, measured } = stand();
    const html = SCRIPT_BUILT.replace('<script>build()', '<script src="https://cdn.example/app.js">');
    await play(html, 1, { meter, when: 'needed' });
    expect(measured).toHaveLength(0);
  });
});

describe('asked always', () => {
  test('what only it sees is demanded, with how it was measured', async () => {
    const { meter } = stand({ facts: () => ({ violations: [violation] }) });
    const [said] = await play(PLAIN, 1, { meter, when: 'always' });
    expect(said).toContain('measured in the browser axe rule target-size');
  });

  test('a browser that fails ends the turn with its reason', async () => {
    const { meter } = stand({
      facts: () => {
        throw new BrowserError('the page was not measured within 30 s');
      },
    });
    const [said] = await play(PLAIN, 1, { meter, when: 'always' });
    expect(said).toContain('ERROR the page was not measured within 30 s');
  });
});

describe('a page built by scripts', () => {
  const built = `<!doctype html><html lang="en"><head>${head}</head><body><div id="root"><main><h1>Tide tables for the north coast</h1><p style="color:#bbb">Updated every morning at six.</p></main></div></body></html>`;

  test('is judged as it is shown, and its source is left alone', async () => {
    const { meter, measured } = stand({ facts: () => ({ rendered: built }) });
    const [first, second] = await play(SCRIPT_BUILT, 2, { meter, when: 'needed' });
    expect(measured.map(({ scripts }) => scripts)).toEqual(['run']);
    expect(first).toContain('Built by scripts: measured as Chromium 150.0 shows it.');
    expect(first).toContain('witness="contrast-text"');
    expect(first).not.toContain('nothing in it was measured');
    expect(second).toContain('its source holds nothing to fix');
    expect(second).toContain(`<![CDATA[${SCRIPT_BUILT}]]>`);
  });

  test('that stays empty without the network stays unmeasured', async () => {
    const { meter } = stand({ facts: () => ({ rendered: SCRIPT_BUILT }) });
    const [said] = await play(SCRIPT_BUILT, 1, { meter, when: 'needed' });
    expect(said).toContain('its scripts show nothing without the network');
    expect(said).toContain('witness="measurable-styles"');
  });
});

describe('the guard', () => {
  test.each([
    ['at the bound', MAX_PIXEL_CHANGE_PERCENT, true],
    ['beyond the bound', MAX_PIXEL_CHANGE_PERCENT + 0.1, false],
  ])('a change of pixels %s', async (_, change, kept) => {
    const { meter } = stand({ change });
    const [, second] = await play(PLAIN, 2, { meter, when: 'always' });
    expect(second?.includes('<p class="note">') && !second.includes('#aaa }')).toBe(kept);
    if (!kept) expect(second).toContain('the page would look different: 25 % of its pixels change');
  });

  test('fixes that add faults in the browser are taken back', async () => {
    const { meter } = stand({
      facts: ({ html }) => (html === PLAIN ? {} : { violations: [violation] }),
    });
    const [, second] = await play(PLAIN, 2, { meter, when: 'always' });
    expect(second).toContain('the browser sees 1 faults of target-size instead of 0');
    expect(second).toContain(`<![CDATA[${PLAIN}]]>`);
  });

  test('a fault that comes is not made up for by another that goes', async () => {
    const other = { ...violation, rule: 'region', nodes: [fault, fault] };
    const { meter } = stand({
      facts: ({ html }) => ({ violations: [html === PLAIN ? other : violation] }),
    });
    const [, second] = await play(PLAIN, 2, { meter, when: 'always' });
    expect(second).toContain('the browser sees 1 faults of target-size instead of 0');
  });

  test('is asked once for a round whose fixes it lets pass', async () => {
    const asked: string[] = [];
    const { meter } = stand({
      facts: ({ html }) => {
        asked.push(html);
        return {};
      },
    });
    await play(PLAIN, 2, { meter, when: 'always' });
    expect(asked.length).toBe(2);
  });
});
