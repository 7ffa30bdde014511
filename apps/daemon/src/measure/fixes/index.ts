/**
 * Which fix belongs to which audit, in the order they may be tried. Brand and contrast fight, so the stages
 * are fixed: what is said, then tokens, then space and type, then contrast; only words that are added come later.
 */
import { TINY_PX } from '../audits/text-size.ts';
import { fixBrandFonts, fixBrandPalette, fixBrandRadii } from './brand.ts';
import { fixContrast } from './contrast.ts';
import { fixFillerWords, fixRepeatedWords, fixTodoComments, fixWordyPhrases } from './copy.ts';
import { fixCharset, fixDoctype, fixLanguage, fixTitle, fixViewport, fixZoom } from './head.ts';
import { fixFieldName, fixPlaceholderLabel } from './labels.ts';
import { fixInLandmarks } from './landmarks.ts';
import { fixMainLandmark } from './main-landmark.ts';
import {
  fixButtonName,
  fixEmptyHeading,
  fixFrameName,
  fixGraphicName,
  fixImageName,
  fixLandmarkNames,
  fixLinkName,
} from './names.ts';
import type { Fixer } from './proposal.ts';
import { fixSeenNames } from './seen-names.ts';
import { fixFocusVisible, fixReducedMotion } from './sheet.ts';
import { fixSpacingScale, fixUnevenPadding } from './spacing.ts';
import {
  fixHeadingOrder,
  fixHiddenFocusable,
  fixSingleH1,
  removeNamedAttribute,
  setAttribute,
} from './structure.ts';
import { areSlips, setColumn, setProperty, widestInside } from './values.ts';

export type Stage = ReadonlyMap<string, Fixer>;

/** Edits of running text, wherever it stands. */
export const WORD_FIXES: Stage = new Map([
  ['repeated-words', fixRepeatedWords],
  ['wordy-phrases', fixWordyPhrases],
  ['filler-words', fixFillerWords],
]);

const meaning: Stage = new Map([
  ['todo-comments', fixTodoComments],
  ['page-language', fixLanguage],
  ['page-title', fixTitle],
  ['viewport-meta', fixViewport],
  ['charset', fixCharset],
  ['doctype', fixDoctype],
  ['zoom-allowed', fixZoom],
  ['image-name', fixImageName],
  ['link-name', fixLinkName],
  ['button-name', fixButtonName],
  ['field-name', fixFieldName],
  ['frame-name', fixFrameName],
  ['graphic-name', fixGraphicName],
  ['heading-name', fixEmptyHeading],
  ['landmark-names', fixLandmarkNames],
  ['single-h1', fixSingleH1],
  ['main-landmark', fixMainLandmark],
  ['aria-attributes', removeNamedAttribute(['R18', 'R19', 'R20'])],
  ['aria-roles', removeNamedAttribute(['R110'])],
  ['positive-tabindex', setAttribute('tabindex', '0')],
  ['hidden-focusable', fixHiddenFocusable],
  ['frame-focus', setAttribute('tabindex', null)],
  ['scroll-focus', setAttribute('tabindex', '0')],
  ['autoplay', setAttribute('muted', '')],
  ['new-window', setAttribute('rel', 'noopener')],
  ['browser-check', fixSeenNames],
]);

/** After the headings have their final h1, and the content its main. */
const outline: Stage = new Map([
  ['heading-order', fixHeadingOrder],
  ['in-landmarks', fixInLandmarks],
]);

const brand: Stage = new Map([
  ['brand-palette', fixBrandPalette],
  ['brand-radii', fixBrandRadii],
  ['brand-fonts', fixBrandFonts],
]);

const layout: Stage = new Map<string, Fixer>([
  [
    'text-size',
    setProperty('font-size', (page, element, result) => {
      const isTiny = page.styleOf(element).fontSize < TINY_PX;
      if (!isTiny && !areSlips(result)) return null;
      const least = isTiny ? 12 : 14;
      const scale = page.design?.fontSizes ?? [];
      return `${scale.find((step) => step >= least) ?? least}px`;
    }),
  ],
  ['line-height', setProperty('line-height', '1.5')],
  ['justified-text', setProperty('text-align', 'start')],
  ['all-caps-text', setProperty('text-transform', 'none')],
  ['italic-text', setProperty('font-style', 'normal')],
  ['letter-spacing', setProperty('letter-spacing', 'normal')],
  ['thin-text', setProperty('font-weight', '400')],
  ['line-length', setColumn('max-width', '70ch')],
  ['cramped-padding', setProperty('padding-inline', '0.75em')],
  ['target-size', setProperty('min-height', '24px')],
  ['link-distinguishable', setProperty('text-decoration', 'underline')],
  ['uneven-padding', fixUnevenPadding],
  ['spacing-scale', fixSpacingScale],
  ['reduced-motion', fixReducedMotion],
  ['focus-visible', fixFocusVisible],
]);

/** After the paddings of a box, which it has to leave room for. */
const bounds: Stage = new Map([['fixed-width', setProperty('max-width', widestInside)]]);

const contrast: Stage = new Map([['contrast-text', fixContrast]]);

/** New words take the colours of their place, which must be right by then. */
const words: Stage = new Map([['placeholder-label', fixPlaceholderLabel]]);

export const FIX_STAGES: readonly Stage[] = [
  WORD_FIXES,
  meaning,
  outline,
  brand,
  layout,
  bounds,
  contrast,
  words,
];

/** A hint that lays whole columns out anew is a person's to decide. */
const NOT_BY_SIGHT = new Set(['line-length']);

/** For what only a browser sees: all stages in a row, since each place is looked at again anyway. */
export const SEEN_FIXES: readonly (readonly [auditId: string, fix: Fixer])[] = FIX_STAGES.flatMap((stage) =>
  [...stage].filter(([id]) => !NOT_BY_SIGHT.has(id)),
);
