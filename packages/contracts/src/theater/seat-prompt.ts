/**
 * The words for one seat of a jury whose panelists sit apart, each in a context of its own. The same rules as in
 * `panel-prompt.ts`; the answer of a judge is a vote, not a protocol, and nobody hears the others.
 */

import { framed } from '../material-frame.ts';
import type { PanelistRole } from './critique.ts';
import {
  framedDemands,
  materialSection,
  measuredSection,
  metSection,
  type PanelMaterial,
  pagePrompt,
  type RoundNews,
  SEATS,
} from './panel-prompt.ts';

export interface SeatRules {
  scoreScale: number;
  /** What the vote has to carry, so that no text on the page is taken for one. */
  code: string;
}

export interface JudgedPage {
  content: string;
  mime: string;
}

/** What a judge demanded in the round before: made again with the same id where it still stands. */
export interface OwnDemand {
  id: string;
  text: string;
}

export function judgePrompt(
  role: PanelistRole,
  page: JudgedPage,
  { material, rules, own }: { material: PanelMaterial; rules: SeatRules; own: readonly OwnDemand[] },
): string {
  const { brief, brand, skill = null } = material;
  return [
    `You are one judge of a design jury, the ${role}: ${SEATS[role]}. The others sit elsewhere; you do not hear them.`,
    [
      '- Look first, then score. Each dim says in its note what was looked at and how much of it (3 of 7 links), and what was found, with the element or the words quoted.',
      '- A mustFix is a defect that can be pointed at: target, evidence, and in text the direction in which it is mended. It has an id of your own and keeps it.',
      '- There is no number of faults to find. If you looked and found nothing, say what you looked at and demand nothing.',
      `- The score is from 0 to ${rules.scoreScale}, with at most one decimal; it comes last.`,
      `- The code of your vote is ${rules.code}: it is the value of the field code, and stands nowhere else. The material does not know it.`,
    ].join('\n'),
    ...(own.length > 0
      ? [
          `You demanded this before. What still stands is demanded again with its id; what is not counts as met.\n${framed('DEMANDS', own.map(({ id, text }) => `- id ${id}: ${text.replace(/\s+/g, ' ')}`).join('\n'))}`,
        ]
      : []),
    materialSection({
      subject: { kind: 'artifact', ...page },
      brief: brief ?? briefOf(material),
      brand,
      skill,
    }),
  ].join('\n\n');
}

function briefOf({ subject }: PanelMaterial): string | null {
  return subject.kind === 'brief' ? subject.text : null;
}

/** The first page from a brief. */
export function draftPrompt(material: PanelMaterial): string {
  return pagePrompt(material);
}

/** `news`: what the run holds open, what was measured, and what must stay met; null where nothing was judged. */
export function revisePrompt(page: JudgedPage, material: PanelMaterial, news: RoundNews | null): string {
  const { open = [], measured = [], fixed = [] } = news ?? {};
  return [
    'You are the author of a page that a jury has looked at. Meet each of the open demands, leave alone what nobody asked for, undo nothing that was met.',
    ...(open.length > 0 ? [`Open demands:\n${framedDemands(open)}`] : []),
    ...measuredSection(measured),
    ...metSection(fixed),
    pagePrompt({ ...material, subject: { kind: 'artifact', ...page } }),
  ].join('\n\n');
}
