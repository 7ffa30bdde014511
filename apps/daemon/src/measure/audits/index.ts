/** Every audit, once, in the order roles and dims are shown. Scores, docs, reports and witnesses read this table. */
import type { Audit } from '../finding.ts';
import { actionLength } from './action-length.ts';
import { allCapsText } from './all-caps-text.ts';
import { altTextQuality } from './alt-text-quality.ts';
import { ariaAttributes } from './aria-attributes.ts';
import { ariaRoles } from './aria-roles.ts';
import { autocomplete } from './autocomplete.ts';
import { autoplay } from './autoplay.ts';
import { brandFonts } from './brand-fonts.ts';
import { brandHardcoded } from './brand-hardcoded.ts';
import { brandMeasures } from './brand-measures.ts';
import { brandPalette } from './brand-palette.ts';
import { brandRadii } from './brand-radii.ts';
import { brandRoles } from './brand-roles.ts';
import { brandRules } from './brand-rules.ts';
import { brandSentences } from './brand-sentences.ts';
import { brandShadows } from './brand-shadows.ts';
import { brandSpacing } from './brand-spacing.ts';
import { brandTypeScale } from './brand-type-scale.ts';
import { brandVoice } from './brand-voice.ts';
import { brandWritten } from './brand-written.ts';
import { briefFacts } from './brief-facts.ts';
import { brokenReferences } from './broken-references.ts';
import { browserCheck } from './browser-check.ts';
import { buttonName } from './button-name.ts';
import { buttonVariety } from './button-variety.ts';
import { buzzwords } from './buzzwords.ts';
import { captions } from './captions.ts';
import { charset } from './charset.ts';
import { chosenColour, chosenRoom, chosenType } from './chosen.ts';
import { clickOnly } from './click-only.ts';
import { clippedText } from './clipped-text.ts';
import { codeLanguage } from './code-language.ts';
import { competingActions } from './competing-actions.ts';
import { contentHeading } from './content-heading.ts';
import { contentModel } from './content-model.ts';
import { contrastStates } from './contrast-states.ts';
import { contrastEnhanced, contrastText } from './contrast-text.ts';
import { crampedPadding } from './cramped-padding.ts';
import { crowdedColumns } from './crowded-columns.ts';
import { dataTable } from './data-table.ts';
import { deadControls } from './dead-controls.ts';
import { deadLinks } from './dead-links.ts';
import { debugLeftovers } from './debug-leftovers.ts';
import { decorativeExposed } from './decorative-exposed.ts';
import { defaultFonts } from './default-fonts.ts';
import { deprecatedElements } from './deprecated-elements.ts';
import { doctype } from './doctype.ts';
import { duplicateId } from './duplicate-id.ts';
import { emDashes } from './em-dashes.ts';
import { emojiIcons } from './emoji-icons.ts';
import { emptySections } from './empty-sections.ts';
import { everythingCentred } from './everything-centred.ts';
import { exclamations } from './exclamations.ts';
import { eyebrowChips } from './eyebrow-chips.ts';
import { factsAgree } from './facts-agree.ts';
import { fauxHeading } from './faux-heading.ts';
import { fauxList } from './faux-list.ts';
import { fieldErrors } from './field-errors.ts';
import { fieldForm } from './field-form.ts';
import { fieldGroups } from './field-groups.ts';
import { fieldName } from './field-name.ts';
import { fillerWords } from './filler-words.ts';
import { fixedWidth } from './fixed-width.ts';
import { flashes } from './flashes.ts';
import { flatHierarchy } from './flat-hierarchy.ts';
import { focusVisible } from './focus-visible.ts';
import { fontFallback } from './font-fallback.ts';
import { foreignLabels } from './foreign-labels.ts';
import { formSubmit } from './form-submit.ts';
import { formTerms } from './form-terms.ts';
import { frameFocus } from './frame-focus.ts';
import { frameName } from './frame-name.ts';
import { glow } from './glow.ts';
import { gradientText } from './gradient-text.ts';
import { graphicName } from './graphic-name.ts';
import { hasAction } from './has-action.ts';
import { headAgrees } from './head-agrees.ts';
import { headerCells } from './header-cells.ts';
import { headersAttribute } from './headers-attribute.ts';
import { headingBelowText } from './heading-below-text.ts';
import { headingFamily } from './heading-family.ts';
import { headingName } from './heading-name.ts';
import { headingOrder } from './heading-order.ts';
import { headingProximity } from './heading-proximity.ts';
import { headingSizes } from './heading-sizes.ts';
import { headlineLength } from './headline-length.ts';
import { hiddenContent } from './hidden-content.ts';
import { hiddenFocusable } from './hidden-focusable.ts';
import { imageDimensions } from './image-dimensions.ts';
import { imageName } from './image-name.ts';
import { imageShape } from './image-shape.ts';
import { inLandmarks } from './in-landmarks.ts';
import { insecureResources } from './insecure-resources.ts';
import { italicText } from './italic-text.ts';
import { justifiedText } from './justified-text.ts';
import { keyboardTrap } from './keyboard-trap.ts';
import { labelInName } from './label-in-name.ts';
import { landmarkNames } from './landmark-names.ts';
import { landmarkNesting } from './landmark-nesting.ts';
import { languageMatch } from './language-match.ts';
import { drawnLook, layoutShift, misaligned, orphanLine, screenBalance, unequalGutters } from './layout.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { letterSpacing } from './letter-spacing.ts';
import { lineHeight } from './line-height.ts';
import { lineLength } from './line-length.ts';
import { linkDistinguishable } from './link-distinguishable.ts';
import { linkForm } from './link-form.ts';
import { linkName } from './link-name.ts';
import { linkPromise } from './link-promise.ts';
import { mainLandmark } from './main-landmark.ts';
import { measurableStyles } from './measurable-styles.ts';
import { mediaForm } from './media-form.ts';
import { menuitemName } from './menuitem-name.ts';
import { metaDescription } from './meta-description.ts';
import { metaRefresh } from './meta-refresh.ts';
import { missingImages } from './missing-images.ts';
import { missingParts } from './missing-parts.ts';
import { missingReferences } from './missing-references.ts';
import { misspeltWords } from './misspelt-words.ts';
import { monotonousSpacing } from './monotonous-spacing.ts';
import { nameSpelling } from './name-spelling.ts';
import { narrowScreens } from './narrow-screens.ts';
import { nearDuplicateColors } from './near-duplicate-colors.ts';
import { nestedCards } from './nested-cards.ts';
import { nestedInteractive } from './nested-interactive.ts';
import { newWindow } from './new-window.ts';
import { noRefresh } from './no-refresh.ts';
import { notBut } from './not-but.ts';
import { oddOneOut } from './odd-one-out.ts';
import { orientation } from './orientation.ts';
import { overlappingText } from './overlapping-text.ts';
import { oversizedHeading } from './oversized-heading.ts';
import { pageLanguage } from './page-language.ts';
import { pageTitle } from './page-title.ts';
import { paletteSize } from './palette-size.ts';
import { paragraphLength } from './paragraph-length.ts';
import { partLanguage } from './part-language.ts';
import { partsStandOut } from './parts-stand-out.ts';
import { passiveVoice } from './passive-voice.ts';
import { penSlips } from './pen-slips.ts';
import { placeholderImages } from './placeholder-images.ts';
import { placeholderLabel } from './placeholder-label.ts';
import { placeholderText } from './placeholder-text.ts';
import { positiveTabindex } from './positive-tabindex.ts';
import { purpleGradient } from './purple-gradient.ts';
import { radiusVariety } from './radius-variety.ts';
import { readerControl } from './reader-control.ts';
import { readingForm } from './reading-form.ts';
import { readingGrade } from './reading-grade.ts';
import { reducedMotion } from './reduced-motion.ts';
import { repeatedHeadings } from './repeated-headings.ts';
import { repeatedText } from './repeated-text.ts';
import { repeatedWords } from './repeated-words.ts';
import { requiredContext } from './required-context.ts';
import { roleFits } from './role-fits.ts';
import { sameLabel } from './same-label.ts';
import { sampleContacts } from './sample-contacts.ts';
import { scriptTakesPage } from './script-takes-page.ts';
import { scrollFocus } from './scroll-focus.ts';
import { sectionRhythm } from './section-rhythm.ts';
import { sentenceForm } from './sentence-form.ts';
import { sentenceLength } from './sentence-length.ts';
import { serverOutput } from './server-output.ts';
import { shadowVariety } from './shadow-variety.ts';
import { sideTab } from './side-tab.ts';
import { singleH1 } from './single-h1.ts';
import { skipLink } from './skip-link.ts';
import { spacingScale } from './spacing-scale.ts';
import { spacingVariety } from './spacing-variety.ts';
import { strayPlacement } from './stray-placement.ts';
import { tabOrder } from './tab-order.ts';
import { tableForm } from './table-form.ts';
import { tableGrid } from './table-grid.ts';
import { tableHeaders } from './table-headers.ts';
import { targetSize } from './target-size.ts';
import { textDirection } from './text-direction.ts';
import { textSize } from './text-size.ts';
import { textSpacing } from './text-spacing.ts';
import { thinText } from './thin-text.ts';
import { titleQuality } from './title-quality.ts';
import { todoComments } from './todo-comments.ts';
import { toolLeftovers } from './tool-leftovers.ts';
import { typeFamilies } from './type-families.ts';
import { typeScale } from './type-scale.ts';
import { unaskedChange } from './unasked-change.ts';
import { unevenPadding } from './uneven-padding.ts';
import { unsafeScripts } from './unsafe-scripts.ts';
import { vagueActions } from './vague-actions.ts';
import { vagueClaims } from './vague-claims.ts';
import { validMarkup } from './valid-markup.ts';
import { validStyles } from './valid-styles.ts';
import { viewportMeta } from './viewport-meta.ts';
import { visibleText } from './visible-text.ts';
import { wellFormed } from './well-formed.ts';
import { wordyPhrases } from './wordy-phrases.ts';
import { zoomAllowed } from './zoom-allowed.ts';

export const AUDITS: readonly Audit[] = [
  // critic: hierarchy
  headingBelowText,
  headingSizes,
  singleH1,
  competingActions,
  fauxHeading,
  flatHierarchy,
  scriptTakesPage,
  oversizedHeading,
  // critic: type
  textSize,
  allCapsText,
  justifiedText,
  lineHeight,
  lineLength,
  thinText,
  typeFamilies,
  typeScale,
  fontFallback,
  italicText,
  letterSpacing,
  readingForm,
  orphanLine,
  // critic: contrast
  contrastText,
  contrastStates,
  visibleText,
  partsStandOut,
  measurableStyles,
  // critic: rhythm
  spacingScale,
  headingProximity,
  sectionRhythm,
  oddOneOut,
  validStyles,
  spacingVariety,
  misaligned,
  unequalGutters,
  // critic: space
  overlappingText,
  clippedText,
  fixedWidth,
  unevenPadding,
  imageShape,
  strayPlacement,
  crowdedColumns,
  narrowScreens,
  crampedPadding,
  screenBalance,
  layoutShift,
  // critic: character
  emojiIcons,
  gradientText,
  nestedCards,
  purpleGradient,
  sideTab,
  defaultFonts,
  everythingCentred,
  eyebrowChips,
  glow,
  monotonousSpacing,
  // critic: design
  chosenType,
  chosenColour,
  chosenRoom,
  drawnLook,
  // brand: palette
  brandPalette,
  brandRoles,
  brandRules,
  brandMeasures,
  brandWritten,
  brandSentences,
  nearDuplicateColors,
  paletteSize,
  brandHardcoded,
  // brand: type
  brandFonts,
  brandTypeScale,
  headingFamily,
  // brand: scale
  brandRadii,
  brandShadows,
  brandSpacing,
  buttonVariety,
  radiusVariety,
  shadowVariety,
  // brand: voice
  brandVoice,
  nameSpelling,
  // a11y: wcag
  zoomAllowed,
  ariaAttributes,
  ariaRoles,
  autoplay,
  captions,
  linkDistinguishable,
  metaRefresh,
  orientation,
  pageLanguage,
  pageTitle,
  viewportMeta,
  autocomplete,
  decorativeExposed,
  duplicateId,
  partLanguage,
  languageMatch,
  textDirection,
  reducedMotion,
  flashes,
  textSpacing,
  browserCheck,
  roleFits,
  contrastEnhanced,
  noRefresh,
  // a11y: names
  buttonName,
  fieldName,
  placeholderLabel,
  fieldGroups,
  fieldErrors,
  fieldForm,
  formTerms,
  imageName,
  linkName,
  frameName,
  graphicName,
  headingName,
  altTextQuality,
  labelInName,
  menuitemName,
  missingReferences,
  // a11y: structure
  headingOrder,
  mainLandmark,
  nestedInteractive,
  requiredContext,
  contentModel,
  wellFormed,
  validMarkup,
  tableGrid,
  hiddenContent,
  tableHeaders,
  dataTable,
  tableForm,
  headerCells,
  headersAttribute,
  fauxList,
  contentHeading,
  deprecatedElements,
  inLandmarks,
  landmarkNames,
  landmarkNesting,
  // a11y: focus
  focusVisible,
  clickOnly,
  hiddenFocusable,
  keyboardTrap,
  tabOrder,
  unaskedChange,
  readerControl,
  formSubmit,
  positiveTabindex,
  targetSize,
  frameFocus,
  scrollFocus,
  skipLink,
  // copy: finished
  briefFacts,
  placeholderText,
  serverOutput,
  factsAgree,
  missingImages,
  missingParts,
  mediaForm,
  emptySections,
  placeholderImages,
  repeatedText,
  sampleContacts,
  charset,
  debugLeftovers,
  doctype,
  insecureResources,
  leakedSecrets,
  unsafeScripts,
  metaDescription,
  titleQuality,
  headAgrees,
  todoComments,
  toolLeftovers,
  codeLanguage,
  vagueClaims,
  imageDimensions,
  newWindow,
  // copy: plain
  repeatedWords,
  penSlips,
  misspeltWords,
  sentenceForm,
  buzzwords,
  wordyPhrases,
  emDashes,
  exclamations,
  fillerWords,
  notBut,
  passiveVoice,
  // copy: reading load
  headlineLength,
  paragraphLength,
  readingGrade,
  repeatedHeadings,
  sentenceLength,
  // copy: calls
  deadLinks,
  linkForm,
  linkPromise,
  foreignLabels,
  deadControls,
  brokenReferences,
  vagueActions,
  hasAction,
  sameLabel,
  actionLength,
];

const byId: ReadonlyMap<string, Audit> = new Map(AUDITS.map((audit) => [audit.id, audit]));

export function findAudit(id: string): Audit | undefined {
  return byId.get(id);
}
