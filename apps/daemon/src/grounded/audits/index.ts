/** Every audit, once. Scores, docs, reports and witnesses all read this table. */
import type { Audit } from '../finding.ts';
import { allCapsText } from './all-caps-text.ts';
import { ariaAttributes } from './aria-attributes.ts';
import { ariaRoles } from './aria-roles.ts';
import { autocomplete } from './autocomplete.ts';
import { buttonName } from './button-name.ts';
import { clippedText } from './clipped-text.ts';
import { contrastText } from './contrast-text.ts';
import { deadLinks } from './dead-links.ts';
import { decorativeExposed } from './decorative-exposed.ts';
import { deprecatedElements } from './deprecated-elements.ts';
import { fieldName } from './field-name.ts';
import { frameFocus } from './frame-focus.ts';
import { frameName } from './frame-name.ts';
import { graphicName } from './graphic-name.ts';
import { headingName } from './heading-name.ts';
import { headingSizes } from './heading-sizes.ts';
import { hiddenFocusable } from './hidden-focusable.ts';
import { imageName } from './image-name.ts';
import { inLandmarks } from './in-landmarks.ts';
import { italicText } from './italic-text.ts';
import { justifiedText } from './justified-text.ts';
import { labelInName } from './label-in-name.ts';
import { landmarkNames } from './landmark-names.ts';
import { lineHeight } from './line-height.ts';
import { linkName } from './link-name.ts';
import { menuitemName } from './menuitem-name.ts';
import { metaRefresh } from './meta-refresh.ts';
import { pageLanguage } from './page-language.ts';
import { pageTitle } from './page-title.ts';
import { partLanguage } from './part-language.ts';
import { placeholderText } from './placeholder-text.ts';
import { repeatedWords } from './repeated-words.ts';
import { requiredContext } from './required-context.ts';
import { sampleContacts } from './sample-contacts.ts';
import { scrollFocus } from './scroll-focus.ts';
import { sentenceLength } from './sentence-length.ts';
import { singleH1 } from './single-h1.ts';
import { spacingScale } from './spacing-scale.ts';
import { tableHeaders } from './table-headers.ts';
import { textSize } from './text-size.ts';
import { unevenPadding } from './uneven-padding.ts';
import { vagueActions } from './vague-actions.ts';
import { zoomAllowed } from './zoom-allowed.ts';

export const AUDITS: readonly Audit[] = [
  allCapsText,
  ariaAttributes,
  ariaRoles,
  autocomplete,
  buttonName,
  clippedText,
  contrastText,
  deadLinks,
  decorativeExposed,
  deprecatedElements,
  fieldName,
  frameFocus,
  frameName,
  graphicName,
  headingName,
  headingSizes,
  hiddenFocusable,
  imageName,
  inLandmarks,
  italicText,
  justifiedText,
  labelInName,
  landmarkNames,
  lineHeight,
  linkName,
  menuitemName,
  metaRefresh,
  pageLanguage,
  pageTitle,
  partLanguage,
  placeholderText,
  repeatedWords,
  requiredContext,
  sampleContacts,
  scrollFocus,
  sentenceLength,
  singleH1,
  spacingScale,
  tableHeaders,
  textSize,
  unevenPadding,
  vagueActions,
  zoomAllowed,
];

const byId: ReadonlyMap<string, Audit> = new Map(AUDITS.map((audit) => [audit.id, audit]));

export function findAudit(id: string): Audit | undefined {
  return byId.get(id);
}
