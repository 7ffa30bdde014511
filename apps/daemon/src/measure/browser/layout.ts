/** Asks a page laid out at one width after the other what a designer would mark on it. */
import { z } from 'zod';
import { Clipped, type Layout, LayoutAnswer, type LayoutFault, Overflow } from './facts.ts';
import { SEEN } from './layout-lines.ts';
import { FIND_BROKEN, FIND_ORPHANS, FIND_SCREENS, FIND_SHIFTS, FIND_TIGHT } from './layout-screens.ts';
import { FIND_GUTTERS, FIND_MISALIGNED, FIND_OVERLAPS } from './layout-scripts.ts';
import { FIND_CLIPPED, FIND_OVERFLOW } from './layout-widths.ts';
import { FIND_UNSEEN, UNSEEN } from './unseen-text.ts';
import type { World } from './world.ts';

export interface Window {
  width: number;
  height: number;
}

export const DESKTOP: Window = { width: 1280, height: 1080 };
const TABLET: Window = { width: 768, height: 1024 };
export const PHONE: Window = { width: 375, height: 740 };
/** A window of 1280 × 1024 at 200 %. */
const ZOOMED: Window = { width: 640, height: 512 };

/** The desktop first: the page is laid out for it when it has loaded. */
export const WINDOWS = [DESKTOP, TABLET, PHONE, ZOOMED] as const;

/** What is asked where: what only a width brings about, at each; what is a matter of taste, where there is room for it. */
const QUESTIONS: readonly { audit: string; script: string; at: readonly Window[] }[] = [
  { audit: 'overlapping-text', script: FIND_OVERLAPS, at: [DESKTOP, TABLET, PHONE] },
  { audit: 'misaligned', script: FIND_MISALIGNED, at: [DESKTOP] },
  { audit: 'unequal-gutters', script: FIND_GUTTERS, at: [DESKTOP] },
  { audit: 'orphan-line', script: FIND_ORPHANS, at: [DESKTOP] },
  { audit: 'screen-balance', script: FIND_SCREENS, at: [DESKTOP] },
  { audit: 'layout-shift', script: FIND_SHIFTS, at: [DESKTOP] },
  { audit: 'missing-images', script: FIND_BROKEN, at: [DESKTOP] },
  { audit: 'target-size', script: FIND_TIGHT, at: [PHONE] },
  { audit: UNSEEN, script: FIND_UNSEEN, at: [DESKTOP, PHONE] },
];

interface LaidOut {
  overflow: (z.infer<typeof Overflow> & { window: number })[];
  clipped: (z.infer<typeof Clipped> & { window: number })[];
  layout: Layout;
}

export async function layoutAt(world: World, window: Window): Promise<LaidOut> {
  const { width } = window;
  const { scripted } = z.object({ scripted: z.boolean() }).parse(await world.run(SEEN));
  const layout: Layout = { faults: [], looked: {}, scripted };
  for (const { audit, script, at } of QUESTIONS) {
    if (!at.includes(window)) continue;
    const { looked, found } = LayoutAnswer.parse(await world.run(script));
    layout.looked[audit] = looked;
    layout.faults.push(...found.map((one) => ({ ...one, audit, width })));
  }
  const overflow = z.array(Overflow).parse(await world.run(FIND_OVERFLOW));
  const clipped = z.array(Clipped).parse(await world.run(FIND_CLIPPED));
  return {
    overflow: overflow.map((one) => ({ ...one, window: width })),
    clipped: clipped.map((one) => ({ ...one, window: width })),
    layout,
  };
}

/** One place is at fault once, at the first width that shows it. */
export function together(parts: readonly LaidOut[]): LaidOut {
  const layouts = parts.map(({ layout }) => layout);
  const looked: Record<string, number> = {};
  for (const layout of layouts)
    for (const [audit, count] of Object.entries(layout.looked))
      looked[audit] = Math.max(looked[audit] ?? 0, count);
  return {
    overflow: once(
      parts.flatMap(({ overflow }) => overflow),
      ({ path }) => path,
    ),
    clipped: once(
      parts.flatMap(({ clipped }) => clipped),
      ({ path }) => path,
    ),
    layout: {
      faults: once(
        layouts.flatMap(({ faults }) => faults),
        ({ audit, path }) => `${audit} ${path}`,
      ),
      looked,
      scripted: layouts.some(({ scripted }) => scripted),
    },
  };
}

/** Faults that no width before has shown. */
export function newIn({ layout }: LaidOut, before: readonly LaidOut[]): LayoutFault[] {
  const name = ({ audit, path }: LayoutFault): string => `${audit} ${path}`;
  const known = new Set(before.flatMap((part) => part.layout.faults.map(name)));
  return layout.faults.filter((fault) => !known.has(name(fault)));
}

function once<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const name = key(item);
    return !known.has(name) && known.add(name);
  });
}
