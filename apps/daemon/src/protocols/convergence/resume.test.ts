/** A run that is taken over after any line of its log: nobody is asked again, and it ends as if nothing had happened. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { describe, expect, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { findTranscript, readLog, TRANSCRIPT_NAME } from '../../host/log/transcript.ts';
import { isEmit } from '../../host/protocol.ts';
import { REQUEST_FILE } from '../../host/request-file.ts';
import { recall } from '../../host/run-loop.ts';
import { begin, transition } from './machine.ts';
import { effectsOf } from './missing.ts';
import { convergenceProtocol } from './protocol.ts';
import type { PhaseRequest } from './request.ts';
import type { ConvergenceInput, ConvergenceState } from './state.ts';
import {
  eventsOf,
  type Hired,
  openTestHost,
  phaseRequest,
  resultOfRun,
  resumePhase,
  startPhase,
} from './test/host.ts';
import { left, questionOf, SCRIPTED_PHASES, type ScriptedPhase } from './test/phases.ts';
import { repository } from './test/repository.ts';
import { folder, scripted } from './test/scripted.ts';

// A dozen runs of a dozen processes each.
vi.setConfig({ testTimeout: 240_000 * machinePace() });

interface Panel {
  hired: Hired;
  request: PhaseRequest;
  asked(): string[];
}

function panel({ phase, brief, plan, planMaxRounds, scripts, critic }: ScriptedPhase): Panel {
  const file = join(folder(), 'asked.txt');
  const hire = (id: string) => scripted(id, { ...scripts[id], counts: { file, as: id } });
  const hired = { workers: Object.keys(scripts).map(hire), critic: critic === null ? null : hire(critic) };
  const project = repository(folder());
  const material = { brief, plan, project, taskFolder: folder() };
  const request = phaseRequest(phase, hired, material, { planMaxRounds });
  const asked = (): string[] =>
    existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).toSorted() : [];
  return { hired, request, asked };
}

interface Whole {
  run: RunRecord;
  lines: { event: RunEvent; line: string }[];
  request: PhaseRequest;
  result: unknown;
  said: unknown[];
  asked: string[];
  files: string[];
}

/** Signs of life are not counted: a run that was put aside has others. */
const isDecided = ({ type }: { type: string }): boolean =>
  type !== 'convergence.trace' && !type.startsWith('run.');

/** Each is performed once for all tests. */
const wholes = new Map<ScriptedPhase, Promise<Whole>>();

function whole(scriptedPhase: ScriptedPhase): Promise<Whole> {
  const played = wholes.get(scriptedPhase) ?? playWhole(scriptedPhase);
  wholes.set(scriptedPhase, played);
  return played;
}

async function playWhole(scriptedPhase: ScriptedPhase): Promise<Whole> {
  const { hired, request, asked } = panel(scriptedPhase);
  const there = await openTestHost();
  const { id } = await startPhase(there, request, hired);
  const run = await there.host.done(id);
  const file = await findTranscript(there.host.folder(run));
  const lines: Whole['lines'] = [];
  for await (const item of readLog(file ?? '', { inputs: true })) lines.push(item);
  return {
    run,
    lines,
    request,
    result: await resultOfRun(there, run),
    said: (await eventsOf(there, run)).filter(isDecided).map(withoutRun(id)),
    asked: asked(),
    files: filesOf(request),
  };
}

/** Names and contents; what names the run excepted. */
function filesOf({ taskFolder }: PhaseRequest): string[] {
  const names = readdirSync(taskFolder ?? '', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return names.map((name) => {
    const text = readFileSync(name, 'utf8').replace(/"runId": "[^"]*"/, '"runId": ""');
    return `${name.slice((taskFolder ?? '').length)}\n${text}`;
  });
}

const withoutRun = (id: string) => (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll(id, 'run')) as unknown;

/** What a process killed after the line has left, taken over on another data folder. */
async function resumeAfter(
  scriptedPhase: ScriptedPhase,
  whole: Whole,
  lines: number,
): Promise<Omit<Whole, 'lines'>> {
  const { hired, request, asked } = panel(scriptedPhase);
  const there = await openTestHost();
  const { store, host } = there;
  const { id, projectId } = whole.run;
  await store.createProject({ id: projectId, name: 'cut', metadata: {}, createdAt: whole.run.createdAt });
  await store.insertRun({ ...whole.run, state: 'paused', outcome: null, exitCode: null, endedAt: null });
  mkdirSync(host.folder(whole.run), { recursive: true });
  writeFileSync(join(host.folder(whole.run), REQUEST_FILE), JSON.stringify(request));
  const log = whole.lines.slice(0, lines).map(({ line }) => `${line}\n`);
  writeFileSync(join(host.folder(whole.run), TRANSCRIPT_NAME), log.join(''));
  await resumePhase(there, id, hired);
  const run = await host.done(id);
  return {
    run,
    request,
    result: await resultOfRun(there, run),
    said: (await eventsOf(there, run)).filter(isDecided).map(withoutRun(id)),
    asked: asked(),
    files: filesOf(request),
  };
}

function inputsIn(lines: Whole['lines']): ConvergenceInput[] {
  return lines.flatMap(({ event }) => (event.type === 'run.input' ? [event.input as ConvergenceInput] : []));
}

/** What each phase must have gone through for the test to mean something. */
const STEPS: Readonly<Record<string, readonly ConvergenceInput['type'][]>> = {
  'error-analysis': ['analysed', 'looked', 'voted', 'gaps_named', 'reported'],
  'implementation-planning': ['analysed', 'plan_voted', 'reported'],
  'final-verification': ['analysed', 'candidates_named', 'candidates_voted', 'claims_checked', 'reported'],
};

describe.each(SCRIPTED_PHASES)('$phase', (scriptedPhase) => {
  test('[W6] taken over after each of its steps it asks nobody whose answer is in the log, and ends the same', async () => {
    const all = await whole(scriptedPhase);
    expect(all.run.state).toBe(scriptedPhase.phase === 'error-analysis' ? 'waiting' : 'ended');
    const inputs = inputsIn(all.lines);
    const drafted = all.request.drafter === null ? [] : ['plan_drafted'];
    expect(new Set(inputs.map(({ type }) => type))).toEqual(
      new Set([...(STEPS[scriptedPhase.phase] ?? []), ...drafted]),
    );
    const cuts = all.lines.flatMap(({ event }, index) => (event.type === 'run.input' ? [index + 1] : []));
    const answers = inputs.flatMap((input) => questionOf(input, scriptedPhase.critic) ?? []);
    expect(answers.toSorted()).toEqual(all.asked);
    for (const [n, cut] of cuts.entries()) {
      const resumed = await resumeAfter(scriptedPhase, all, cut);
      const known = inputs.slice(0, n + 1).flatMap((input) => questionOf(input, scriptedPhase.critic) ?? []);
      const what = `after input ${n + 1}, ${inputs[n]?.type}`;
      expect(resumed.asked, what).toEqual(left(all.asked, known));
      expect(resumed.result, what).toEqual(all.result);
      const { state, outcome, exitCode } = all.run;
      expect(resumed.run, what).toMatchObject({ state, outcome, exitCode });
      // Answers of workers that are asked at once come in any order; every other word stands where it stood.
      expect(resumed.said.map(textOf).toSorted(), what).toEqual(all.said.map(textOf).toSorted());
      const isWritten = inputs.slice(0, n + 1).some(({ type }) => type === 'reported');
      expect(resumed.files, what).toEqual(isWritten ? [] : all.files);
    }
  });

  test('the log cut after any line folds to a state that goes on to the same end, and every word is said once', async () => {
    const { run, request, lines } = await whole(scriptedPhase);
    const setup = { run, request };
    const protocol = convergenceProtocol({
      agent: () => Promise.reject(new Error('nobody')),
      env: {},
      threads: null,
      render: () => Promise.reject(new Error('nothing is performed')),
    });
    const end = fold(request, run, inputsIn(lines));
    const decided = lines.map(({ event }) => event).filter(isDecided);
    for (let cut = 0; cut <= lines.length; cut++) {
      const kept = lines.slice(0, cut);
      const { state, unsaid } = await recall(protocol, setup, streamOf(kept), null);
      const said = [...kept.map(({ event }) => event).filter(isDecided), ...unsaid];
      let current = state as ConvergenceState;
      for (const input of inputsIn(lines.slice(cut))) {
        const [next, effects] = transition(current, input, setup);
        for (const effect of effects) if (isEmit(effect)) said.push(effect.event as never);
        current = next;
      }
      expect(current).toEqual(end);
      const own = (event: { type: string }) => event.type.startsWith('convergence.');
      if (cut > 0) expect(said.filter(own).map(bare)).toEqual(decided.filter(own).map(bare));
    }
  });
});

test('an answer that is fed twice, or by nobody who was asked, changes nothing', async () => {
  for (const one of SCRIPTED_PHASES) {
    const { run, request, lines } = await whole(one);
    let [state] = begin({ run, request });
    for (const input of inputsIn(lines)) {
      const [next] = transition(state, input, { run, request });
      expect(transition(next, input, { run, request })).toEqual([next, []]);
      const stranger = { ...input, worker: 'nobody', voter: 'nobody', round: 99, of: 'nothing' } as never;
      if ('worker' in input || 'voter' in input || 'round' in input)
        expect(transition(state, stranger, { run, request })).toEqual([state, []]);
      state = next;
      expect(effectsOf(state, request).length).toBe(state.step === 'over' ? 0 : 1);
    }
  }
});

async function* streamOf(lines: Whole['lines']): AsyncGenerator<{ event: RunEvent }> {
  yield* lines;
}

function fold(request: PhaseRequest, run: RunRecord, inputs: readonly ConvergenceInput[]): ConvergenceState {
  let [state] = begin({ run, request });
  for (const input of inputs) [state] = transition(state, input, { run, request });
  return state;
}

function bare(event: { type: string }): unknown {
  const { seq: _seq, at: _at, ...rest } = event as RunEvent;
  return JSON.parse(JSON.stringify(rest));
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}
