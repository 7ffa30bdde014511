/** What the start form holds, and what it asks of the daemon. Empty fields are left to the daemon's defaults. */

import type { StartRunRequest } from '@design-jury/contracts/http';
import type { GroundingMode, PanelMode } from '@design-jury/contracts/theater/critique';

export interface Draft {
  brief: string;
  page: string;
  pageName: string;
  /** Files of its folder that were put into it. */
  pageFiles: number;
  /** Of the page. */
  mime: string;
  agent: string;
  skill: string;
  designSystem: string;
  design: string;
  threshold: string;
  maxRounds: string;
  /** This run's own word on whether the jury sits. */
  critique: 'on' | 'off' | '';
  /** Empty: one agent plays all seats. */
  panelMode: Exclude<PanelMode, 'single-session'> | '';
  grounding: GroundingMode | '';
  maxTokens: string;
  maxCostUsd: string;
  plateauRounds: string;
  /** Empty: a new one. */
  projectId: string;
  projectName: string;
}

export const EMPTY: Draft = {
  brief: '',
  page: '',
  pageName: '',
  pageFiles: 0,
  mime: 'text/html',
  agent: 'grounded',
  skill: '',
  designSystem: '',
  design: '',
  threshold: '',
  maxRounds: '',
  critique: '',
  panelMode: '',
  grounding: '',
  maxTokens: '',
  maxCostUsd: '',
  plateauRounds: '',
  projectId: '',
  projectName: '',
};

const MAX_NAME_CHARS = 60;

export type Lack = 'subject' | 'page';

/** What is missing before a run can start; null when nothing is. The grounded panel measures and writes nothing. */
export function lackOf(draft: Draft): Lack | null {
  const { brief, page } = draft;
  if (page.trim() !== '') return null;
  if (brief.trim() === '') return 'subject';
  return hasAgent(draft) || draft.skill !== '' ? null : 'page';
}

export function requestOf(draft: Draft): StartRunRequest {
  const { brief, page, pageName, mime, agent, skill, designSystem, design, threshold, maxRounds } = draft;
  return {
    agent,
    ...(brief.trim() !== '' && { brief: brief.trim() }),
    ...(page.trim() !== '' && {
      artifact: { content: page, mime, ...(pageName !== '' && { name: pageName }) },
    }),
    ...(skill.trim() !== '' && { skill: skill.trim() }),
    ...(designSystem !== '' && { designSystem }),
    // One of the library says all there is to say.
    ...(designSystem === '' && design.trim() !== '' && { design }),
    ...(threshold !== '' && { threshold: Number(threshold) }),
    ...(maxRounds !== '' && { maxRounds: Number(maxRounds) }),
    ...(draft.plateauRounds !== '' && { plateauRounds: Number(draft.plateauRounds) }),
    // A page that is given is judged, whatever anybody says.
    ...(draft.critique !== '' && page.trim() === '' && { critique: draft.critique === 'on' }),
    ...(hasAgent(draft) && ofAgent(draft)),
  };
}

/** The grounded panel sits as one, measures by itself and costs nothing. */
export function hasAgent({ agent }: Draft): boolean {
  return agent !== EMPTY.agent;
}

function ofAgent({ panelMode, grounding, maxTokens, maxCostUsd }: Draft): Partial<StartRunRequest> {
  return {
    ...(panelMode !== '' && { panelMode }),
    ...(grounding !== '' && { grounding }),
    ...(maxTokens !== '' && { maxTokens: Number(maxTokens) }),
    ...(maxCostUsd !== '' && { maxCostUsd: Number(maxCostUsd) }),
  };
}

/** A name for a new project: the one given, the page's title, its file, or the first words of the brief. */
export function nameOf({ projectName, page, pageName, brief }: Draft): string {
  const title = /<title[^>]*>\s*([^<]+?)\s*<\/title>/i.exec(page)?.[1];
  const name =
    projectName.trim() || title || pageName || brief.trim().split('\n')[0]?.replace(/^#+ +/, '') || '';
  return name.slice(0, MAX_NAME_CHARS).trim();
}
