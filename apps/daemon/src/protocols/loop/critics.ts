/** Who answers a pass and who changes the subject: the offline critic, or any agent. */
import {
  type Criterion,
  type CriticPass,
  type Escalation,
  type PassAnswer,
  PassAnswerSchema,
} from '@design-jury/contracts/loop/schema';
import { z } from 'zod';
import { askAgent, askText } from '../../agents/ask.ts';
import { understandJson } from '../../agents/json-answer.ts';
import type { Agent } from '../../agents/session.ts';
import { countFigures } from './count.ts';
import type { CountedFigure } from './figures.ts';
import { type Looking, lookingIn } from './looking.ts';
import type { Fix } from './loop-state.ts';
import { applyEdits, mechanicalEdits, optionEdits } from './offline-critic.ts';
import type { OfflineLook } from './offline-look.ts';
import { choicePrompt, fixPrompt, GRAMMAR_RULES, passPrompt } from './prompt.ts';
import { answerInText } from './text-answer.ts';
import { ADVERSARIAL } from './validation.ts';

export interface Subject {
  /** Absolute. */
  file: string;
  /** The project's folder. */
  root: string;
}

export interface PassRequest {
  n: number;
  only: readonly string[] | null;
  problems: readonly string[];
  criteria: readonly Criterion[];
  perspectives: number;
  earlier: readonly CriticPass[];
  /** Criteria a person has deferred in this loop. */
  deferred: readonly string[];
  text: string;
}

export type Reviewed =
  | { ok: true; answer: PassAnswer; counted: CountedFigure[]; warnings: string[] }
  | { ok: false; message: string };

export type Changed = { ok: true; text: string } | { ok: false; message: string };

export interface LoopCritic {
  readonly name: string;
  review(request: PassRequest, signal: AbortSignal): Promise<Reviewed>;
  fix(text: string, fix: Fix, signal: AbortSignal): Promise<Changed>;
  /** What an option means for the text; the same text when it changes nothing. */
  choose(text: string, escalation: Escalation, choice: Choice, signal: AbortSignal): Promise<Changed>;
}

export interface Choice {
  option: number;
  note: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export function offlineCritic(
  subject: Subject,
  criteria: readonly Criterion[],
  env: Env,
  looking: Looking = lookingIn(null),
): LoopCritic {
  const look = (
    text: string,
    signal: AbortSignal,
    deferred: readonly string[] = [],
    perspectives = 1,
  ): Promise<OfflineLook> => {
    const { file, root } = subject;
    return looking.look({ text, file, root, criteria, deferred, perspectives }, signal);
  };
  return {
    name: 'Offline critic (grounded)',
    async review({ text, only, deferred, perspectives }, signal) {
      const looked = await look(text, signal, deferred, perspectives).catch(asFailure);
      if ('ok' in looked) return looked;
      const { offline, surroundings, much } = looked;
      if (much !== null) return { ok: false, message: `the document cannot be judged: ${much}` };
      const { results, adversarial } = offline.answer;
      const wanted =
        only === null ? results : results.filter(({ criterionId }) => only.includes(criterionId));
      const countable = { text, root: subject.root, surroundings, env, signal, looking };
      const figures = await countFigures(criteria, countable);
      return { ok: true, answer: { results: wanted, adversarial }, ...figures };
    },
    async fix(text, { criterionId }, signal) {
      const { offline } = await look(text, signal);
      if (criterionId === ADVERSARIAL)
        return { ok: false, message: 'it is the scenario of a criterion that is open' };
      const remarks = offline.remarks.get(criterionId) ?? [];
      const edits = mechanicalEdits(remarks);
      if (edits.length > 0) return { ok: true, text: applyEdits(text, edits) };
      const open =
        remarks.length === 1 ? 'somebody has to write it' : `somebody has to write ${remarks.length} things`;
      return { ok: false, message: `no machine can fix it: ${open}` };
    },
    async choose(text, escalation, { option }, signal) {
      const { offline } = await look(text, signal);
      const remarks = offline.remarks.get(escalation.criterionId) ?? [];
      return { ok: true, text: applyEdits(text, optionEdits(remarks, escalation, option)) };
    },
  };
}

/** What could not be read in time is no verdict about it. */
function asFailure(error: unknown): { ok: false; message: string } {
  const why = error instanceof Error ? error.message : String(error);
  return { ok: false, message: `the document could not be read: ${why}` };
}

/** Small replacements instead of a whole file: what was not meant to change cannot. */
const EditsSchema = z.object({
  why: z.string().max(2_000),
  edits: z.array(z.object({ find: z.string().min(1).max(20_000), replace: z.string().max(40_000) })).max(50),
});

export interface AgentCriticOptions {
  agent: Agent;
  subject: Subject;
  criteria: readonly Criterion[];
  runId: string;
  workDir: string;
  env: Env;
  looking?: Looking;
}

export function agentCritic({
  agent,
  subject,
  criteria,
  runId,
  workDir,
  env,
  looking = lookingIn(null),
}: AgentCriticOptions): LoopCritic {
  const edit = async (text: string, prompt: string, signal: AbortSignal): Promise<Changed> => {
    const asked = await askAgent(agent, { prompt, schema: EditsSchema, runId, workDir, signal });
    return asked.ok ? replaced(text, asked.value.edits) : { ok: false, message: asked.message };
  };
  /** In a schema where the agent can be held to one, else in the literal grammar; JSON is read there too. */
  const askPass = async (
    request: PassRequest,
    signal: AbortSignal,
  ): Promise<{ ok: true; value: PassAnswer } | { ok: false; message: string }> => {
    const question = { runId, workDir, signal };
    if (agent.capabilities.structured === 'native')
      return askAgent(agent, { ...question, prompt: passPrompt(request), schema: PassAnswerSchema });
    const said = await askText(agent, { ...question, prompt: `${passPrompt(request)}\n\n${GRAMMAR_RULES}` });
    if (!said.ok) return said;
    const json = understandJson(said.value, PassAnswerSchema);
    if (json.ok) return json;
    const value = answerInText(said.value, criteria);
    return value === null
      ? { ok: false, message: `${agent.name} gave no pass that can be read` }
      : { ok: true, value };
  };
  return {
    name: agent.name,
    async review(request, signal) {
      const asked = await askPass(request, signal);
      if (!asked.ok) return { ok: false, message: asked.message };
      const { file, root } = subject;
      const surroundings = await looking.surroundings(request.text, file, root, signal).catch(asFailure);
      if ('ok' in surroundings) return surroundings;
      const figures = await countFigures(criteria, {
        text: request.text,
        root,
        surroundings,
        env,
        signal,
        looking,
      });
      return { ok: true, answer: asked.value, ...figures };
    },
    fix: (text, fix, signal) => edit(text, fixPrompt(text, fix), signal),
    choose: (text, escalation, choice, signal) => edit(text, choicePrompt(text, escalation, choice), signal),
  };
}

/** Every passage must be there exactly once: a guess at which one was meant would be ours. */
function replaced(text: string, edits: readonly { find: string; replace: string }[]): Changed {
  let changed = text;
  for (const { find, replace } of edits) {
    const at = changed.indexOf(find);
    const shown = JSON.stringify(find.slice(0, 60));
    if (at === -1) return { ok: false, message: `the passage ${shown} is not in the text` };
    if (changed.indexOf(find, at + 1) !== -1)
      return { ok: false, message: `the passage ${shown} is in the text more than once` };
    changed = changed.slice(0, at) + replace + changed.slice(at + find.length);
  }
  return { ok: true, text: changed };
}
