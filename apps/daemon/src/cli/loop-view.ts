/** What a loop prints: for people or in its literal grammar on stdout, what it is doing on stderr. */

import type { Criterion, CriticPass, CriticTotals, LoopEvent } from '@design-jury/contracts/loop/schema';
import type { RunRecord, RunState } from '@design-jury/contracts/run';
import { juryCommand } from '../command-name.ts';
import {
  line,
  type PassText,
  type ResultText,
  renderEnd,
  renderEscalation,
  renderPass,
} from '../protocols/loop/grammar.ts';
import { deferredIds, type LoopState, type OpenPass, totalsOf } from '../protocols/loop/loop-state.ts';
import { convergedStatus } from '../protocols/loop/protocol.ts';
import { isRealistic } from '../protocols/loop/validation.ts';
import { count } from '../report/words.ts';
import { printProgress } from './follow-run.ts';
import { endRows, escalationRows, type LoopScreen, passRows, tableRows } from './loop/screen.ts';
import { shellWord } from './next-step.ts';
import type { OutputFormat } from './output-format.ts';
import type { Shell } from './shell.ts';
import { glyphsOf, type Row } from './terminal/paint.ts';
import { screenWidth, showRows } from './terminal/rows.ts';
import { wrap } from './terminal/text.ts';

export interface LoopView {
  onEvent(event: LoopEvent): void;
  end(run: RunRecord, loop: LoopState): void;
}

interface LoopViewOptions {
  isJson: boolean;
  format: OutputFormat;
  criteria: readonly Criterion[];
  data?: string | undefined;
}

export function loopView(shell: Shell, options: LoopViewOptions): LoopView {
  return options.isJson || options.format === 'literal'
    ? literalView(shell, options)
    : screenView(shell, options);
}

/** The grammar, byte for byte. */
function literalView(shell: Shell, { isJson, criteria, data }: LoopViewOptions): LoopView {
  const questions = Object.fromEntries(criteria.map(({ id, question }) => [id, question]));
  const print = (text: string): void => (isJson ? undefined : shell.out(`${text}\n`));
  const report = (text: string): void => (isJson ? undefined : printProgress(shell, text));
  return {
    onEvent(event) {
      switch (event.type) {
        case 'loop.started':
          report(`${event.critic} reviews ${event.file} as ${event.command}, ${event.cap} passes at most`);
          return;
        case 'loop.pass_started':
          report(`pass ${event.n} …`);
          return;
        case 'loop.fix_applied':
          report(`fixed ${event.criterionId}: ${event.instruction}`);
          return;
        case 'loop.fix_failed':
          report(`not fixed ${event.criterionId}: ${event.message}`);
          return;
        case 'loop.warning':
          // Said already, as a fix that failed.
          if (!event.message.includes(' stays open: ')) report(`warning: ${event.message}`);
          return;
        case 'loop.escalated':
          for (const [index, escalation] of event.escalations.entries())
            print(renderEscalation(event.firstNumber + index, escalation));
          return;
        case 'loop.chosen':
          report(`${event.criterionId}: ${choiceWords(event.choice)} (${event.by})`);
          return;
        case 'loop.pass_ended':
          print(`${renderPass(passText(event.pass, event.totals, questions))}\n`);
          return;
        case 'loop.ended':
          return;
      }
    },
    end(run, state) {
      const { id, state: standing } = run;
      if (isJson) {
        shell.out(`${JSON.stringify(loopJson(state, standing, id), null, 2)}\n`);
        return;
      }
      const { status } = state;
      if (status === 'converged' || status === 'safety-cap')
        print(renderEnd(status, totalsOf(state), deferredIds(state)));
      // A pass that waits has its verdicts already: whoever answers sees what was found, not only what is asked.
      const open = openPass(state);
      if (standing === 'waiting' && open !== null)
        print(`${renderPass(passText({ ...open, outcome: 'ESCALATE' }, totalsOf(state), questions))}\n`);
      sayRest(shell, run, state, { data, print });
    },
  };
}

/** Figures before words, and the criteria by passes at the end. */
function screenView(shell: Shell, { criteria, data }: LoopViewOptions): LoopView {
  const screen: LoopScreen = {
    criteria,
    width: screenWidth(shell.terminal.columns),
    glyphs: glyphsOf(shell.outPaint),
  };
  const passes: CriticPass[] = [];
  const show = (rows: readonly Row[]): void => showRows(shell, rows);
  const report = (text: string): void => printProgress(shell, text);
  return {
    onEvent(event) {
      switch (event.type) {
        case 'loop.started':
          return report(
            `${event.critic} holds ${event.file} to the ${event.command} criteria, in ${count(event.cap, 'pass', 'passes')} at most.`,
          );
        case 'loop.pass_started':
          return report(`Pass ${event.n} is under way …`);
        case 'loop.fix_applied':
          return report(`fixed ${event.criterionId}: ${event.instruction}`);
        case 'loop.fix_failed':
          // What the critic imagined is no criterion that could be fixed.
          return criteria.some(({ id }) => id === event.criterionId)
            ? report(`not fixed ${event.criterionId}: ${event.message}`)
            : undefined;
        case 'loop.warning':
          // Said already, as a fix that failed.
          return event.message.includes(' stays open: ') ? undefined : report(`Warning: ${event.message}`);
        case 'loop.escalated':
          for (const [index, escalation] of event.escalations.entries())
            show(escalationRows(event.firstNumber + index, escalation, screen));
          return;
        case 'loop.chosen':
          return report(`${event.criterionId}: ${choiceWords(event.choice)}`);
        case 'loop.pass_ended':
          show(passRows(event.pass, passes.at(-1), screen));
          passes.push(event.pass);
          return;
        // Told at the end, where it is known what was proved.
        case 'loop.ended':
          return;
      }
    },
    end(run, state) {
      if (passes.length === 0) passes.push(...state.passes);
      const { status } = state;
      if (status === 'converged' || status === 'safety-cap') {
        const ending = status === 'converged' ? convergedStatus(state) : status;
        show([...tableRows(passes, screen), ...endRows(ending, totalsOf(state), deferredIds(state), screen)]);
      }
      const open = openPass(state);
      if (run.state === 'waiting' && open !== null) show(passRows(open, passes.at(-1), screen));
      sayRest(shell, run, state, { data, print: (text) => shell.out(`\n${onWidth(text, screen.width)}\n`) });
    },
  };
}

function onWidth(text: string, width: number): string {
  return wrap(text, width).join('\n');
}

function choiceWords(choice: number | 'skip'): string {
  return choice === 'skip' ? 'skipped' : `option ${choice}`;
}

/** What to do now, in either format. */
function sayRest(
  shell: Shell,
  { id, state: standing, cause }: RunRecord,
  { status, fixes }: LoopState,
  { data, print }: { data: string | undefined; print(text: string): void },
): void {
  // The commands we name must find the run.
  const where = data === undefined ? '' : ` --data ${shellWord(data)}`;
  // The protocol's word is converged; what the exit code says more is said in words.
  if (status === 'converged' && cause !== null) shell.error(`not a pass: ${cause}\n`);
  if (standing === 'waiting')
    print(
      `Waiting for an answer: answer in the browser (${juryCommand()} serve${where}), then resume, or answer here: ${juryCommand()} loop --resume ${id}${where}`,
    );
  if (status === 'safety-cap') shell.error('next: change what is not met, then run the loop again\n');
  if (standing === 'paused')
    shell.error(`put aside; go on with: ${juryCommand()} loop --resume ${id}${where}\n`);
  if (status === 'cancelled') shell.error('stopped\n');
  if (fixes > 0)
    shell.error(
      `${fixes === 1 ? '1 change is' : `${fixes} changes are`} in the file; take ${fixes === 1 ? 'it' : 'them'} back with: ${juryCommand()} loop --revert ${id}${where}\n`,
    );
}

function passText(pass: CriticPass, totals: CriticTotals, questions: Record<string, string>): PassText {
  return {
    n: pass.n,
    criteria: pass.results.map(({ criterionId, answer, verdict, fix, reason, concerns }) => ({
      id: criterionId,
      question: questions[criterionId] ?? '',
      answer: line(
        concerns.length === 0 ? answer : `${answer}. ${concerns.map(({ text }) => text).join('; ')}`,
      ),
      verdict,
      note: fix ?? reason ?? '',
    })),
    scenarios: pass.adversarial.map((scenario) => ({
      scenario: scenario.scenario,
      realistic: isRealistic(scenario),
      note: scenario.rationale,
    })),
    result: resultText(pass, totals),
  };
}

function resultText({ outcome, fixesApplied, results }: CriticPass, totals: CriticTotals): ResultText {
  switch (outcome) {
    case 'CONVERGED':
      return { outcome, totals };
    case 'CONTINUE':
      return { outcome, fixed: fixesApplied };
    case 'ESCALATE':
      return { outcome, items: results.filter(({ verdict }) => verdict === 'ESCALATE').length };
    case 'SAFETY CAP':
      return { outcome };
  }
}

/** The pass that is under way; null between passes. */
function openPass({ step }: LoopState): OpenPass | null {
  return step.at === 'choosing' || step.at === 'fixing' ? step.pass : null;
}

function loopJson(state: LoopState, standing: RunState, runId: string): object {
  const { command, passes, deferred, warnings } = state;
  const status = standing === 'ended' ? state.status : standing;
  const open = openPass(state);
  return {
    run: runId,
    command,
    status,
    ...(status === 'converged' && { ending: convergedStatus(state) }),
    totals: totalsOf(state),
    deferred,
    warnings,
    passes,
    ...(open !== null && { open }),
  };
}
