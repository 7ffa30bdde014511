/** The review as one HTML file that needs nothing else. What matters comes first, figures and tables after it. Pure. */
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { isAnythingKnown, type TrustLine } from '@design-jury/contracts/trust/line';
import type { UnlockSet } from '@design-jury/contracts/trust/unlock';
import type { Comparison } from '../line-diff.ts';
import { clean } from './clean.ts';
import { type NameOf, NO_NAMES } from './element-names.ts';
import type { Gate } from './gate.ts';
import { courseSection } from './page/course.ts';
import { openSection, problemSection, resolvedSection } from './page/demands.ts';
import { escaped } from './page/escape.ts';
import { sentenceOf, takeSection, verdictCard } from './page/first-screen.ts';
import { framed } from './page/frame.ts';
import { roundsSection } from './page/rounds.ts';
import { type Pictures, picture, pictureSection, SLIDER_SCRIPT } from './page/slider.ts';
import { diffSection } from './page/source-diff.ts';
import { REVIEW_STYLE } from './page/style.ts';
import { trustSentence, trustWords } from './trust-words.ts';
import { UNLOCK_HEADING, unlockWords } from './unlock-words.ts';
import { capital } from './words.ts';

export interface HtmlReport {
  title: string;
  state: CritiqueState;
  agent: string;
  durationMs: number;
  gate: Gate;
  /** Of a review: what the file is as given, and what became of its copy. Null of a page that nobody brought. */
  verdict: { text: string; tone: 'good' | 'fair' | 'bad' } | null;
  /** The least that would ship it. @default nothing */
  unlock?: UnlockSet | null;
  /** How far the verdict can be believed. @default nothing is said of it */
  trust?: TrustLine;
  comparison: Comparison | null;
  pictures: Pictures | null;
  /** Pieces of the picture before, each with what is wrong there. */
  marked?: readonly { png: Uint8Array; said: string; width: number }[];
  /** How elements are called. @default by their selectors */
  nameOf?: NameOf;
  /** The command that puts the copy in the place of the file. @default none */
  take?: string | null;
  /** File names beside the report. */
  links: readonly { label: string; href: string }[];
}

export function htmlReport(report: HtmlReport): string {
  const { state, title, gate, pictures, nameOf = NO_NAMES } = report;
  const view = state.phase === 'idle' ? null : state;
  const problems = view === null ? '' : problemSection(view, gate, nameOf);
  const shown = pictures === null ? '' : pictureSection(pictures);
  const columns = problems !== '' && shown !== '' ? 'first two' : 'first';
  const body = [
    `<header>${verdictCard(report)}</header>`,
    `<div class="${columns}">${problems}${shown}</div>`,
    takeSection(report),
    nextSection(report.unlock ?? null),
    view === null ? '' : openSection(view, gate, nameOf),
    markedSection(report.marked ?? []),
    view === null ? '' : courseSection(view),
    view === null ? '' : roundsSection(view),
    view === null ? '' : resolvedSection(view, gate, nameOf),
    trustSection(report.trust),
    diffSection(report.comparison),
  ];
  return framed({
    title: `${clean(title)}: ${sentenceOf(report).text}`,
    description: `What the jury found in ${title}, round by round, and what it changed.`,
    body: body.filter((part) => part !== '').join('\n'),
    style: REVIEW_STYLE,
    ...(pictures?.after != null && { script: SLIDER_SCRIPT }),
  });
}

function markedSection(marked: NonNullable<HtmlReport['marked']>): string {
  if (marked.length === 0) return '';
  const figures = marked.map(
    ({ png, said, width }) =>
      `<figure><figcaption>${escaped(said)}</figcaption>${picture(png, `The place, in a window ${width} pixels wide`)}</figure>`,
  );
  return `<section aria-labelledby="marked"><h2 id="marked">Seen in the layout of the file as given</h2><div class="pair">${figures.join('')}</div></section>`;
}

function nextSection(unlock: UnlockSet | null): string {
  const lines = unlock === null ? [] : unlockWords(unlock);
  if (lines.length === 0) return '';
  const items = lines.map((line) => `<li>${escaped(line)}</li>`).join('');
  return `<section aria-labelledby="next"><h2 id="next">${UNLOCK_HEADING}</h2><ul>${items}</ul></section>`;
}

/** In one sentence where nothing of it was computed. */
function trustSection(trust: TrustLine | undefined): string {
  if (trust === undefined) return '';
  const isKnown = isAnythingKnown(trust);
  const items = trustWords(trust).map((words) => `<li>${escaped(capital(words))}</li>`);
  const said = isKnown ? `<ul>${items.join('')}</ul>` : `<p>${escaped(trustSentence(trust))}</p>`;
  return `<section aria-labelledby="trust"><h2 id="trust">How far this can be believed</h2>${said}</section>`;
}
