/**
 * How the time of a review grows with the size of the page. Twice: measuring alone with every element measured, and
 * a whole review (measure, fix, measure again) within the bound that users get. Against the time per element of the
 * smallest page: 1 is linear. `npm run bench -- grounded-growth`.
 */
import { buildPage } from '../apps/daemon/src/grounded/page.ts';
import { examine } from '../apps/daemon/src/grounded/panel.ts';
import { revise } from '../apps/daemon/src/grounded/revise.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const SIZES = [1_000, 5_000, 10_000, 20_000, 50_000];
/** Small pages are short, so they are taken more often. */
const REPEATS = [7, 3, 3, 1, 1];
const MOST_OVER_LINEAR = 1.3;

type Review = (html: string) => Promise<void>;

const measureAll: Review = async (html) => {
  examine(await buildPage({ html, maxElements: Number.POSITIVE_INFINITY }));
};

const reviewWhole: Review = async (html) => {
  const page = await buildPage({ html });
  const { html: better, page: fixed } = await revise(page, examine(page));
  if (better !== html) examine(fixed);
};

export async function run(): Promise<BenchRow[]> {
  return [
    ...(await growthOf('every element measured', measureAll)),
    ...(await growthOf('a review within the bound', reviewWhole)),
  ];
}

async function growthOf(name: string, review: Review): Promise<BenchRow[]> {
  const pages = SIZES.map(pageOf);
  const [smallest = ''] = pages;
  // Once unmeasured: modules loaded, code compiled.
  await review(smallest);
  await review(smallest);
  const times: number[] = [];
  for (const [index, html] of pages.entries()) {
    const taken: number[] = [];
    for (let turn = 0; turn < (REPEATS[index] ?? 1); turn += 1) {
      const started = performance.now();
      await review(html);
      taken.push(performance.now() - started);
    }
    times.push(median(taken));
  }
  const base = (times[0] ?? Number.NaN) / (SIZES[0] ?? 1);
  return times.map((value, index): BenchRow => {
    const size = SIZES[index] ?? 1;
    const row = { name: `growth: ${name}, ${size.toLocaleString('en')} nodes`, value, unit: 'ms' };
    if (index === 0) return row;
    const ratio = value / size / base;
    return {
      ...row,
      ratio,
      anchor: 'linear',
      target: `at most ${MOST_OVER_LINEAR}`,
      met: ratio <= MOST_OVER_LINEAR,
    };
  });
}

const PER_CARD = 11;
const AROUND = 12;

/** A long list page as one finds them: cards with headings, text, lists, pictures and links, some of it too pale. */
function pageOf(nodes: number): string {
  const cards = Array.from({ length: Math.floor((nodes - AROUND) / PER_CARD) }, (_, index) => card(index));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tides of every harbour</title>
<meta name="viewport" content="width=device-width"><style>
body { color: #222; background: #fff; font-family: Georgia, serif; line-height: 1.5 }
.note { color: #aaa } .muted { color: #999 } .button { background: #06c; color: #fff; padding: 8px 16px }
${Array.from({ length: 40 }, (_, index) => `.c${index} { margin-top: ${8 * (index % 5)}px; padding: 16px }`).join('\n')}
</style></head><body><header><nav><a href="#s1">Start</a></nav></header><main><h1>Tide tables</h1>
${cards.join('\n')}
</main></body></html>`;
}

function card(index: number): string {
  return `<section class="card c${index % 40}" id="s${index}"><h2>Harbour ${index}</h2><p class="note">High water at <strong>${index % 24}:10</strong> in the harbour of place ${index}, with <a href="#s${index}">wind from the west</a>.</p><ul><li>Boats ${index}</li><li class="muted">Rope and nets</li></ul><img src="a${index}.png" alt="Pier ${index}"><a class="button" href="#s${index % 100}">Read tide ${index}</a><span>Tide</span></section>`;
}
