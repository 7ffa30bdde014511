/** What is said of each fact. The key is unique within the run; the host says each fact once, whoever performs. */
import type { ContentEvent, PanelMember } from '@design-jury/contracts/content/events';
import type { AdvisorCritique, CriticFailure, EditorDecision } from '@design-jury/contracts/content/schema';
import type { Election } from './election.ts';
import type { RoundRecord, SavedPipeline } from './record.ts';
import type { DeployedSite } from './site/deployment.ts';

export function started({ ideaId, agent, author, record: { recipe } }: SavedPipeline): ContentEvent {
  return {
    key: 'started',
    type: 'content.started',
    ideaId,
    contentType: recipe.contentType,
    agent,
    maxRounds: recipe.maxRevisionRounds,
    minScore: recipe.minAggregateScore,
    author: author ?? recipe.authorAdvisor,
  };
}

export function drafted(round: number): ContentEvent {
  return { key: `drafted.${round}`, type: 'content.drafted', round };
}

export function panelChosen(by: string, panel: readonly PanelMember[]): ContentEvent {
  return { key: 'panel', type: 'content.panel_chosen', by, panel };
}

export function criticScored(
  round: number,
  { advisorId, name, score, pass, issues }: AdvisorCritique,
): ContentEvent {
  const key = `heard.${round}.${advisorId}`;
  return { key, type: 'content.critic_scored', round, advisorId, name, score, pass, issues };
}

export function criticFailed(round: number, { advisorId, name, error }: CriticFailure): ContentEvent {
  return { key: `heard.${round}.${advisorId}`, type: 'content.critic_failed', round, advisorId, name, error };
}

export function decided(round: number, { brief: _brief, ...decision }: EditorDecision): ContentEvent {
  return { key: `decided.${round}`, type: 'content.decided', round, ...decision };
}

export function summarised(
  round: number,
  { lists, brief }: NonNullable<RoundRecord['summary']>,
): ContentEvent {
  const { fixed, wellScored, regressed } = lists;
  return {
    key: `summarised.${round}`,
    type: 'content.summarised',
    round,
    fixed,
    wellScored,
    regressed,
    brief,
  };
}

export function warning(index: number, message: string): ContentEvent {
  return { key: `warning.${index}`, type: 'content.warning', message };
}

export function textSaved(election: Election): ContentEvent {
  return { key: 'saved', type: 'content.saved', ...election };
}

export function failed(cause: string, message: string): ContentEvent {
  return { key: 'failed', type: 'content.failed', cause, message };
}

export function deployStep(step: string, detail: string): ContentEvent {
  return { key: `deploy.${step}`, type: 'content.deploy_step', step, detail };
}

export function siteEnded(site: DeployedSite): ContentEvent {
  if (!site.ok)
    return { key: 'not_deployed', type: 'content.not_deployed', step: site.step, message: site.message };
  const { place, commit, pushed, accessibility } = site;
  return { key: 'deployed', type: 'content.deployed', place, commit, pushed, accessibility };
}
