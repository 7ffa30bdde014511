/** What counts as seen: by pages and defects of this file, none of the pool's. */
import { describe, expect, test } from 'vitest';
import type { ScoringRole } from '../measure/finding.ts';
import { buildPage } from '../measure/model/page.ts';
import { examine } from '../measure/panel.ts';
import { changedPlace } from './changed-place.ts';
import { seenAt } from './new-finding.ts';

const PAGE = `<!doctype html><html lang="en"><head><title>Tides at the quay</title>
<meta name="viewport" content="width=device-width"><style>p{color:#222}.note{color:#222}</style></head><body><main>
<h1>Tides today</h1><h2>North quay</h2><p>Boats lie at the north quay until noon.</p><p class="note">Bring a rope.</p>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="The quay"><form><label for="who">Your name</label><input id="who"></form>
</main></body></html>`;

/** Replaces the first `from`; what was written is the place, unless another one is named. */
async function seen(from: string, to: string, at = to, { page = PAGE, role = 'a11y' as ScoringRole } = {}) {
  const html = page.replace(from, () => to);
  expect(html).not.toBe(page);
  const start = html.indexOf(at);
  const [given, copy] = [await buildPage({ html: page }), await buildPage({ html })];
  const place = changedPlace(copy, given, [{ start, end: start + at.length }]);
  return seenAt(place, role, examine(given).results, examine(copy).results);
}

const LOREM = 'Lorem ipsum dolor sit amet.';

describe('a planted defect is seen', () => {
  test('by a new finding at the place that was changed, a must-fix before a note', async () => {
    expect(await seen(' alt="The quay"', '', '<img')).toMatchObject({
      mustFix: true,
      by: expect.any(String),
    });
    expect(await seen('Bring a rope.', LOREM)).toMatchObject({ mustFix: true });
  });

  test('and by none that points elsewhere', async () => {
    // The same fault, and a place that has nothing to do with it.
    expect(await seen('Bring a rope.', LOREM, '<h1>')).toEqual({ by: null, mustFix: false });
  });

  test('at the field whose label was taken away, which is not where the label stood', async () => {
    expect(await seen('for="who"', 'for="whom"', 'id="who"')).toMatchObject({ mustFix: true });
    expect(await seen('<label for="who">Your name</label>', '', '<form>')).toMatchObject({ mustFix: true });
  });

  test('at whatever a changed rule reaches, written in the style sheet', async () => {
    expect(await seen('.note{color:#222}', '.note{color:#eee}')).toMatchObject({ mustFix: true });
    expect(await seen('.note{color:#222}', '.note{color:#eee}', 'Boats lie')).toEqual({
      by: null,
      mustFix: false,
    });
  });

  test('by what is said of the page as a whole only where the page as a whole was changed', async () => {
    expect(await seen('<html lang="en">', '<html>')).toMatchObject({ mustFix: true });
    expect(await seen('<html lang="en">', '<html>', 'Bring a rope')).toEqual({ by: null, mustFix: false });
    expect(await seen('<title>Tides at the quay</title>', '<title></title>')).toMatchObject({
      mustFix: true,
    });
  });
});

describe('a planted defect is not seen', () => {
  test('by a fault that was there before and only quotes other words now', async () => {
    const page = PAGE.replace('Bring a rope.', LOREM);
    expect(await seen('ipsum', 'ipsmu', '<p class="note">', { page })).toEqual({ by: null, mustFix: false });
  });

  test('where nothing is wrong with what was written', async () => {
    expect(await seen('Bring a rope.', 'Bring a long rope.')).toEqual({ by: null, mustFix: false });
  });
});
