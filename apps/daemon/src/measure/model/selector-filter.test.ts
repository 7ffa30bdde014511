import { describe, expect, test } from 'vitest';
import { machinePace, processorMs } from '../../../../../scripts/machine-pace.ts';
import { parseTree } from './dom.ts';
import { filterSelector, lastNames, presentIn } from './selector-filter.ts';

const present = presentIn(
  parseTree(
    '<body><div id="menu" class="Card md:flex w-1/2"><a href="#">x</a><p class="é">y</p></div></body>',
  ).elements,
);
const kept = (selector: string): string | null => filterSelector(selector, present)?.selector ?? null;

describe('a selector', () => {
  test.each([
    '.card', '#menu a', 'div > p', '*', '.md\\:flex', '.w-1\\/2', 'a[href]', 'a[href="#"]', 'p:not(.gone)', 'div:has(> a)', ':is(.gone, p)',
    'a:hover', 'a::before', ':root', '.é', 'p:nth-child(2n + 1)', ':where(.card .x, a)', '.\\63 ard', '[href]:focus-visible', '.card:not(.a .b)',
  ])('%s is kept', (selector) => {
    expect(kept(selector)).toBe(selector);
  }); // biome-ignore format: one list

  test.each([
    '.gone',
    '#other',
    'table',
    '.card .gone',
    'div:has(> .gone)',
    ':is(.gone, section)',
    '[title]',
    'h1.card',
    '.md\\:grid',
  ])('%s can match nothing', (selector) => {
    expect(kept(selector)).toBeNull();
  });

  test.each([
    ['.card', ['.card']],
    ['#menu > a.big', ['a', '.big']],
    ['div + p~span', ['span']],
    ['.a .b:not(.c .d)', ['.b']],
    ['ul>li', ['li']],
    ['a[href]:hover', ['a', '[href]']],
    ['div >', ['div']],
  ])('%s names of its element: %s', (selector, names) => {
    expect(lastNames(selector)).toEqual(names);
  });

  test('of thousands of classes that ends in a combinator is read once, not once from each of them', () => {
    const before = processorMs();
    expect(lastNames(`${'.a'.repeat(100_000)}>`)).toHaveLength(100_000);
    expect(processorMs() - before).toBeLessThan(3_000 * machinePace());
  });

  test('loses the parts of its list that cannot match', () => {
    expect(kept('.gone, p, :is(table) a, a')).toBe('p, a');
  });

  test('is asked of no more elements than have its rarest name', () => {
    expect(filterSelector('div p.é', present)?.candidates).toBe(1);
    expect(filterSelector('*', present)?.candidates).toBe(present.elements);
  });
});
