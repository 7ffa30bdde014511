/** Events → protocol text: the same grammar the parser reads, for agents, fixtures and property tests. */

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

export interface Renderer {
  runOpen(head: RunHead): string;
  runClose: string;
  roundOpen(round: number): string;
  roundClose: string;
  panelist(panelist: PanelistText): string;
  roundEnd(end: RoundEndText): string;
  ship(ship: ShipText): string;
}

/** With a code: version 2, every tag carries it. Without: version 1. */
export function createRenderer(code: string | null): Renderer {
  const tag = (name: string): string => (code === null ? name : `${name}-${code}`);
  const leaf = (name: string, text: string, named: Named = {}): string =>
    `<${tag(name)}${attributes(named)}>${escapeText(text)}</${tag(name)}>`;
  const artifact = ({ mime, content }: { mime: string; content: string }): string =>
    `<${tag('ARTIFACT')}${attributes({ mime })}><![CDATA[${code === null ? splitEnds(content) : content}]]></${tag('ARTIFACT')}>`;
  return {
    runOpen: ({ maxRounds, threshold, scale }) =>
      `<${tag('CRITIQUE_RUN')}${attributes({ version: code === null ? 1 : 2, maxRounds, threshold, scale })}>\n`,
    runClose: `</${tag('CRITIQUE_RUN')}>\n`,
    roundOpen: (round) => `<${tag('ROUND')}${attributes({ n: round })}>\n`,
    roundClose: `</${tag('ROUND')}>\n`,
    panelist({ role, notes, artifact: page, score, dims = [], mustFix = [] }) {
      const counted = score == null ? undefined : mustFix.length;
      const lines = [
        `<${tag('PANELIST')}${attributes({ role, score: score ?? undefined, must_fix: counted })}>`,
      ];
      if (notes !== undefined) lines.push(leaf('NOTES', notes));
      if (page !== undefined) lines.push(artifact(page));
      for (const dim of dims)
        lines.push(leaf('DIM', dim.note, { name: dim.name, score: dim.score ?? undefined }));
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
        lines.push(leaf('MUST_FIX', text, named));
      }
      return `${lines.join('\n')}\n</${tag('PANELIST')}>\n`;
    },
    roundEnd({ round, composite, mustFix, decision, reason }) {
      const open = `<${tag('ROUND_END')}${attributes({ n: round, composite, must_fix: mustFix, decision })}`;
      return reason === undefined
        ? `${open}/>\n`
        : `${open}>\n${leaf('REASON', reason)}\n</${tag('ROUND_END')}>\n`;
    },
    ship({ round, composite, status, artifact: page, summary }) {
      const lines = [`<${tag('SHIP')}${attributes({ round, composite, status })}>`];
      if (page !== undefined) lines.push(artifact(page));
      if (summary !== undefined) lines.push(leaf('SUMMARY', summary));
      return `${lines.join('\n')}\n</${tag('SHIP')}>\n`;
    },
  };
}

const V1 = createRenderer(null);
export const renderRunOpen = V1.runOpen;
export const RUN_CLOSE = V1.runClose;
export const renderRoundOpen = V1.roundOpen;
export const ROUND_CLOSE = V1.roundClose;
export const renderPanelist = V1.panelist;
export const renderRoundEnd = V1.roundEnd;
export const renderShip = V1.ship;

type Named = Readonly<Record<string, string | number | null | undefined>>;

/** A `]]>` of the artifact's own is split over two sections, so no content can end its own block. */
function splitEnds(content: string): string {
  return content.replaceAll(']]>', ']]]]><![CDATA[>');
}

function attributes(values: Named): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value != null) text += ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`;
  }
  return text;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
