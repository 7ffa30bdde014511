/** A brief a template cannot be filled from: it asks, or orders, and says nothing of what the page is for. */
import { factsOf } from '../measure/model/brief.ts';
import { isNoProse } from '../measure/model/no-prose.ts';

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
function isEmptyOrder(sentence: string): boolean {
  const rest = sentence.replace(ORDER, '');
  if (rest === sentence) return EMPTY_ORDER_UNSPACED.test(sentence);
  return isEmpty(rest);
}

function isEmpty(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}-]*|\d+/gu) ?? [];
  return words.every((word) => SAYS_NOTHING.has(word));
}

const EMPTY_ORDER_UNSPACED =
  /^(?:(?:きれい|綺麗|素敵|モダン)な)?(?:(?:web|ウェブ)?(?:ページ|サイト)|ホームページ|スライド|ポスター)を(?:作って|作成して|制作して)(?:ください|下さい)?[。！!]?$/iu;

/** A question may be a brief: "Could you make a page for a bakery that rents its oven?" */
const ASKED_ORDER = /^(?:can|could|would) you (?:please )?(?:make|create|build|design|write|generate)\s/i;

/** "Price: tbd": a word for what is not known yet, alone or behind the name of what it is. */
const OPEN =
  /^(?:[\p{L} ]{1,30}:\s*)?(?:(?:(?:details?|texts?|more|details|texte|inhalte) )?(?:will follow|to follow|follows?|folgen|folgt)(?: (?:later|soon|next week|noch|später))?|tb[acd]|to be (?:defined|decided|confirmed|announced|agreed)|n\/?a|unknown|offen|wird noch festgelegt|à définir|por definir|da definire|a definir|未定|待定|\?+)[\s.!]*$/iu;

/** Null where it says something; else why not, to finish "A page cannot be made: ". */
export function statesNothing(brief: string): string | null {
  if (isNoProse(brief)) return 'the brief is data or source code, and no text';
  const sentences = brief
    .split(/(?<=[.!?。！？])\s*|\n+/u)
    .map((one) => one.trim())
    .filter((one) => /\p{L}/u.test(one));
  const isTold = sentences.some(
    (one) => (!/[?？]$/.test(one) || ASKED_ORDER.test(one)) && !isEmptyOrder(one) && !OPEN.test(one),
  );
  return isTold ||
    sentences.length === 0 ||
    factsOf(brief).some((fact) => !/^tb[acd]$/i.test(fact) && !isEmpty(fact))
    ? null
    : 'the brief asks for a page and says nothing that could stand on it';
}
