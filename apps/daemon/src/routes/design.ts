/** The design system of a run, as far as the Theater wears it. */
import type { RunDesign } from '@design-jury/contracts/http';
import type { LaneInks } from '@design-jury/contracts/skills';
import type { Hono } from 'hono';
import type { Jury } from '../jury.ts';
import { idParam } from './request.ts';

export function mountDesign(app: Hono, jury: Jury): void {
  app.get('/api/projects/:id/runs/:runId/design', async (c) => {
    const text = await jury.designText(idParam(c, 'id'), idParam(c, 'runId'));
    // Most runs have none, and every page of a run asks: an error here would be in every browser's console.
    if (text === null) return c.json({ name: null, laneInks: null } satisfies RunDesign);
    // Loaded when asked for: a daemon that only serves does not read YAML and colours at its start.
    const { readDesignMd } = await import('../measure/model/design-md.ts');
    const { paletteHues } = await import('../measure/model/palette-hues.ts');
    const { name, colors } = readDesignMd(text);
    return c.json({ name, laneInks: inksOf(paletteHues(colors, 5)) } satisfies RunDesign);
  });
}

/** Only the hue is the system's: lightness is set where the ink is used, so that it can be read on any ground. */
function inksOf([designer, critic, brand, a11y, copy]: readonly number[]): LaneInks | null {
  if (designer === undefined) return null;
  const ink = (hue = designer): string => `oklch(0.5 0.13 ${hue})`;
  return { designer: ink(), critic: ink(critic), brand: ink(brand), a11y: ink(a11y), copy: ink(copy) };
}
