/** Names that CSS has: properties, at-rules, pseudo-classes, units. What is close to one of them and is none is a slip. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const PROPERTIES = words(`
accent-color align-content align-items align-self align-tracks all anchor-name anchor-scope animation animation-composition
animation-delay animation-direction animation-duration animation-fill-mode animation-iteration-count animation-name
animation-play-state animation-range animation-range-end animation-range-start animation-timeline animation-timing-function
appearance aspect-ratio backdrop-filter backface-visibility background background-attachment background-blend-mode
background-clip background-color background-image background-origin background-position background-position-x
background-position-y background-repeat background-size baseline-shift baseline-source block-size border border-block border-block-color
border-block-end border-block-end-color border-block-end-style border-block-end-width border-block-start
border-block-start-color border-block-start-style border-block-start-width border-block-style border-block-width
border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
border-bottom-width border-collapse border-color border-end-end-radius border-end-start-radius border-image
border-image-outset border-image-repeat border-image-slice border-image-source border-image-width border-inline
border-inline-color border-inline-end border-inline-end-color border-inline-end-style border-inline-end-width
border-inline-start border-inline-start-color border-inline-start-style border-inline-start-width border-inline-style
border-inline-width border-left border-left-color border-left-style border-left-width border-radius border-right
border-right-color border-right-style border-right-width border-spacing border-start-end-radius border-start-start-radius
border-style border-top border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width
border-width bottom box-align box-decoration-break box-direction box-flex box-orient box-pack box-shadow box-sizing
break-after break-before break-inside caption-side caret caret-color caret-shape clear clip clip-path clip-rule color
color-adjust color-interpolation color-interpolation-filters color-scheme column-count column-fill column-gap column-rule
column-rule-color column-rule-style column-rule-width column-span column-width columns contain contain-intrinsic-block-size
contain-intrinsic-height contain-intrinsic-inline-size contain-intrinsic-size contain-intrinsic-width container
container-name container-type content content-visibility corner-shape counter-increment counter-reset counter-set cursor cx cy d
direction display dominant-baseline empty-cells field-sizing fill fill-opacity fill-rule filter flex flex-basis
flex-direction flex-flow flex-grow flex-shrink flex-wrap float flood-color flood-opacity font font-display font-family
font-feature-settings font-kerning font-language-override font-optical-sizing font-palette font-size font-size-adjust
font-smooth font-stretch font-style font-synthesis font-synthesis-small-caps font-synthesis-style font-synthesis-weight
font-variant font-variant-alternates font-variant-caps font-variant-east-asian font-variant-emoji font-variant-ligatures
font-variant-numeric font-variant-position font-variation-settings font-weight font-width forced-color-adjust gap grid
grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start
grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas grid-template-columns
grid-template-rows hanging-punctuation height hyphenate-character hyphenate-limit-chars hyphens image-orientation
image-rendering ime-mode inherits initial-letter initial-value inline-size inset inset-area inset-block inset-block-end
inset-block-start inset-inline inset-inline-end inset-inline-start interactivity interpolate-size isolation justify-content
justify-items justify-self left letter-spacing lighting-color line-break line-clamp line-height line-height-step list-style
list-style-image list-style-position list-style-type margin margin-block margin-block-end margin-block-start margin-bottom
margin-inline margin-inline-end margin-inline-start margin-left margin-right margin-top margin-trim marker marker-end
marker-mid marker-start mask mask-border mask-clip mask-composite mask-image mask-mode mask-origin mask-position mask-repeat
mask-size mask-type masonry-auto-flow math-depth math-shift math-style max-block-size max-height max-inline-size max-width
min-block-size min-height min-inline-size min-width mix-blend-mode object-fit object-position object-view-box offset
offset-anchor offset-distance offset-path offset-position offset-rotate opacity order orphans outline outline-color
outline-offset outline-style outline-width overflow overflow-anchor overflow-block overflow-clip-margin overflow-inline
overflow-wrap overflow-x overflow-y overlay overscroll-behavior overscroll-behavior-block overscroll-behavior-inline
overscroll-behavior-x overscroll-behavior-y padding padding-block padding-block-end padding-block-start padding-bottom
padding-inline padding-inline-end padding-inline-start padding-left padding-right padding-top page page-break-after
page-break-before page-break-inside page-orientation paint-order perspective perspective-origin place-content place-items place-self
pointer-events position position-anchor position-area position-try position-try-fallbacks position-try-order
position-visibility print-color-adjust prefix quotes r range reading-flow reading-order resize right rotate row-gap ruby-align ruby-merge ruby-position
rx ry scale scroll-behavior scroll-margin scroll-margin-block scroll-margin-block-end scroll-margin-block-start
scroll-margin-bottom scroll-margin-inline scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left
scroll-margin-right scroll-margin-top scroll-marker-group scroll-padding scroll-padding-block scroll-padding-block-end
scroll-padding-block-start scroll-padding-bottom scroll-padding-inline scroll-padding-inline-end scroll-padding-inline-start
scroll-padding-left scroll-padding-right scroll-padding-top scroll-snap-align scroll-snap-stop scroll-snap-type
scroll-timeline scroll-timeline-axis scroll-timeline-name scrollbar-color scrollbar-gutter scrollbar-width shape-image-threshold
shape-margin shape-outside shape-rendering size speak speak-as src stop-color stop-opacity stroke stroke-dasharray
stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width suffix symbols syntax system tab-size table-layout
text-align text-align-last text-anchor text-autospace text-box text-box-edge text-box-trim text-combine-upright
text-decoration text-decoration-color text-decoration-line text-decoration-skip text-decoration-skip-ink
text-decoration-style text-decoration-thickness text-emphasis text-emphasis-color text-emphasis-position
text-emphasis-style text-indent text-justify text-orientation text-overflow text-rendering text-shadow text-size-adjust
text-spacing-trim text-transform text-underline-offset text-underline-position text-wrap text-wrap-mode text-wrap-style
timeline-scope top touch-action transform transform-box transform-origin transform-style transition transition-behavior
transition-delay transition-duration transition-property transition-timing-function translate unicode-bidi unicode-range
user-select vector-effect vertical-align view-timeline view-timeline-axis view-timeline-inset view-timeline-name
view-transition-class view-transition-name visibility white-space white-space-collapse widows width will-change word-break
word-spacing word-wrap writing-mode x y z-index zoom ascent-override descent-override line-gap-override size-adjust
base-palette override-colors additive-symbols fallback negative pad result navigation types`);

export const AT_RULES = words(
  `charset color-profile container counter-style custom-media custom-selector document font-face font-feature-values
font-palette-values function import keyframes layer media mixin namespace page position-try property scope starting-style
supports view-transition viewport tailwind apply theme utility variant custom-variant source plugin config reference include extend use forward if else each for
-webkit-keyframes -moz-keyframes -o-keyframes -ms-viewport -moz-document top-left top-center top-right bottom-left bottom-center bottom-right
left-top left-middle left-bottom right-top right-middle right-bottom stylistic styleset swash ornaments annotation
character-variant historical-forms`,
);

export const PSEUDOS = words(
  `active active-view-transition any-link autofill blank buffering checked closed current default defined dir disabled empty enabled
first first-child first-of-type focus focus-visible focus-within fullscreen future has has-slotted host host-context hover in-range
indeterminate interest-source interest-target invalid is lang last-child last-of-type left link local-link matches modal muted not nth-child
nth-last-child nth-last-of-type nth-of-type nth-col nth-last-col only-child only-of-type open optional out-of-range past paused picture-in-picture
placeholder-shown playing popover-open read-only read-write required right root scope seeking stalled state target target-current target-before target-after target-within
user-invalid user-valid valid visited volume-locked where xr-overlay after backdrop before checkmark column cue cue-region details-content
file-selector-button first-letter first-line grammar-error highlight marker part picker picker-icon placeholder scroll-button scroll-marker
scroll-marker-group search-text selection slotted spelling-error target-text view-transition view-transition-group
view-transition-image-pair view-transition-new view-transition-old content global deep v-deep export import local`,
);

export const UNITS = words(
  `px em rem ex rex ch rch ic ric cap rcap lh rlh vw vh vi vb vmin vmax svw svh svi svb svmin svmax lvw lvh lvi lvb lvmin lvmax
dvw dvh dvi dvb dvmin dvmax cqw cqh cqi cqb cqmin cqmax cm mm q in pt pc deg grad rad turn s ms hz khz dpi dpcm dppx x fr`,
);

/** The name of the list that was meant: one slip away, or two in a long one. Null when it is in the list, or like none of it. */
export function meantName(name: string, list: ReadonlySet<string>): string | null {
  if (list.has(name) || name.length < LEAST) return null;
  for (const known of list) if (isSlip(name, known)) return known;
  return null;
}

const LEAST = 3;
const LONG = 8;

function isSlip(name: string, known: string): boolean {
  const most = known.length >= LONG ? 2 : 1;
  if (Math.abs(name.length - known.length) > most) return false;
  return distance(name, known, most) <= most;
}

/** Edits between two words, exchanged neighbours counted as one; stops beyond `most`. */
export function distance(one: string, other: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    if (Math.min(...line) > most) return most + 1;
    before = last;
    last = line;
  }
  return last[other.length] ?? most + 1;
}
