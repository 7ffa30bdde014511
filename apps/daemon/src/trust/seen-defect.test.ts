import { describe, expect, test } from 'vitest';
import { buildPage } from '../measure/model/page.ts';
import { type Said, seenBy } from './seen-defect.ts';

const PAGE = `<!doctype html><html lang="en"><head><title>Tides</title></head><body><main>
<h1>Tides today</h1><section class="north"><p>Boats lie at the north quay.</p><a href="#n">North times</a></section>
<section class="south"><p>Boats lie at the south quay.</p><a href="#s">South times</a></section></main></body></html>`;

type Demand = [target: string | null, text?: string, role?: Said['role']];

const said = ([target, text = 'It has to be mended.', role = 'a11y']: Demand): Said => ({
  target,
  text,
  role,
});

async function seen(
  copy: string,
  where: string,
  { demands, before = [], role = 'a11y' }: { demands: Demand[]; before?: Demand[]; role?: Said['role'] },
): Promise<Record<string, boolean | null>> {
  const pages = { page: await buildPage({ html: PAGE }), copy: await buildPage({ html: copy }) };
  const roles = ['a11y', 'copy'] as const;
  const named = Object.values(pages).flatMap(({ engine }) => engine.select(where));
  return Object.fromEntries(seenBy({ role, named, ...pages }, demands.map(said), before.map(said), roles));
}

describe('a defect in one place', () => {
  const copy = PAGE.replace('<a href="#n">North times</a>', '<a href="#n"></a>');
  const where = 'main > section:nth-of-type(1) > a';

  test.for<[string | null, string | undefined, boolean]>([
    ['.north a', undefined, true],
    ['section.north > a:nth-of-type(1)', undefined, true],
    ['.north', undefined, true],
    ['.south a', undefined, false],
    ['h1', undefined, false],
    ['main', undefined, false],
    [null, undefined, false],
    [null, 'The link “North times” has lost its words.', true],
    [null, 'The link “South times” is weak.', false],
    ['not a ( selector', undefined, false],
  ])('a demand at %s, saying %s, sees it: %s', async ([target, text, isSeen]) => {
    const demands: Demand[] = [text === undefined ? [target] : [target, text]];
    expect(await seen(copy, where, { demands })).toEqual({ a11y: isSeen, copy: false });
  });

  test('whoever demanded something there before cannot be told to have seen it', async () => {
    const demands: Demand[] = [['.north a']];
    expect(await seen(copy, where, { demands, before: [['.north a', 'Say more.']] })).toEqual({
      a11y: null,
      copy: false,
    });
    expect(await seen(copy, where, { demands, before: [['.south a', 'Say more.']] })).toMatchObject({
      a11y: true,
    });
  });
});

describe('a defect of the whole page', () => {
  const copy = PAGE.replace(' lang="en"', '');

  test('counts for a new demand of the role that answers for it, wherever it points', async () => {
    expect(await seen(copy, 'html', { demands: [[null]] })).toEqual({ a11y: true, copy: false });
    expect(await seen(copy, 'html', { demands: [['html']] })).toMatchObject({ a11y: true });
    expect(await seen(copy, 'html', { demands: [['.north a']] })).toMatchObject({ a11y: false });
    expect(await seen(copy, 'html', { demands: [[null]], role: 'critic' })).toMatchObject({ a11y: false });
    expect(await seen(copy, 'html', { demands: [[null]], before: [[null]] })).toMatchObject({ a11y: false });
  });
});

test('what was added is seen where it stands, what was taken away where it stood', async () => {
  const added = PAGE.replace('</main>', '<button type="button"></button></main>');
  expect(await seen(added, 'main', { demands: [['main > button']] })).toMatchObject({ a11y: true });
  expect(await seen(added, 'main', { demands: [['h1']] })).toMatchObject({ a11y: false });
  const without = PAGE.replace('<h1>Tides today</h1>', '');
  expect(await seen(without, 'main > h1', { demands: [['h1']] })).toMatchObject({ a11y: true });
});
