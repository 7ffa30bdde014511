/** Names and values that HTML has: elements, attributes, and attributes that take one word of a few. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const ELEMENTS = words(`
a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup data
datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header
hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup
option output p param picture pre progress q rp rt ruby s samp script search section select slot small source span strong style
sub summary sup table tbody td template textarea tfoot th thead time title tr track u ul var video wbr selectedcontent
acronym applet basefont bgsound big blink center dir font frame frameset image isindex keygen listing marquee menuitem
multicol nextid nobr noembed noframes plaintext rb rtc spacer strike tt xmp svg math portal fencedframe model`);

export const ATTRIBUTES = words(`
accept accept-charset accesskey action align allow allowfullscreen alpha alt async autocapitalize autocomplete autocorrect autofocus autoplay
bgcolor blocking border capture cellpadding cellspacing charset checked cite class color colorspace cols colspan command commandfor content
contenteditable controls controlslist coords crossorigin data datetime decoding default defer dir dirname disabled download
draggable enctype enterkeyhint exportparts face fetchpriority for form formaction formenctype formmethod formnovalidate
formtarget frameborder headers height hidden high href hreflang http-equiv id imagesizes imagesrcset inert inputmode
integrity is ismap itemid itemprop itemref itemscope itemtype kind label lang language list loading loop low max maxlength
media method min minlength multiple muted name nomodule nonce novalidate open optimum part pattern ping placeholder
playsinline popover popovertarget popovertargetaction poster preload property readonly referrerpolicy rel required rev reversed role
rows rowspan sandbox scope scrolling selected shadowrootmode shape size sizes slot span spellcheck src srcdoc srclang srcset
start step style summary tabindex target title translate type typeof about resource prefix vocab usemap valign value version vspace hspace width wrap xmlns
writingsuggestions closedby compact nowrap bordercolor background text link vlink alink marginwidth marginheight longdesc nohref archive classid codebase
codetype declare standby valuetype axis abbr char charoff rules frame clear noshade profile scheme event manifest`);

/** What an attribute of an element takes, where it is one word of a few. An empty text is allowed where the list has `-`. */
export const VALUES: readonly { tags: RegExp; name: string; values: ReadonlySet<string> }[] = [
  {
    tags: /^input$/,
    name: 'type',
    values: words(
      'button checkbox color date datetime-local email file hidden image month number password radio range reset search submit tel text time url week',
    ),
  },
  { tags: /^button$/, name: 'type', values: words('submit button reset menu') },
  { tags: /^form$/, name: 'method', values: words('get post dialog') },
  {
    tags: /^form$/,
    name: 'enctype',
    values: words('application/x-www-form-urlencoded multipart/form-data text/plain'),
  },
  { tags: /^th$/, name: 'scope', values: words('row col rowgroup colgroup') },
  { tags: /^ol$/, name: 'type', values: words('1 a i') },
  { tags: /^(img|iframe)$/, name: 'loading', values: words('lazy eager') },
  { tags: /^img$/, name: 'decoding', values: words('sync async auto') },
  { tags: /^track$/, name: 'kind', values: words('subtitles captions descriptions chapters metadata') },
  { tags: /^(video|audio)$/, name: 'preload', values: words('- none metadata auto') },
  { tags: /^./, name: 'dir', values: words('ltr rtl auto') },
  { tags: /^./, name: 'contenteditable', values: words('- true false plaintext-only') },
  { tags: /^./, name: 'draggable', values: words('true false') },
  { tags: /^./, name: 'spellcheck', values: words('- true false') },
  { tags: /^./, name: 'translate', values: words('- yes no') },
  {
    tags: /^./,
    name: 'inputmode',
    values: words('none text tel url email numeric decimal search'),
  },
  { tags: /^./, name: 'enterkeyhint', values: words('enter done go next previous search send') },
  { tags: /^./, name: 'popover', values: words('- auto manual hint') },
  { tags: /^./, name: 'hidden', values: words('- hidden until-found true') },
];

/** Attributes that hold a whole number, and the least it may be. */
export const NUMBERS: readonly { tags: RegExp; name: string; least: number }[] = [
  { tags: /^(td|th|col|colgroup)$/, name: 'colspan', least: 1 },
  { tags: /^(td|th)$/, name: 'rowspan', least: 0 },
  { tags: /^(input|textarea)$/, name: 'maxlength', least: 0 },
  { tags: /^(input|textarea)$/, name: 'minlength', least: 0 },
  { tags: /^textarea$/, name: 'rows', least: 1 },
  { tags: /^textarea$/, name: 'cols', least: 1 },
  { tags: /^./, name: 'tabindex', least: -1 },
  { tags: /^(img|video|iframe|canvas)$/, name: 'width', least: 0 },
  { tags: /^(img|video|iframe|canvas)$/, name: 'height', least: 0 },
];

export const RELATIONS = words(`
alternate author bookmark canonical dns-prefetch expect external help icon license manifest modulepreload next nofollow noopener
noreferrer opener pingback preconnect prefetch preload prerender prev privacy-policy search stylesheet tag terms-of-service
shortcut apple-touch-icon apple-touch-icon-precomposed mask-icon me sponsored ugc amphtml apple-touch-startup-image home up first last
contents index start archives edituri wlwmanifest shortlink copyright section subsection chapter appendix glossary fluid-icon publisher
profile webmention micropub token_endpoint authorization_endpoint openid2.provider hub self payment enclosure`);
