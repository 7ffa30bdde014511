/** Inputs for the parser benchmarks: protocol text of any size, realistic or almost only tags. */
import {
  ROUND_CLOSE,
  RUN_CLOSE,
  renderPanelist,
  renderRoundEnd,
  renderRoundOpen,
  renderRunOpen,
} from '../apps/daemon/src/protocols/theater/render.ts';

const SECTION =
  '<section class="feature" id="f1"><h2>Invoices that send themselves</h2><p>Write the amount once; we chase the rest and tell you when it is paid.</p>' +
  '<a class="button" href="/start">Start with one invoice</a></section>\n<script>const cells = rows.map((r) => r[index[0]]);</script>\n';

export function page(bytes: number): string {
  const head = '<!doctype html><html lang="en"><head><title>Invoices</title></head><body>\n';
  return (
    head + SECTION.repeat(Math.ceil((bytes - head.length) / SECTION.length)).slice(0, bytes - head.length)
  );
}

const dims = ['hierarchy', 'type', 'contrast', 'rhythm', 'space'].map((name, i) => ({
  name,
  score: 6 + i * 0.5,
  note: 'The call to action competes with the logo at the top left; the eye has two places to start.',
}));
const demand = {
  dim: 'contrast',
  target: 'a.button',
  severity: 'major',
  evidence: '3.9:1, 4.5:1 required',
  witness: null,
} as const;

function realisticRound(n: number, artifact: string): string {
  const scorers = (['critic', 'brand', 'a11y', 'copy'] as const).map((role) =>
    renderPanelist({
      role,
      score: 7.4,
      dims,
      mustFix: [{ ...demand, text: 'Push the button background 8 % darker to clear AA.' }],
    }),
  );
  return [
    renderRoundOpen(n),
    renderPanelist({
      role: 'designer',
      notes: 'One clear promise, one action.',
      artifact: { mime: 'text/html', content: artifact },
    }),
    ...scorers,
    renderRoundEnd({
      round: n,
      composite: 7.4,
      mustFix: 4,
      decision: 'continue',
      reason: 'Composite below 8.0.',
    }),
    ROUND_CLOSE,
  ].join('');
}

function denseRound(n: number): string {
  const short = Array.from({ length: 40 }, (_, i) => ({ name: `d${i}`, score: 7, note: 'ok' }));
  const scorers = (['critic', 'brand', 'a11y', 'copy'] as const).map((role) =>
    renderPanelist({ role, score: 7.4, dims: short }),
  );
  const designer = renderPanelist({ role: 'designer', artifact: { mime: 'text/html', content: '<p>x</p>' } });
  return `${renderRoundOpen(n)}${designer}${scorers.join('')}${renderRoundEnd({ round: n, composite: 7.4, mustFix: 0, decision: 'continue' })}${ROUND_CLOSE}`;
}

/** Rounds repeat until the size is reached, so any length is valid protocol. */
export function transcript(kind: 'realistic' | 'dense', bytes: number, artifactBytes = 60_000): string {
  const artifact = page(artifactBytes);
  const parts = [renderRunOpen({ maxRounds: 3, threshold: 8, scale: 10 })];
  let length = parts[0]?.length ?? 0;
  for (let n = 1; length < bytes; n++) {
    const round = kind === 'realistic' ? realisticRound(n, artifact) : denseRound(n);
    parts.push(round);
    length += round.length;
  }
  parts.push(RUN_CLOSE);
  // Flat, so that no parser pays for V8's ropes.
  return Buffer.from(parts.join('')).toString('latin1');
}

export function chunked(text: string, size: number): string[] {
  const chunks: string[] = [];
  for (let i = 0; i < text.length; i += size) chunks.push(text.slice(i, i + size));
  return chunks;
}
