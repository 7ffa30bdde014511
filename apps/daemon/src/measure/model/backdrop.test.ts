import { describe, expect, test } from 'vitest';
import { examine } from '../panel.ts';
import { contrastRange } from './backdrop.ts';
import { buildPage } from './page.ts';

const html = (css: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tides</title><style>${css}</style></head><body><main>${body}</main></body></html>`;

async function rangeOf(css: string) {
  const page = await buildPage({ html: html(css, '<div class="hero"><p class="it">High water</p></div>') });
  const [it] = page.byTag('p');
  if (it === undefined) throw new Error('no paragraph');
  return contrastRange(page, it);
}

async function contrastOf(css: string, body: string) {
  const examination = examine(await buildPage({ html: html(css, body) }));
  const result = examination.results.find(({ audit }) => audit.id === 'contrast-text');
  const dim = examination.roles.critic.dims.find(({ name }) => name === 'contrast');
  if (result === undefined || dim === undefined) throw new Error('no contrast');
  return { result, dim, examination };
}

describe('what may lie behind a text', () => {
  test('a plain colour is one contrast', async () => {
    const range = await rangeOf('body { background: #fff } .it { color: #767676 }');
    expect(range?.least).toBeCloseTo(4.54, 2);
    expect(range?.most).toBeCloseTo(4.54, 2);
  });

  test('a picture may be anything', async () => {
    expect(await rangeOf('.hero { background: url(x.jpg) } .it { color: #fff }')).toEqual({
      least: 1,
      most: 21,
    });
  });

  test('a bar over a picture narrows it', async () => {
    const range = await rangeOf(
      '.hero { background: url(x.jpg) } .it { color: #777; background: rgb(255 255 255 / 0.5) }',
    );
    expect(range?.most).toBeLessThan(4.5);
  });

  test('a gradient is all its stops', async () => {
    const range = await rangeOf(
      '.hero { background: linear-gradient(90deg, #000, #333 40%) } .it { color: #fff }',
    );
    expect(range?.most).toBeCloseTo(21, 1);
    expect(range?.least).toBeCloseTo(12.63, 1);
  });

  test('a neighbour taken out of the flow may come between', async () => {
    const page = await buildPage({
      html: html(
        '.hero { background: #fff } .veil { position: absolute; inset: 0; background: rgb(0 0 0 / 0.6) }',
        '<div class="hero"><div class="veil"></div><p>High water</p></div>',
      ),
    });
    const [it] = page.byTag('p');
    expect(it === undefined ? null : contrastRange(page, it)).toMatchObject({ least: 1 });
  });

  test('a faded group mixes text and backdrop with what was there before', async () => {
    const range = await rangeOf(
      'body { background: #fff } .hero { opacity: 0.5; background: #fff } .it { color: #000 }',
    );
    expect(range?.most).toBeCloseTo(3.98, 1);
  });
});

describe('an open question', () => {
  const picture = '.hero { background: url(x.jpg); } .hero p { color: #fff }';

  test('is no pass: the dim has no score, says why, and the page cannot ship on it', async () => {
    const { result, dim, examination } = await contrastOf(
      picture,
      '<div class="hero"><p>High water comes at nine.</p></div>',
    );
    expect(result.state).toBe('unmeasured');
    expect(dim.score).toBeNull();
    expect(dim.note).toContain('1 of 1 text runs lie over pictures');
    expect(examination.roles.critic.demands.map(({ text }) => text).join(' ')).toContain(
      'could not be decided',
    );
  });

  test('among decided ones lowers the score by its share and is shown', async () => {
    const plain = '<p>One morning.</p><p>Two boats.</p><p>Three waves.</p><p>Four hours left.</p>';
    const { result, dim, examination } = await contrastOf(
      picture,
      `${plain}<div class="hero"><p>Nine.</p></div>`,
    );
    expect(result).toMatchObject({ state: 'pass', checked: 4, undecided: 1 });
    expect(dim.score).toBe(8);
    expect(dim.note).toContain('1 of 5 not decided');
    expect(examination.notes.join(' ')).toContain('contrast-text: 1 of 5 places could not be decided');
  });

  test('is decided where even the best backdrop is too little', async () => {
    const { result } = await contrastOf(
      '.hero { background: url(x.jpg) } .bar { background: rgb(255 255 255 / 0.5); color: #777 }',
      '<div class="hero"><p class="bar">High water comes at nine.</p></div>',
    );
    expect(result.state).toBe('fail');
    expect(result.findings[0]?.measured).toMatch(/^at most \d\.\d\d:1/);
  });

  test('is decided where even the worst is enough', async () => {
    const { result } = await contrastOf(
      '.hero { background: linear-gradient(#000, #222), url(x.jpg) } .hero p { color: #fff }',
      '<div class="hero"><p>High water comes at nine.</p></div>',
    );
    expect(result).toMatchObject({ state: 'pass', checked: 1 });
  });
});
