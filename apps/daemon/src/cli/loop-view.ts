/** What a loop prints: its literal grammar on stdout, what it is doing on stderr. */

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
import { printProgress } from './follow-run.ts';
import { shellWord } from './next-step.ts';
import type { Shell } from './shell.ts';
import { onScreen } from './terminal/text.ts';

export interface LoopView {
  onEvent(event: LoopEvent): void;
  end(run: RunRecord, loop: LoopState): void;
}

export function loopView(
  shell: Shell,
  { isJson, criteria, data }: { isJson: boolean; criteria: readonly Criterion[]; data?: string | undefined },
): LoopView {
  // The commands we name must find the run.
  const where = data === undefined ? '' : ` --data ${shellWord(data)}`;
  const questions = Object.fromEntries(criteria.map(({ id, question }) => [id, question]));
  // On a screen lines are broken between words; whoever pipes them gets the grammar byte for byte.
  const shown = (text: string): string =>
    shell.outIsTty ? onScreen(text.split('\n'), shell.terminal.columns).join('\n') : text;
  const print = (text: string): void => (isJson ? undefined : shell.out(`${shown(text)}\n`));
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
          report(
            `${event.criterionId}: ${event.choice === 'skip' ? 'skipped' : `option ${event.choice}`} (${event.by})`,
          );
          return;
        case 'loop.pass_ended':
          print(`${renderPass(passText(event.pass, event.totals, questions))}\n`);
          return;
        case 'loop.ended':
          return;
      }
    },
    end({ id, state: standing, cause }, state) {
      const { status } = state;
      if (isJson) {
        shell.out(`${JSON.stringify(loopJson(state, standing, id), null, 2)}\n`);
        return;
      }
      if (status === 'converged' || status === 'safety-cap')
        print(renderEnd(status, totalsOf(state), deferredIds(state)));
      // A pass that waits has its verdicts already: whoever answers sees what was found, not only what is asked.
      const open = openPass(state);
      if (standing === 'waiting' && open !== null)
        print(`${renderPass(passText({ ...open, outcome: 'ESCALATE' }, totalsOf(state), questions))}\n`);
      // The protocol's word is converged; what the exit code says more is said in words.
      if (status === 'converged' && cause !== null) shell.error(`not a pass: ${cause}\n`);
      if (standing === 'waiting')
        print(
          `Waiting for an answer: answer in the browser (${juryCommand()} serve${where}), then resume, or answer here: ${juryCommand()} loop --resume ${id}${where}`,
        );
      if (status === 'safety-cap')
        shell.error('next: change what FAIL names above, then run the loop again\n');
      if (standing === 'paused')
        shell.error(`put aside; go on with: ${juryCommand()} loop --resume ${id}${where}\n`);
      if (status === 'cancelled') shell.error('stopped\n');
      if (state.fixes > 0)
        shell.error(
          `${state.fixes} changes are in the file; take them back with: ${juryCommand()} loop --revert ${id}${where}\n`,
        );
    },
  };
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
