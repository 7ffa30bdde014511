/**
 * What a brief wishes of the making: how the page shall look, sound and be made, and orders that name nothing. None of it
 * stands on the page. "Make your own candles" and "It must be booked two days ahead" are no wishes: they say what there is.
 */

/** What nobody but the page's author speaks of; "the board should approve it" speaks of people. */
const PAGE =
  'page|site|website|web ?site|homepage|landing page|poster|dashboard|deck|flyer|design|layout|tone|style|look';
const MAYBE_PAGE = 'report|board|document|update|plan|presentation|text|copy|voice|whole thing';
const LOOKS =
  'user-friendly|mobile(?:-friendly)?|responsive|modern|clean|simple|fun|friendly|short|clear|readable|accessible|beautiful|pretty|nice|elegant|professional|minimal(?:ist)?|bold|warm|calm|light|playful|premium|serious|fresh|colou?rful|easy (?:to (?:read|use|understand|scan)|on the eyes?)';
const SEEMS = `(?:look|feel|sound|appeal|stand out|be (?:\\w+ )?(?:${LOOKS}))`;
const MEANS =
  'colou?rs?|palette|fonts?|typefaces?|typography|serifs?|pictures?|images?|photos?|photography|illustrations?|icons?|animations?|gradients?|emojis?|white ?space|dark mode|buzzwords?|jargon';
const COLOR =
  '(?:(?:dark|light|soft|warm|deep|bright|pale) )?(?:red|blue|green|yellow|orange|purple|pink|brown|black|white|gr[ea]y|beige|gold|silver|navy|teal|turquoise|cream|pastels?|earth tones)';
const SHALL = '(?:should|must|shall|needs? to|has to|is to)';

const wish = (pattern: string): RegExp => new RegExp(`^(?:please |bitte )?(?:${pattern})`, 'iu');

const WISHES: readonly RegExp[] = [
  wish(
    `(?:make|keep) (?:it|this|everything|things|the (?:${PAGE}|${MAYBE_PAGE})) (?:${SEEMS}|(?:\\w+ )?(?:${LOOKS}))\\b`,
  ),
  wish('make (?:it|this|everything) (?:\\w+ )?[\\w-]+\\W*$'),
  wish(`(?:use|avoid|add|prefer|include) [^\\d]*\\b(?:${MEANS})\\b[^\\d]*$`),
  wish(`(?:use|avoid|prefer) (?:only )?(?:${COLOR})(?:(?:,| and|, and| or) (?:${COLOR}))*\\W*$`),
  wish(`no (?:more )?(?:[\\w-]+ )?(?:${MEANS})\\b`),
  wish(`(?:the|our|this) (?:${PAGE}|${MAYBE_PAGE})(?: and (?:the )?\\w+)? ${SHALL} ${SEEMS}\\b`),
  wish(`(?:the|our|this) (?:${PAGE}) ${SHALL} (?:have|use|show|include|contain|fit|work|load)\\b[^\\d]*$`),
  wish(`(?:it|this|everything) ${SHALL} ${SEEMS}\\b`),
  wish(
    `(?:the )?(?:design|style|tone|mood|voice|look(?: and feel)?|feel|colou?rs?)(?::| (?:should|must)\\b)`,
  ),
  wish('the (?:tone|look|mood|voice|style) is\\b'),
  wish(`(?:should|must) ${SEEMS}\\b`),
  wish('design (?:it|this)\\b'),
  wish(
    '(?:mach|macht|machen sie|halte|halten sie|gestalte|gestalten sie) (?:es|sie|die seite|das ganze|alles)(?!\\p{L})',
  ),
  wish(
    '(?:verwende|nutze|benutze|verwenden sie|nutzen sie) [^\\d]*(?:farben?|schrift(?:en)?|bilder|fotos|icons|animationen)(?!\\p{L})',
  ),
  wish(
    '(?:es|sie|alles|die seite|das design|der stil|der ton) (?:soll(?:te)?|muss) .*(?:aussehen|wirken|klingen)\\W*$',
  ),
];

/** "The page should say that we open at nine": what follows is content. */
const TOLD =
  /^(?:the|our|this) (?:\w+ )?(?:page|site|website|poster|dashboard|deck|report|board|document|update|plan|flyer|text) (?:should|must|needs? to|has to) (?:also )?(?:say|mention|tell \w+|state|explain) that (.+)$/i;

/** "I'd like people to know that …" */
const MADE_KNOWN =
  /^(?:please )?(?:let (?:people|visitors|readers|everybody|everyone) know|(?:i|we)(?:'d|’d| would)? (?:like|want) (?:people|visitors|readers|customers|everybody|everyone) to (?:know|see|understand|learn)) that (.+)$/i;

/** What the page is to say, of a sentence that asks for it; null for any other. */
export function toldIn(sentence: string): string | null {
  return (TOLD.exec(sentence) ?? MADE_KNOWN.exec(sentence))?.[1] ?? null;
}

export function isWish(sentence: string): boolean {
  return toldIn(sentence) === null && WISHES.some((one) => one.test(sentence));
}

const ORDER =
  /^(?:(?:please|bitte|por favor|s['’]il (?:vous|te) plaît|per favore)[,\s]+)?(?:(?:(?:can|could|would) you|please|to|bitte|i (?:want|need|would like)|we (?:want|need)|ich (?:möchte|brauche|will)|je (?:veux|voudrais)|quiero|necesito|make|create|build|design|write|generate|give|do|erstellen?|erstelle|machen?|mach|bauen?|baue|entwirf|entwerfen|schreiben?|schreib|créer|créez|crée|fais|faites|crear?|cree|haz|haga|crie|faça|maak|zrób)(?=\s)\s*)+/iu;
/** What is wanted, how it shall look, and for whom in general: nothing of it can stand on a page. */
const SAYS_NOTHING = new Set(
  `a an the one my our your me us you it this some something anything to of in and or with that is looks for please now very really too more just
  page pages site website web webpage homepage home landing one-pager deck slides slide presentation poster flyer brochure newsletter text copy document design layout dashboard app prototype
  nice good great best cool beautiful pretty modern clean simple professional stunning fancy sleek minimal minimalist elegant creative new responsive attractive awesome amazing dark light colourful colorful short long
  hero header footer section sections features pricing testimonials faq cta button contact form html css
  company business firm startup brand product project team organisation organization client customer
  bitte ein eine einen einer eines mir uns mein meine meinen meiner unser unsere unseren die der das den für und mit schöne schönes schönen gute moderne modernes einfache neue seite webseite startseite landingpage internetseite website präsentation plakat firma unternehmen projekt produkt team
  un une le la les mon ma mes notre pour et avec moi nous page site présentation affiche belle beau joli jolie moderne simple entreprise société projet produit
  una el mi mis nuestra nuestro para y con página pagina sitio presentación cartel bonita bonito moderna moderno empresa negocio proyecto producto
  um uma o minha meu nossa nosso e com apresentação bonita projeto produto
  een de mijn onze voor en met mooie pagina presentatie bedrijf stronę ładną firmy mojej dla`.split(/\s+/),
);

/** "Make me a nice page for my company"; "a page for a bakery" says for what. */
export function isEmptyOrder(sentence: string): boolean {
  const rest = sentence.replace(ORDER, '');
  if (rest === sentence) return EMPTY_ORDER_UNSPACED.test(sentence);
  return isEmpty(rest);
}

/** True where no word of it could stand on a page. */
export function isEmpty(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}-]*|\d+/gu) ?? [];
  return words.every((word) => SAYS_NOTHING.has(word));
}

const EMPTY_ORDER_UNSPACED =
  /^(?:(?:きれい|綺麗|素敵|モダン)な)?(?:(?:web|ウェブ)?(?:ページ|サイト)|ホームページ|スライド|ポスター)を(?:作って|作成して|制作して)(?:ください|下さい)?[。！!]?$/iu;
