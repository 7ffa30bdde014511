import { Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { MAX_WAITING, Tallies } from './tally.ts';

function stage() {
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({ name: 'c', help: 'c', labelNames: ['of'], registers });
  const histogram = new Histogram({ name: 'h', help: 'h', labelNames: ['of'], buckets: [1, 10], registers });
  return { registry, counter, histogram, tallies: new Tallies() };
}

test('what was added is in the metrics when they are read, and once', async () => {
  const { registry, counter, histogram, tallies } = stage();
  const [count, figures] = [tallies.count(counter, { of: 'a' }), tallies.figures(histogram, { of: 'a' })];
  count.add(1);
  count.add(2);
  for (const figure of [0.5, 5, 50]) figures.add(figure);
  for (let read = 0; read < 2; read += 1) {
    tallies.handOn();
    const text = await registry.metrics();
    expect(text).toContain('c{of="a"} 3');
    expect(text).toContain('h_bucket{le="1",of="a"} 1');
    expect(text).toContain('h_bucket{le="+Inf",of="a"} 3');
    expect(text).toContain('h_sum{of="a"} 55.5');
  }
});

test.each([MAX_WAITING - 1, MAX_WAITING, MAX_WAITING + 1])(
  'of %i figures no more than the bound wait',
  async (added) => {
    const { registry, histogram, tallies } = stage();
    const figures = tallies.figures(histogram, { of: 'a' });
    for (let n = 0; n < added; n += 1) figures.add(1);
    const text = await registry.metrics();
    if (added < 512) expect(text).not.toContain('h_count{of="a"}');
    else expect(text).toContain('h_count{of="a"} 512');
  },
);

test('a figure that is none, or less than nothing, keeps nobody from reading the metrics', async () => {
  const { registry, counter, histogram, tallies } = stage();
  const [count, figures] = [tallies.count(counter, { of: 'a' }), tallies.figures(histogram, { of: 'a' })];
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY]) {
    count.add(odd);
    figures.add(odd);
  }
  count.add(-1);
  count.add(1);
  tallies.handOn();
  const text = await registry.metrics();
  expect(text).toContain('c{of="a"} 1');
  expect(text).not.toContain('h_count{of="a"}');
});
