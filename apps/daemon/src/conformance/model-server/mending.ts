/**
 * A model as authors are: its first page has faults, it thinks well of itself, and it mends exactly what it is told.
 * What nobody demands stays as it was, so that a better page proves that the demand arrived.
 */
import { escapeText } from 'entities';
import { compositeOf } from '../../protocols/theater/composite.ts';
import {
  ROUND_CLOSE,
  renderPanelist,
  renderRoundEnd,
  renderRoundOpen,
} from '../../protocols/theater/render.ts';
import { type ModelRequest, promptText } from './act.ts';
import { PANEL_RULES } from './panel-texts.ts';

/** What each fault looks like, what mends it, and the words of a demand that names it. */
const FAULTS = {
  contrast: { told: /contrast/i, faulty: '#aaa', mended: '#444' },
  language: { told: /\blang\b/i, faulty: '<html>', mended: '<html lang="en">' },
  viewport: {
    told: /viewport/i,
    faulty: '',
    mended: '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
  },
  label: {
    told: /label|accessible name/i,
    faulty: '',
    mended: '<label for="mail">Your address</label>\n',
  },
  link: { told: /leads? nowhere/i, faulty: '#', mended: 'mailto:places@school.example' },
} as const;
type Fault = keyof typeof FAULTS;

/** Kind to itself from the first round on; only the instruments stand in its way. */
const OWN_VOTES = { critic: 9, brand: 9, a11y: 9, copy: 9 } as const;
const FRAME = /<DEMANDS>\n([\s\S]*?)\n<\/DEMANDS>/g;

export function mendedPage(title: string, request: ModelRequest): string {
  const told = [...promptText(request).matchAll(FRAME)].map(([, lines]) => lines).join('\n');
  const write = (fault: Fault): string => FAULTS[fault][FAULTS[fault].told.test(told) ? 'mended' : 'faulty'];
  const name = escapeText(title);
  return `<!doctype html>
${write('language')}
<head>
<meta charset="utf-8">
${write('viewport')}<title>${name}</title>
<style>
body { margin: 0; font: 1rem/1.5 Georgia, serif; color: #222; background: #fff; }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; }
.note { color: ${write('contrast')}; }
a { color: #0b4f8a; }
:focus-visible { outline: 3px solid #0b4f8a; }
</style>
</head>
<body>
<main>
<h1>${name}</h1>
<p>Everything you need to begin is on this page.</p>
<p class="note">Six evenings, one workshop, and the tools are there.</p>
<p><a href="${write('link')}">Book a place</a></p>
<form>
${write('label')}<input type="email" id="mail" name="mail">
<button>Send me the dates</button>
</form>
</main>
</body>
</html>
`;
}

/** One round of it: no demand of its own, and praise that can be measured. */
export function mendingRound(round: number, page: string): string {
  const judge = (role: keyof typeof OWN_VOTES, name: string, note: string): string =>
    renderPanelist({
      role,
      score: OWN_VOTES[role],
      dims: [{ name, score: OWN_VOTES[role], note }],
      mustFix: [],
    });
  return [
    renderRoundOpen(round),
    renderPanelist({
      role: 'designer',
      notes: `Draft ${round}.`,
      artifact: { mime: 'text/html', content: page },
    }),
    judge('critic', 'contrast', 'All text passes AA. The page has 1 link.'),
    judge('brand', 'palette', 'The colours agree with each other.'),
    judge('a11y', 'names', 'Walked the page by heading and by control.'),
    judge('copy', 'plain words', 'Read every sentence aloud.'),
    renderRoundEnd({
      round,
      composite: compositeOf(OWN_VOTES, PANEL_RULES),
      mustFix: 0,
      decision: 'ship',
      reason: 'Nothing is open.',
    }),
    ROUND_CLOSE,
  ].join('');
}
