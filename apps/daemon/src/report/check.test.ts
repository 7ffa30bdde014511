import { EXIT, type ExitCode } from '@design-jury/contracts/exit-codes';
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { NOTHING_KNOWN } from '@design-jury/contracts/trust/line';
import { decodeXML } from 'entities';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkJson, checkJunit, checkSarif } from './check-formats.ts';
import { type CheckInput, type CheckResult, checkResult } from './check-result.ts';
import { gateOf } from './gate.ts';
import { ALL, roundEvents, ship, started, stateOf } from './test/run.ts';

/** What one format says: the exit code, and for every file its verdict and the ids of what is open. */
type Said = { exit: ExitCode | 'unsaid'; files: Map<string, { verdict: string; open: string[] }> };

const JsonSchema = z.object({
  exit: z.int(),
  files: z.array(
    z.object({
      file: z.string(),
      verdict: z.string(),
      faults: z.array(z.object({ id: z.string(), standing: z.string() })),
    }),
  ),
});

function saidByJson(result: CheckResult): Said {
  const { exit, files } = JsonSchema.parse(JSON.parse(checkJson(result)));
  return {
    exit: exit as ExitCode,
    files: new Map(
      files.map(({ file, verdict, faults }) => [
        file,
        { verdict, open: faults.filter(({ standing }) => standing === 'open').map(({ id }) => id) },
      ]),
    ),
  };
}

const SUITE = /<testsuite name="([^"]*)"[^>]*>\n([\s\S]*?) {2}<\/testsuite>/g;
const CASE = /<testcase classname="[^"]*" name="([^"]*)" time="0"(?:\/>|><(failure|error|system-out))/g;

function saidByJunit(result: CheckResult): Said {
  const files: Said['files'] = new Map();
  for (const [, name = '', body = ''] of checkJunit(result).matchAll(SUITE)) {
    const cases = [...body.matchAll(CASE)].map(([, id = '', problem]) => ({ id: decodeXML(id), problem }));
    const gate = cases.find(({ id }) => id === 'gate');
    if (gate === undefined) continue;
    const verdict = gate.problem === undefined ? 'passes' : gate.problem === 'failure' ? 'fails' : 'none';
    const open = cases.filter(({ id }) => id !== 'gate').map(({ id }) => id.replace(/^\w+: /, ''));
    files.set(decodeXML(name), { verdict, open });
  }
  return { exit: 'unsaid', files };
}

const SarifSchema = z.object({
  runs: z.tuple([
    z.object({
      tool: z.object({ driver: z.object({ rules: z.array(z.object({ id: z.string() })) }) }),
      invocations: z.tuple([z.object({ exitCode: z.int(), executionSuccessful: z.boolean() })]),
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(['error', 'warning', 'note']),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.object({ startLine: z.int().min(1) }),
              }),
            }),
          ]),
          partialFingerprints: z.object({ 'juryFinding/v1': z.string() }).optional(),
          suppressions: z.array(z.unknown()).optional(),
          baselineState: z.string().optional(),
          properties: z.object({ verdict: z.string().optional() }),
        }),
      ),
    }),
  ]),
});

function saidBySarif(result: CheckResult): Said {
  const [run] = SarifSchema.parse(JSON.parse(checkSarif(result, '1.2.3', () => null))).runs;
  const files: Said['files'] = new Map(
    result.files.map(({ file }) => [file, { verdict: 'passes', open: [] as string[] }]),
  );
  for (const one of run.results) {
    expect(run.tool.driver.rules[one.ruleIndex]?.id).toBe(one.ruleId);
    const said = files.get(decodeURIComponent(one.locations[0].physicalLocation.artifactLocation.uri));
    if (said === undefined) throw new Error('a result about a file that was not checked');
    if (one.ruleId === 'gate') said.verdict = one.properties.verdict ?? '';
    // A note lowers a score; nothing is open because of it.
    else if (one.ruleId.startsWith('score-')) expect(one.level).toBe('note');
    else if (one.suppressions === undefined && one.baselineState === undefined)
      said.open.push(one.partialFingerprints?.['juryFinding/v1'] ?? '');
  }
  return { exit: run.invocations[0].exitCode as ExitCode, files };
}

const JUDGED = ['passes', 'fails'];
const coarse = (verdict: string): string => (JUDGED.includes(verdict) ? verdict : 'none');

function expectSameInAll(result: CheckResult): void {
  const json = saidByJson(result);
  const sarif = saidBySarif(result);
  const junit = saidByJunit(result);
  expect(json.exit).toBe(result.exit);
  expect(sarif.exit).toBe(result.exit);
  for (const { file, verdict } of result.files) {
    const open = json.files.get(file)?.open;
    expect(json.files.get(file)?.verdict).toBe(verdict);
    expect(sarif.files.get(file)).toEqual({ verdict, open });
    expect(junit.files.get(file)).toEqual({ verdict: coarse(verdict), open });
  }
  const all = [...junit.files.values()].map(({ verdict }) => verdict);
  expect(result.exit === EXIT.ships).toBe(all.length > 0 && all.every((verdict) => verdict === 'passes'));
}

const ROLES: PanelistRole[] = ['critic', 'brand', 'a11y', 'copy'];
const PLACES = ['contrast-text@p', 'image-name@img:nth-child(2)', 'dead-links@a', 'copy-1-1', 'lint-1'];

const demands = fc.uniqueArray(
  fc.record({ role: fc.constantFrom(...ROLES), id: fc.constantFrom(...PLACES) }),
  { maxLength: 4, selector: ({ id }) => id },
);

type Ending = 'gate' | 'degraded' | 'interrupted' | 'failed' | 'running';

const judgedState = fc
  .record({
    composite: fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10),
    found: demands,
    ending: fc.constantFrom<Ending>('gate', 'degraded', 'interrupted', 'failed', 'running'),
  })
  .map(({ composite, found, ending }): CritiqueState => {
    const byRole: Partial<Record<PanelistRole, string[]>> = {};
    for (const { role, id } of found) byRole[role] = [...(byRole[role] ?? []), id];
    const ships = composite >= 8 && found.length === 0;
    const round = roundEvents(1, {
      votes: ALL(composite),
      composite,
      demands: byRole,
      mustFix: found.length,
      decision: ships ? 'ship' : 'continue',
    });
    return ended(ending, round, composite, ships);
  });

function ended(ending: Ending, round: CritiqueSseEvent[], composite: number, ships: boolean): CritiqueState {
  const runId = 'r1';
  switch (ending) {
    case 'gate':
      return stateOf(started(), ...round, ship(1, composite, ships ? 'shipped' : 'below_threshold'));
    case 'degraded':
      return stateOf(started(), ...round, {
        type: 'critique.degraded',
        runId,
        status: 'degraded',
        reason: 'no_usable_vote',
        adapter: 'grounded',
        message: 'too little to judge: "2 words" < 10 & more',
        position: null,
        bestRound: null,
      });
    case 'interrupted':
      return stateOf(started(), ...round, {
        type: 'critique.interrupted',
        runId,
        status: 'interrupted',
        bestRound: 1,
        composite,
        recoveryReason: null,
      });
    case 'failed':
      return stateOf(started(), {
        type: 'critique.failed',
        runId,
        status: 'failed',
        cause: 'agent_error',
        message: 'it said no',
        bestRound: null,
      });
    case 'running':
      return stateOf(started(), ...round);
  }
}

const accepted = fc.uniqueArray(
  fc.constantFrom('contrast-text', 'dead-links', 'lint').map((audit) => ({
    audit,
    selector: null,
    reason: 'it is <meant> so',
  })),
  { maxLength: 2, selector: ({ audit }) => audit },
);

const baseline = fc.option(
  fc.record({ composite: fc.constantFrom(null, 3, 9), mustFixes: fc.subarray(PLACES) }),
  { nil: null },
);

const input: fc.Arbitrary<CheckInput> = fc
  .oneof(
    { weight: 4, arbitrary: fc.record({ state: judgedState, accepted, baseline, waits: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constantFrom(EXIT.usage, EXIT.inconclusive) },
  )
  .map(
    (one): CheckInput =>
      typeof one === 'number'
        ? { file: '', kind: 'refused', message: 'The page is "empty" <nothing>.', exit: one }
        : {
            file: '',
            kind: 'judged',
            state: one.state,
            gate: gateOf(one.state, one.accepted, one.baseline),
            durationMs: 5,
            waits: one.waits,
          },
  );

const inputs = fc
  .array(input, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((one, index) => ({ ...one, file: `a folder/page <${index}>.html` })));

describe('what jury check says', () => {
  test('SARIF, JUnit, JSON and the exit code say the same, whatever was judged', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), (all, stopped) => {
        const result = checkResult(all, { stopped });
        if (stopped) expect(result.exit).toBe(EXIT.interrupted);
        else expectSameInAll(result);
      }),
      { numRuns: 300 },
    );
  });

  test('0 takes a verdict that passes for every file, and at least one file', () => {
    expect(checkResult([]).exit).toBe(EXIT.inconclusive);
    expect(checkJunit(checkResult([]))).toContain('<error');
    fc.assert(
      fc.property(inputs, (all) => {
        const { exit, files } = checkResult(all);
        const passed = all.every((one) => one.kind === 'judged' && one.gate.passes);
        expect(exit === EXIT.ships).toBe(passed);
        expect(files.some(({ verdict }) => verdict === 'inconclusive') && exit === EXIT.ships).toBe(false);
      }),
    );
  });

  test('a change of the rules is told in every format, and in the first line', () => {
    const state = stateOf(
      started(),
      ...roundEvents(1, { votes: ALL(9), composite: 9, decision: 'ship' }),
      ship(1, 9, 'shipped'),
    );
    const base = {
      ref: 'origin/main',
      commit: 'a'.repeat(40),
      changes: [{ file: 'jury.config.json', change: 'changed' as const }],
    };
    const judged: CheckInput = {
      file: 'a.html',
      kind: 'judged',
      state,
      gate: gateOf(state, [], null),
      durationMs: 5,
      waits: false,
    };
    const result = checkResult([judged], { base });
    const told = 'this change alters jury.config.json';
    expect(result.summary).toContain(told);
    expect(checkJson(result).split('\n')[1]).toContain(told);
    expect(checkJunit(result).split('\n')[1]).toContain(told);
    expect(checkSarif(result, '1', () => null)).toContain('jury.config.json is changed by this change');
    expectSameInAll(result);
  });

  test('SARIF tells what lowers a score as a note at its line', () => {
    const file = {
      file: 'a.html',
      verdict: 'passes' as const,
      summary: 'passes',
      composite: 9,
      threshold: 8,
      mustFix: 0,
      noVote: [],
      faults: [],
      notes: [{ role: 'critic' as const, dim: 'reading load', score: 7.5, text: '2 of 9 lines.', line: 12 }],
      unlock: null,
      trust: NOTHING_KNOWN,
      remarks: [],
      durationMs: 1,
      exit: EXIT.ships,
    };
    const result = { ...checkResult([]), files: [file] };
    const [run] = SarifSchema.parse(JSON.parse(checkSarif(result, '1', () => null))).runs;
    expect(run.results).toMatchObject([
      {
        ruleId: 'score-critic-reading-load',
        level: 'note',
        locations: [{ physicalLocation: { region: { startLine: 12 } } }],
      },
    ]);
  });

  test('without a verdict there is no composite', () => {
    fc.assert(
      fc.property(inputs, (all) => {
        for (const { verdict, composite } of checkResult(all).files)
          if (coarse(verdict) === 'none') expect(composite).toBeNull();
      }),
    );
  });
});

describe('the first line of several files', () => {
  const shipped = stateOf(
    started(),
    ...roundEvents(1, { votes: ALL(9), composite: 9, decision: 'ship' }),
    ship(1, 9, 'shipped'),
  );
  const passing = (file: string): CheckInput => ({
    file,
    kind: 'judged',
    state: shipped,
    gate: gateOf(shipped, [], null),
    durationMs: 5,
    waits: false,
  });
  const failing = (file: string): CheckInput => ({ ...passing(file), isBroken: true }) as CheckInput;
  const empty = (file: string): CheckInput => ({
    file,
    kind: 'refused',
    message: 'there is nothing to judge.',
    exit: EXIT.inconclusive,
  });
  const of = (inputs: CheckInput[], stopped = false) => checkResult(inputs, { stopped }).summary;

  test('says of how many files its verdict is', () => {
    const [a, b, c] = [passing('a'), passing('b'), failing('c')];
    expect(of([a, b])).toBe('2 files pass: 2 pass, 0 fail, 0 without a verdict.');
    expect(of([a, b, c])).toBe('1 of 3 files does not pass: 2 pass, 1 fail, 0 without a verdict.');
    expect(of([a, failing('b'), c])).toBe('2 of 3 files do not pass: 1 pass, 2 fail, 0 without a verdict.');
    expect(of([a, c, empty('d')])).toBe('1 of 3 files is inconclusive: 1 pass, 1 fail, 1 without a verdict.');
    expect(of([a, c], true)).toBe(
      'The check was interrupted after 2 files: 1 pass, 1 fail, 0 without a verdict.',
    );
  });

  test('is the same in every format', () => {
    const result = checkResult([passing('a'), failing('b')]);
    const line = '1 of 2 files does not pass: 1 pass, 1 fail, 0 without a verdict.';
    for (const text of [checkJson(result), checkJunit(result), checkSarif(result, '1', () => null)])
      expect(text).toContain(line);
  });

  test('ends with one full stop, whoever wrote the sentence in it', () => {
    expect(of([empty('a.html')])).toBe('a.html there is nothing to judge.');
  });

  test('a threshold is shown as it is', () => {
    const state = { ...shipped, threshold: 8.99 } as typeof shipped;
    const [file] = checkResult([{ ...passing('a'), state } as CheckInput]).files;
    expect(file?.summary).toContain('of at least 8.99');
  });
});
