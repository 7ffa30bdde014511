/** What must be true of every answer: of the parser, of the gate. Each is a function of plain values. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { CritiqueConfigSchema } from '@design-jury/contracts/theater/critique';
import fc from 'fast-check';
import { answer, type Said } from '../../apps/daemon/src/protocols/theater/test/answers.ts';
import { unearned } from '../../apps/daemon/src/protocols/theater/test/earned.ts';
import {
  applyEdits,
  cuts,
  edit,
  mixedText,
  noise,
  runText,
} from '../../apps/daemon/src/protocols/theater/test/generate.ts';
import { cutAt, readPieces, readsAlike } from '../../apps/daemon/src/protocols/theater/test/read.ts';
import {
  type Apart,
  apart,
  unearnedApart,
} from '../../apps/daemon/src/protocols/theater/test/seat-answers.ts';
import { FIXTURE_CODE, fixtureNames, goldenOf } from '../fixtures.ts';

export interface Property<Case = unknown> {
  name: string;
  /** Values that JSON keeps: a case that fails is written down. */
  cases: fc.Arbitrary<Case>;
  /** Null where it holds. */
  problem(one: Case): string | null | Promise<string | null>;
}

interface Cut {
  text: string;
  places: number[];
  parserMaxBlockBytes: number;
}

const LIMITS = [200, 700, 4096];
const texts = fixtureNames()
  .map((name) => goldenOf(name).text)
  .filter((text) => text.length < 20_000);
const liveTexts = [...texts, ...fixtureNames(2).map((name) => goldenOf(name, 2).text)];

function edited(of: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...of), fc.array(edit, { maxLength: 6 }))
    .map(([text, edits]) => applyEdits(text, edits));
}

function configOf({ parserMaxBlockBytes }: Cut) {
  return CritiqueConfigSchema.parse({ ...DEFAULT_CRITIQUE_CONFIG, parserMaxBlockBytes });
}

export const GATE: Property<{ said: Said; places: number[] }> = {
  name: 'gate',
  cases: fc.record({ said: answer, places: cuts }),
  async problem({ said, places }) {
    const problem = await unearned(said, places);
    return problem === null ? null : `it ships, and ${problem}`;
  },
};

/** The same of seats that are asked apart. */
export const APART: Property<Apart> = {
  name: 'apart',
  cases: apart,
  async problem(said) {
    const problem = await unearnedApart(said);
    return problem === null ? null : `it ships, and ${problem}`;
  },
};

export const CHUNKS: Property<Cut> = {
  name: 'chunks',
  cases: fc.record({
    text: fc.oneof(runText, noise, edited(texts)),
    places: cuts,
    parserMaxBlockBytes: fc.constantFrom(...LIMITS),
  }),
  problem(one) {
    const config = configOf(one);
    const whole = JSON.stringify(readPieces([one.text], config));
    if (JSON.stringify(readPieces(cutAt(one.text, one.places), config)) !== whole)
      return 'chunking changes the events';
    if (JSON.stringify(readPieces(one.text.split(''), config)) !== whole)
      return 'single characters change the events';
    return null;
  },
};

/** The same of an answer that is being given, with the code and without it. */
export const LIVE: Property<Cut & { code: string | null }> = {
  name: 'live',
  cases: fc.record({
    text: fc.oneof(edited(liveTexts), mixedText(FIXTURE_CODE)),
    places: cuts,
    parserMaxBlockBytes: fc.constantFrom(...LIMITS),
    code: fc.constantFrom<string | null>(FIXTURE_CODE, null),
  }),
  problem(one) {
    const { text, code } = one;
    const config = configOf(one);
    const whole = readPieces([text], config, { code });
    for (const pieces of [cutAt(text, one.places), text.split('')])
      if (!readsAlike(whole, readPieces(pieces, config, { code })))
        return 'chunking changes what is read of a live answer';
    return null;
  },
};
