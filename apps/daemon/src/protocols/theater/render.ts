/** Events → protocol text: the same grammar the parser reads, for agents, fixtures and property tests. */

import { PROTOCOL_VERSION } from '@design-jury/contracts/defaults';
import type { Demand, PanelistRole } from '@design-jury/contracts/theater/critique';

export interface RunHead {
  maxRounds: number;
  threshold: number;
  scale: number;
}

export interface PanelistText {
  role: PanelistRole;
  notes?: string;
  artifact?: { mime: string; content: string };
  score?: number | null;
  dims?: readonly { name: string; score: number | null; note: string }[];
  mustFix?: readonly (Demand & { id?: string | null })[];
}

export interface RoundEndText {
  round: number;
  composite?: number;
  mustFix?: number;
  decision?: string;
  reason?: string;
}

export interface ShipText {
  round: number;
  composite?: number;
  status?: string;
  artifact?: { mime: string; content: string };
  summary?: string;
}

export function renderRunOpen({ maxRounds, threshold, scale }: RunHead): string {
  return `<CRITIQUE_RUN${attributes({ version: PROTOCOL_VERSION, maxRounds, threshold, scale })}>\n`;
}

export const RUN_CLOSE = '</CRITIQUE_RUN>\n';
export const ROUND_CLOSE = '</ROUND>\n';

export function renderRoundOpen(round: number): string {
  return `<ROUND${attributes({ n: round })}>\n`;
}

export function renderPanelist({
  role,
  notes,
  artifact,
  score,
  dims = [],
  mustFix = [],
}: PanelistText): string {
  const counted = score == null ? undefined : mustFix.length;
  const lines = [`<PANELIST${attributes({ role, score: score ?? undefined, must_fix: counted })}>`];
  if (notes !== undefined) lines.push(`<NOTES>${escapeText(notes)}</NOTES>`);
  if (artifact !== undefined) lines.push(renderArtifact(artifact));
  for (const dim of dims) {
    lines.push(
      `<DIM${attributes({ name: dim.name, score: dim.score ?? undefined })}>${escapeText(dim.note)}</DIM>`,
    );
  }
  for (const { text, id, dim, target, severity, evidence, witness } of mustFix) {
    const named = {
      id,
      dim,
      target,
      severity,
      evidence,
      witness: witness?.audit,
      predicate: witness?.predicate || null,
    };
    lines.push(`<MUST_FIX${attributes(named)}>${escapeText(text)}</MUST_FIX>`);
  }
  return `${lines.join('\n')}\n</PANELIST>\n`;
}

export function renderRoundEnd({ round, composite, mustFix, decision, reason }: RoundEndText): string {
  const tag = `<ROUND_END${attributes({ n: round, composite, must_fix: mustFix, decision })}`;
  return reason === undefined
    ? `${tag}/>\n`
    : `${tag}>\n<REASON>${escapeText(reason)}</REASON>\n</ROUND_END>\n`;
}

export function renderShip({ round, composite, status, artifact, summary }: ShipText): string {
  const lines = [`<SHIP${attributes({ round, composite, status })}>`];
  if (artifact !== undefined) lines.push(renderArtifact(artifact));
  if (summary !== undefined) lines.push(`<SUMMARY>${escapeText(summary)}</SUMMARY>`);
  return `${lines.join('\n')}\n</SHIP>\n`;
}

/** A `]]>` of the artifact's own is split over two sections, so no content can end its own block. */
function renderArtifact({ mime, content }: { mime: string; content: string }): string {
  return `<ARTIFACT${attributes({ mime })}><![CDATA[${content.replaceAll(']]>', ']]]]><![CDATA[>')}]]></ARTIFACT>`;
}

function attributes(values: Readonly<Record<string, string | number | null | undefined>>): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value != null) text += ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`;
  }
  return text;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
