/** The composite over the rounds, drawn. Pure. */
import type { RunView } from '@design-jury/contracts/theater/fold';
import { threshold } from '../words.ts';
import { escaped } from './escape.ts';

/** On the right there is room for the word for the threshold, in every language. */
const CHART = { width: 448, height: 220, left: 44, right: 104, top: 24, bottom: 48, inset: 32 };
const LABEL_ROOM = 16;

/** The composite over the rounds, with the gate as a line and both axes named. */
export function courseSection(view: RunView): string {
  const closed = view.rounds.filter((round) => round.end !== null);
  if (closed.length === 0) return '';
  const { width, height, left, right, top, bottom, inset } = CHART;
  // Points keep clear of the gate's own label at the right edge.
  const [first, last] = [left + inset, width - right - inset];
  const x = (index: number): number =>
    closed.length === 1 ? (first + last) / 2 : first + (index * (last - first)) / (closed.length - 1);
  const y = (value: number): number => top + (1 - value / view.scale) * (height - top - bottom);
  const gate = y(view.threshold);
  const points = closed.map((round, index) => {
    const value = round.end?.composite ?? 0;
    const above = y(value) - 10;
    // A figure that would be on the gate's line goes below its point.
    const isCrossed = Math.abs(above - 4 - gate) < LABEL_ROOM / 2 + 2;
    return {
      n: round.n,
      value,
      x: x(index).toFixed(1),
      y: y(value).toFixed(1),
      label: isCrossed ? y(value) + 20 : above,
    };
  });
  const line = points.map((point) => `${point.x},${point.y}`).join(' ');
  const words = points.map((point) => `round ${point.n}: ${point.value.toFixed(2)}`).join(', ');
  const ticks = [0, view.scale / 2, view.scale].map(
    (value) =>
      `<line class="grid" x1="${left}" x2="${width - right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}"/><text x="${left - 8}" y="${y(value).toFixed(1)}" dy="4" text-anchor="end">${value}</text>`,
  );
  return `<section aria-labelledby="course"><h2 id="course">Composite by round</h2>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${words}; threshold ${threshold(view.threshold)}`)}">
${ticks.join('\n')}
<line class="gate" x1="${left}" x2="${width - right}" y1="${gate.toFixed(1)}" y2="${gate.toFixed(1)}"/>
<text x="${width - right + 6}" y="${gate.toFixed(1)}" dy="4">threshold ${threshold(view.threshold)}</text>
<polyline points="${line}"/>
${points
  .map(
    (point) =>
      `<circle cx="${point.x}" cy="${point.y}" r="4"/><text class="figure" x="${point.x}" y="${point.label.toFixed(1)}" text-anchor="middle">${point.value.toFixed(2)}</text><text x="${point.x}" y="${height - bottom + 20}" text-anchor="middle">${point.n}</text>`,
  )
  .join('\n')}
<text x="${((left + width - right) / 2).toFixed(1)}" y="${height - 6}" text-anchor="middle">round</text>
</svg></section>`;
}
