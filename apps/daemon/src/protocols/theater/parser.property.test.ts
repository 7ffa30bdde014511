import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { CritiqueConfigSchema } from '@design-jury/contracts/theater/critique';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { FIXTURE_CODE, fixtureNames, goldenOf } from '../../../../../scripts/fixtures.ts';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { applyEdits, cuts, edit, mixedText, noise, runText } from './test/generate.ts';
import { cutAt, readPieces, readsAlike } from './test/read.ts';

vi.setConfig({ testTimeout: 240_000 * machinePace() });

/** Fixed, so that a red run can be run again; `npm run fuzz` uses fresh seeds. */
const SEED = 0xc0ffee;
const SMALL = CritiqueConfigSchema.parse({ ...DEFAULT_CRITIQUE_CONFIG, parserMaxBlockBytes: 700 });
const TINY = CritiqueConfigSchema.parse({ ...DEFAULT_CRITIQUE_CONFIG, parserMaxBlockBytes: 200 });
const fixtures = fixtureNames().map((name) => goldenOf(name));
/** Mutating 300 KB a thousand times tells nothing that mutating 3 KB does not. */
const shortFixtures = fixtures.filter(({ text }) => text.length < 20_000).map(({ text }) => text);

const liveFixtures = fixtureNames(2).map((name) => goldenOf(name, 2).text);

describe('chunking', () => {
  test('[P1] any chunking of a generated run gives the same events (1,600 cases)', () => {
    fc.assert(
      fc.property(runText, cuts, (text, places) => {
        expect(readPieces(cutAt(text, places))).toEqual(readPieces([text]));
      }),
      { seed: SEED, numRuns: 1600 },
    );
  });

  test('[P1] any chunking of a fixture gives the same events (600 cases)', () => {
    fc.assert(
      fc.property(fc.constantFrom(...shortFixtures), cuts, (text, places) => {
        expect(readPieces(cutAt(text, places))).toEqual(readPieces([text]));
      }),
      { seed: SEED, numRuns: 600 },
    );
  });

  test('[P1] any chunking of a broken text near its limits gives the same events and the same error (2,500 cases)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...shortFixtures),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        cuts,
        (text, edits, places) => {
          const broken = applyEdits(text, edits);
          expect(readPieces(cutAt(broken, places), SMALL)).toEqual(readPieces([broken], SMALL));
        },
      ),
      { seed: SEED, numRuns: 2500 },
    );
  });

  test('[P1] any chunking of a live answer, broken or not, gives the same events and the same error (1,500 cases)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...shortFixtures, ...liveFixtures),
        fc.array(edit, { maxLength: 3 }),
        cuts,
        fc.constantFrom<string | null>(FIXTURE_CODE, null),
        (text, edits, places, code) => {
          const said = applyEdits(text, edits);
          const live = { code };
          const whole = readPieces([said], SMALL, live);
          for (const pieces of [cutAt(said, places), said.split('')]) {
            const cut = readPieces(pieces, SMALL, live);
            if (!readsAlike(whole, cut)) expect(cut).toEqual(whole);
          }
        },
      ),
      { seed: SEED, numRuns: 1500 },
    );
  });

  test('[P1] any chunking of an answer with tags of both versions tells the same reason (2,000 cases)', () => {
    fc.assert(
      fc.property(mixedText(FIXTURE_CODE), cuts, fc.constantFrom(TINY, SMALL), (said, places, config) => {
        const whole = readPieces([said], config, { code: FIXTURE_CODE });
        for (const pieces of [cutAt(said, places), said.split('')]) {
          const cut = readPieces(pieces, config, { code: FIXTURE_CODE });
          if (!readsAlike(whole, cut)) expect(cut).toEqual(whole);
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  test('[P1] of an answer that fails under both versions the failure that comes first is told', () => {
    const twice = `<ROUND n="2"><ROUND n="2">\n<ROUND-${FIXTURE_CODE} \n<NOTES-${FIXTURE_CODE}>One.</NOTES-${FIXTURE_CODE}>`;
    const long = `<PANELIST role="designer"><SHIP-${FIXTURE_CODE} round="1">${'x'.repeat(300)}`;
    for (const [said, reason, position] of [
      [twice, 'missing_artifact', 13],
      [long, 'ambiguous_answer', 0],
    ] as const)
      for (const pieces of [[said], said.split('')])
        expect(readPieces(pieces, TINY, { code: FIXTURE_CODE }).error).toMatchObject({ reason, position });
  });

  test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))(
    '[P1] %s character by character is the same run',
    (_, fixture) => {
      expect(readPieces(fixture.text, fixture.config)).toEqual(readPieces([fixture.text], fixture.config));
      expect(readPieces(fixture.text.split(''), fixture.config)).toEqual(
        readPieces([fixture.text], fixture.config),
      );
    },
  );
});

describe('robustness', () => {
  /** Either events or one typed error, and never more text handed on than came in. */
  function survives(text: string): void {
    const { events, error } = readPieces([text], SMALL);
    const handed = events.reduce(
      (sum, event) => sum + (event.type === 'artifact_chunk' ? event.text.length : 0),
      0,
    );
    expect(handed).toBeLessThanOrEqual(text.length);
    if (error === null)
      expect(events.some(({ type }) => type === 'round_close' || type === 'ship')).toBe(true);
    else
      expect([
        'malformed_block',
        'oversize_block',
        'missing_artifact',
        'protocol_version_mismatch',
      ]).toContain(error.reason);
  }

  test('[P22] mutated fixtures end in events or one typed error (12,000 cases)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...shortFixtures),
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        (text, edits) => {
          survives(applyEdits(text, edits));
        },
      ),
      { seed: SEED, numRuns: 12_000 },
    );
  });

  test('[P22] random text ends in events or one typed error (8,000 cases)', () => {
    fc.assert(fc.property(noise, survives), { seed: SEED, numRuns: 8000 });
  });

  test('[P22] a text cut off anywhere ends in events or one typed error (every byte of a run)', () => {
    const text = goldenOf('model-happy-2-rounds').text;
    for (let length = 0; length < text.length; length++) survives(text.slice(0, length));
  });
});

describe('renderer', () => {
  test('[P21] what the renderer writes is read back whole, without a warning about structure', () => {
    fc.assert(
      fc.property(runText, (text) => {
        const { events, error } = readPieces([text]);
        expect(error).toBeNull();
        const odd = events.filter((event) => event.type === 'warning' && event.kind !== 'duplicate_panelist');
        expect(odd).toEqual([]);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
