/**
 * The long mode of the property tests of the parser and of the gate: fresh seeds until the time is up. `npm run fuzz --
 * --minutes 10 --seed 1`; the seed is told, and every batch has the next one.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { CritiqueConfigSchema } from '@design-jury/contracts/theater/critique';
import fc from 'fast-check';
import { answer } from '../apps/daemon/src/protocols/theater/test/answers.ts';
import { unearned } from '../apps/daemon/src/protocols/theater/test/earned.ts';
import {
  applyEdits,
  cuts,
  edit,
  mixedText,
  noise,
  runText,
} from '../apps/daemon/src/protocols/theater/test/generate.ts';
import { cutAt, readPieces, readsAlike } from '../apps/daemon/src/protocols/theater/test/read.ts';
import { FIXTURE_CODE, fixtureNames, goldenOf } from './fixtures.ts';

const MAX_SEED = 0x7fffffff;
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * MAX_SEED)) },
  },
});
let nextSeed = Number(values.seed);
console.log(`seed ${nextSeed}`);
const deadline = Date.now() + Number(values.minutes) * 60_000;
const BATCH = 500;
const limits = [200, 700, 4096].map((parserMaxBlockBytes) =>
  CritiqueConfigSchema.parse({ ...DEFAULT_CRITIQUE_CONFIG, parserMaxBlockBytes }),
);
const texts = fixtureNames()
  .map((name) => goldenOf(name).text)
  .filter((text) => text.length < 20_000);

const anyText = fc.oneof(
  runText,
  noise,
  fc
    .tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 6 }))
    .map(([text, edits]) => applyEdits(text, edits)),
);

const liveTexts = [...texts, ...fixtureNames(2).map((name) => goldenOf(name, 2).text)];
const liveText = fc.oneof(
  fc
    .tuple(fc.constantFrom(...liveTexts), fc.array(edit, { maxLength: 6 }))
    .map(([text, edits]) => applyEdits(text, edits)),
  mixedText(FIXTURE_CODE),
);
const codes = fc.constantFrom<string | null>(FIXTURE_CODE, null);

/** At least this many answers are put to the gate, however short the time. */
const GATE_CASES = 20_000;
let judged = 0;
while (judged < GATE_CASES) {
  fc.assert(
    fc.property(answer, cuts, (said, places) => {
      const problem = unearned(said, places);
      if (problem !== null) throw new Error(`it ships, and ${problem}`);
    }),
    { seed: nextSeed++ % MAX_SEED, numRuns: BATCH },
  );
  judged += BATCH;
}
console.log(`${judged} answers put to the gate: what shipped was earned`);

let cases = 0;
while (Date.now() < deadline) {
  const seed = nextSeed++ % MAX_SEED;
  fc.assert(
    fc.property(anyText, cuts, fc.constantFrom(...limits), (text, places, config) => {
      const whole = JSON.stringify(readPieces([text], config));
      if (JSON.stringify(readPieces(cutAt(text, places), config)) !== whole)
        throw new Error('chunking changes the events');
      if (JSON.stringify(readPieces(text.split(''), config)) !== whole)
        throw new Error('single characters change the events');
    }),
    { seed, numRuns: BATCH },
  );
  // The same of an answer that is being given, with the code and without it.
  fc.assert(
    fc.property(liveText, cuts, fc.constantFrom(...limits), codes, (text, places, config, code) => {
      const whole = readPieces([text], config, { code });
      for (const pieces of [cutAt(text, places), text.split('')]) {
        if (!readsAlike(whole, readPieces(pieces, config, { code })))
          throw new Error('chunking changes what is read of a live answer');
      }
    }),
    { seed, numRuns: BATCH },
  );
  cases += 2 * BATCH;
}
console.log(`${cases} cases, each read whole, cut and character by character: no difference, no crash`);
