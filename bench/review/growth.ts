/**
 * One page of a given size, measured or reviewed in a process of its own: `growth.ts <every|bound> <nodes> <times>`.
 * The time the process itself computed is what is compared; a busy machine makes the wall clock lie. JSON on stdout.
 */

import { revise } from '../../apps/daemon/src/measure/fixes/revise.ts';
import { buildPage } from '../../apps/daemon/src/measure/model/page.ts';
import { examine } from '../../apps/daemon/src/measure/panel.ts';
import { median } from '../measure.ts';

export interface Grown {
  cpuMs: number;
  wallMs: number;
  /** Elements measured: all of them, or those within the bound. */
  measured: number;
  peakMb: number;
}

const SMALL = 1_000;
const WARM_UPS = 3;
const PER_CARD = 11;
const AROUND = 12;

const [mode = '', nodes = '', times = ''] = process.argv.slice(2);

/** Measuring alone, all of it; or as users get it: measured within the bound, fixed, measured again. */
async function review(html: string): Promise<number> {
  if (mode === 'every') {
    const page = await buildPage({ html, maxElements: Number.POSITIVE_INFINITY });
    examine(page);
    return page.elements.length;
  }
  const page = await buildPage({ html });
  const { html: better, page: fixed } = await revise(page, examine(page));
  if (better !== html) examine(fixed);
  return page.elements.length;
}

// Unmeasured: modules loaded, code compiled. Otherwise the smallest page, first of all, would look slow.
for (let turn = 0; turn < WARM_UPS; turn += 1) await review(pageOf(SMALL));

const html = pageOf(Number(nodes));
const cpu: number[] = [];
const wall: number[] = [];
let measured = 0;
for (let turn = 0; turn < Number(times); turn += 1) {
  const [used, started] = [process.cpuUsage(), performance.now()];
  measured = await review(html);
  const { user, system } = process.cpuUsage(used);
  cpu.push((user + system) / 1000);
  wall.push(performance.now() - started);
}
const grown: Grown = {
  cpuMs: median(cpu),
  wallMs: median(wall),
  measured,
  peakMb: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(JSON.stringify(grown));

/** A long list page as one finds them: cards with headings, text, lists, pictures and links, some of it too pale. */
function pageOf(size: number): string {
  const cards = Array.from({ length: Math.floor((size - AROUND) / PER_CARD) }, (_, index) => card(index));
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
