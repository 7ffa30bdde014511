import { expect, test } from 'vitest';
import { boundPlaces } from './bound-places.ts';

const BEFORE = `<body><h1>Harbour</h1><p>First.</p><div class="go" onclick="x()">Book</div><div>Rest</div>
<h3>Times</h3><form><input placeholder="Email"><input type="submit" value="Send"></form></body>`;
const AFTER = `<body><main><h1>Harbour</h1><p>First.</p><button type="button" class="go">Book</button><div>Rest</div>
<h2>Times</h2><label for="mail">Email</label><form><input placeholder="Email" id="mail"><input type="submit" value="Send"></form></main></body>`;

const at = (audit: string, place: string, selector: string) => ({
  id: `${audit}@${place}`,
  witness: { audit, selector },
});

test.each([
  ['wrappers were put around it', at('contrast-text', 'p', 'body > p'), 'p'],
  ['it is a heading of another level', at('heading-order', 'heading~2', 'body > h3'), 'heading~2'],
  ['it has another tag', at('dead-controls', 'div', 'body > div:nth-of-type(1)'), 'button'],
  ['it has an id now', at('placeholder-label', 'input', 'body > form > input:nth-of-type(1)'), '#mail'],
  ['it is the page', at('page-language', 'html', 'html'), 'html'],
  [
    'the run named it by a selector',
    { id: 'a11y-1-1', witness: { audit: 'x', selector: 'body > h3' } },
    'heading~2',
  ],
  ['it is gone', at('x', 'table', 'body > table'), null],
])('a witness is bound to the page a run ended with: %s', async (_why, mustFix, place) => {
  const placeOf = await boundPlaces({ before: BEFORE, after: AFTER, mime: 'text/html' });
  expect(placeOf(mustFix)).toBe(place);
});
