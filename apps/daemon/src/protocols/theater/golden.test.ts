import { readdirSync, readFileSync } from 'node:fs';
import { foldAll } from '@design-jury/contracts/theater/fold';
import {
  isTerminalEvent,
  type TranscriptEvent,
  TranscriptEventSchema,
} from '@design-jury/contracts/theater/sse';
import { describe, expect, test } from 'vitest';
import { FIXTURE_CODE, fixtureNames, goldenOf, recorded } from '../../../../../scripts/fixtures.ts';

const lines = (ndjson: string): TranscriptEvent[] =>
  ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const CASES = ([1, 2] as const).flatMap((version) =>
  fixtureNames(version).map((name) => ({ version, name })),
);

describe.each(CASES)('version $version: $name', ({ version, name }) => {
  const { ndjson, state } = recorded(name, version);

  test('[G1] the text gives the recorded events', () => {
    expect(goldenOf(name, version).ndjson).toBe(ndjson);
  });

  test('[G2] the events fold to the recorded state', () => {
    expect(`${JSON.stringify(foldAll(lines(ndjson)), null, 2)}\n`).toBe(state);
  });

  test('[G3] every event is valid, numbered without a gap, and exactly the last one is terminal', () => {
    const events = lines(ndjson);
    for (const event of events) TranscriptEventSchema.parse(event);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    expect(events.map(isTerminalEvent)).toEqual(events.map((_, i) => i === events.length - 1));
  });

  test('[G4] no visible text carries a protocol tag that was not escaped', () => {
    const shown = lines(ndjson).flatMap((event) =>
      'dimNote' in event ? [event.dimNote] : 'text' in event ? [event.text] : [],
    );
    const allowed = name === 'variant-entities-and-cdata-notes';
    if (!allowed)
      for (const text of shown) expect(text).not.toMatch(/<\/?(PANELIST|ROUND|DIM|SHIP|ARTIFACT|MUST_FIX)\b/);
  });
});

test.each([1, 2] as const)('[G1] every golden of version %i belongs to a text', (version) => {
  const files = readdirSync(new URL(`../../../../../__fixtures__/critique/v${version}/`, import.meta.url));
  const names = new Set(fixtureNames(version));
  const orphans = files.filter(
    (file) => !names.has(file.replace(/\.(txt|ndjson|state\.json|config\.json)$/, '')),
  );
  expect(orphans).toEqual([]);
});

/** Literals, so that nobody can change a verdict by writing the goldens anew. */
test.each([
  ['model-happy-1-round', 'shipped', 1, 8.68],
  ['model-happy-2-rounds', 'shipped', 2, 8.68],
  ['model-happy-3-rounds', 'shipped', 3, 8.68],
  ['model-below-threshold', 'below_threshold', 2, 7.26],
  ['model-lone-critic', 'below_threshold', 1, 9],
  ['model-scale-100', 'below_threshold', 1, 0],
  ['model-scores-of-85', 'below_threshold', 1, 0],
  ['model-ship-refused', 'below_threshold', 1, 6.26],
  ['model-after-ship-broken', 'shipped', 1, 8.68],
  ['model-gate-yes-model-goes-on', 'shipped', 1, 8.68],
  ['sample-of-the-specification', 'below_threshold', 1, 6.26],
  ['variant-page-about-the-protocol', 'shipped', 1, 8.68],
  ['model-large-300kb', 'shipped', 1, 9],
])('[G5] %s ends %s in round %i at %d', (name, status, round, composite) => {
  const last = lines(recorded(name).ndjson).at(-1);
  expect(last).toMatchObject({ type: 'critique.ship', status, round, composite });
});

test.each([
  ['model-malformed-unclosed-panelist', 'malformed_block'],
  ['model-malformed-unclosed-dim', 'malformed_block'],
  ['model-truncated-in-artifact', 'malformed_block'],
  ['model-oversize-300kb', 'oversize_block'],
  ['model-missing-artifact', 'missing_artifact'],
  ['model-missing-designer', 'missing_artifact'],
  ['model-prose-only', 'missing_artifact'],
  ['model-version-mismatch', 'protocol_version_mismatch'],
])('[G5] %s degrades as %s', (name, reason) => {
  expect(lines(recorded(name).ndjson).at(-1)).toMatchObject({ type: 'critique.degraded', reason });
});

test.each([
  ['model-happy-1-round', 'shipped', 1, 8.68],
  ['model-happy-3-rounds', 'shipped', 3, 8.68],
  ['model-lone-critic', 'below_threshold', 1, 9],
  ['model-gate-yes-model-goes-on', 'below_threshold', 1, 8.68],
  ['page-ends-its-own-block', 'shipped', 1, 8.68],
  ['page-casts-all-votes', 'below_threshold', 2, 7.26],
  ['run-quoted-before-the-run', 'below_threshold', 2, 7.26],
  ['vote-twice', 'below_threshold', 1, 6.84],
  ['demand-outside-a-panelist', 'below_threshold', 1, 8.68],
  ['demand-of-a-stranger', 'below_threshold', 1, 8.68],
  ['no-code-at-all', 'shipped', 1, 8.68],
  ['variant-lower-case', 'shipped', 1, 8.68],
  ['variant-closing-tags-without-code', 'shipped', 1, 8.68],
])('[G5] version 2: %s ends %s in round %i at %d', (name, status, round, composite) => {
  const last = lines(recorded(name, 2).ndjson).at(-1);
  expect(last).toMatchObject({ type: 'critique.ship', status, round, composite });
});

test.each([
  ['second-root', 'ambiguous_answer'],
  ['vote-after-ship', 'ambiguous_answer'],
  ['model-duplicate-ship', 'ambiguous_answer'],
  ['run-in-a-thought', 'ambiguous_answer'],
  ['no-usable-vote', 'no_usable_vote'],
  ['model-scale-100', 'no_usable_vote'],
])('[G5] version 2: %s is inconclusive as %s', (name, reason) => {
  expect(lines(recorded(name, 2).ndjson).at(-1)).toMatchObject({ type: 'critique.degraded', reason });
});

test('[P26] no event of a fixture of version 2 holds the code of its run', () => {
  for (const name of fixtureNames(2)) expect(recorded(name, 2).ndjson).not.toContain(FIXTURE_CODE);
});

test("[G5] the specification's own sample claims 6.18 where its weights make 6.26, and is told so", () => {
  const events = lines(recorded('sample-of-the-specification').ndjson);
  const mismatch = events.find(
    (event) => event.type === 'critique.parser_warning' && event.kind === 'composite_mismatch',
  );
  expect(mismatch).toMatchObject({ detail: 'the panel claims 6.18; the votes make 6.26' });
});

test('[G6] the fixtures cover every invented variant and both large pages', () => {
  const big = readFileSync(
    new URL('../../../../../__fixtures__/critique/v1/model-large-300kb.txt', import.meta.url),
  );
  expect(big.byteLength).toBeGreaterThan(600_000);
  expect(fixtureNames().filter((name) => name.startsWith('variant-')).length).toBeGreaterThanOrEqual(14);
});
