/** Author and critics behind any agent. */

import { SubmitCritiqueSchema } from '@design-jury/contracts/content/schema';
import type { ContentSettings } from '@design-jury/contracts/content/settings';
import { askAgent, askText } from '../../agents/ask.ts';
import type { Agent } from '../../agents/session.ts';
import type { ContentAgent, Written } from './content-agent.ts';
import { critiquePrompt, draftPrompt, revisionPrompt } from './prompts.ts';
import { readSelection, selectionPrompt } from './selection.ts';

export interface ModelAgentOptions {
  agent: Agent;
  runId: string;
  workDir: string;
  settings: ContentSettings;
}

/** Characters; a selection is a short list of ids. */
const MAX_SELECTION_CHARS = 16_384;

export function modelContentAgent({ agent, runId, workDir, settings }: ModelAgentOptions): ContentAgent {
  const write = async (prompt: string, signal: AbortSignal): Promise<Written> => {
    const asked = await askText(agent, {
      prompt,
      runId,
      workDir,
      signal,
      limits: { maxOutputTokens: settings.authorMaxTokens },
    });
    if (!asked.ok) return { ok: false, message: asked.message };
    const text = withoutFence(asked.value);
    return text === '' ? { ok: false, message: `${agent.name} wrote nothing` } : { ok: true, text };
  };
  return {
    name: agent.name,
    draft: (request, signal) => write(draftPrompt(request), signal),
    revise: (request, signal) => write(revisionPrompt(request), signal),
    async criticise(request, signal) {
      const asked = await askAgent(agent, {
        prompt: critiquePrompt(request),
        schema: SubmitCritiqueSchema,
        runId,
        workDir,
        signal,
        limits: { maxOutputTokens: settings.criticMaxTokens },
      });
      return asked.ok
        ? { ok: true, critique: asked.value }
        : { ok: false, message: asked.message, isFinal: false };
    },
    async choose(recipe, candidates, signal) {
      let message = '';
      for (let tries = 0; tries <= settings.selectionRetries && !signal.aborted; tries++) {
        const asked = await askText(agent, {
          prompt: selectionPrompt(recipe, candidates),
          runId,
          workDir,
          signal,
          limits: { maxAnswerChars: MAX_SELECTION_CHARS, maxOutputTokens: settings.selectionMaxTokens },
        });
        if (!asked.ok) {
          message = asked.message;
          continue;
        }
        try {
          const { chosen, warnings } = readSelection(asked.value, candidates);
          return { ok: true, ids: chosen.map(({ id }) => id), warnings, by: 'model' };
        } catch (error) {
          message = (error as Error).message;
        }
      }
      return { ok: false, message };
    },
  };
}

/** Models like to wrap a whole text in a fence. */
function withoutFence(text: string): string {
  const fenced = /^```[a-z]*\s*\n([\s\S]*?)\n```\s*$/.exec(text.trim());
  return (fenced?.[1] ?? text).trim();
}
