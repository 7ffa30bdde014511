/** What only a page that is laid out shows: asked in a browser, at several widths. From the source there is no answer. */
import type { Audit } from '../finding.ts';

type Question = Omit<Audit, 'role' | 'tier' | 'run'>;

function seenOnly(question: Question): Audit {
  return { ...question, role: 'critic', tier: 'report', run: () => ({ checked: 0, found: [] }) };
}

export const misaligned = seenOnly({
  id: 'misaligned',
  dim: 'rhythm',
  weight: 3,
  title: 'Equal things stand in one line',
  why: 'One card a few pixels lower than its neighbours looks like a mistake, because it is one.',
  link: 'https://m2.material.io/design/layout/understanding-layout.html',
  severity: 'minor',
  unit: 'things out of line',
});

export const unequalGutters = seenOnly({
  id: 'unequal-gutters',
  dim: 'rhythm',
  weight: 3,
  title: 'Equal things are equally far apart',
  why: 'A gap that differs from its neighbours says that two things belong together which do not.',
  link: 'https://www.nngroup.com/articles/gestalt-proximity/',
  severity: 'minor',
  unit: 'gaps that differ',
});

export const orphanLine = seenOnly({
  id: 'orphan-line',
  dim: 'type',
  weight: 1,
  title: 'No heading ends in a line of one short word',
  why: 'A single word in the last line leaves a hole where the heading should close.',
  link: 'https://developer.mozilla.org/docs/Web/CSS/text-wrap',
  severity: 'minor',
  unit: 'headings with a word left over',
});

export const screenBalance = seenOnly({
  id: 'screen-balance',
  dim: 'space',
  weight: 3,
  title: 'No screen is empty, and the first is not full',
  why: 'A screen without anything looks like the end of the page; one full of text like a wall.',
  link: 'https://www.nngroup.com/articles/page-fold-manifesto/',
  severity: 'minor',
  unit: 'screens empty or overfull',
});

export const layoutShift = seenOnly({
  id: 'layout-shift',
  dim: 'space',
  weight: 3,
  title: 'Nothing jumps while pictures load',
  why: 'Text that moves under the eye is lost, and a button that moves is missed.',
  link: 'https://web.dev/articles/cls',
  severity: 'minor',
  unit: 'pictures that push the first screen down',
});

export const drawnLook = seenOnly({
  id: 'drawn-look',
  dim: 'design',
  weight: 10,
  title: 'The first screen shows more than text',
  why: 'Colours, areas and pictures are seen before a word is read, and most of a first judgement is made by them.',
  link: 'https://doi.org/10.1145/2470654.2481281',
  severity: 'minor',
  unit: 'signs of a drawn page missing',
});
