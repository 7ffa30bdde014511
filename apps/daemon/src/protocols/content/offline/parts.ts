/** Parts that the documents ask of a text: listed, quoted, or named in a sentence about the text itself. */
import { sentences } from '../../../measure/model/sentences.ts';
import { isSaid, wordsSaid } from '../../convergence/delivered/said-in.ts';
import { isWeak } from '../../convergence/delivered/segment-words.ts';
import { folded } from '../../convergence/words.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import type { Copy } from '../copy.ts';
import type { Facts } from './facts.ts';
import { CONTACT_PART, PARTS_OF_A_TEXT, PROHIBITED } from './holding-words.ts';

const QUOTED =
  /"([^"\n]{3,90})"|“([^”\n]{3,90})”|„([^“”\n]{3,90})[“”]|«\s?([^»\n]{3,90}?)\s?»|「([^」\n]{2,60})」/g;
const CONTACT =
  /https?:\/\/|\bwww\.|[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.(?:example|com|org|net|de|fr|es|it|nl|co\.uk|eu|pt|br|jp|cn)\b|\+?\d[\d ()/-]{6,}\d/iu;
/** A sentence whose subject is the text that is to be written. */
const OF_THE_TEXT = anyOf(
  '(?:the|this|every|each|our|a) (?:home ?page|page|article|post|text|site|piece|newsletter|landing page)',
  "(?:die|jede|diese) (?:start)?seite|(?:der|jeder|dieser) (?:text|artikel|beitrag|post)|la page|chaque page|l[’']article|le texte|le billet|la página|el artículo|el texto|la entrada|a página|o artigo|o texto|la pagina|l[’']articolo|il testo|de pagina|het artikel|de tekst",
);
/** What such a sentence does: says, names, has, gives. */
const HAS = anyOf(
  'must|has to|have to|needs? to|should|says?|names?|mentions?|gives?|has|carries|carry|contains?|includes?|ends? with|always',
  'nennt|enthält|sagt|erwähnt|muss|soll|hat|gibt|précise|rappelle|donne|contient|mentionne|doit|dit|indica|menciona|dice|debe|da|contiene|lleva|indica|deve|diz|contém|indica|dice|contiene|noemt|bevat|moet|vermeldt',
);
/** "always mention …", "date and place in every post": an order about every text. */
const ALWAYS = anyOf(
  'always (?:mention|say|name|give|include|add|the)|in every (?:post|page|article|text)|must not be missing|darf nicht fehlen|dürfen nicht fehlen|immer (?:nennen|erwähnen|angeben)|toujours (?:mentionner|citer|indiquer|donner)|siempre (?:mencionar|decir|indicar)|sempre (?:mencionar|indicar|indicare|citare|menzionare)|altijd (?:noemen|vermelden)|必ず',
);
const PRONOUN = /^\s*(?:it|sie|er|es|elle|il|ella|ela|lei|zij|het)(?!\p{L})/iu;

export function statementsOf(text: string): string[] {
  return text.split('\n').flatMap((line) => sentences(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')));
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].flatMap((match) => match.slice(1).find((one) => one) ?? []);
}

interface Demand {
  items: readonly string[];
  /** A list behind a colon: what most of its entries are, all are meant to be. */
  isListed: boolean;
  /** The sentence says that they must be there. */
  isAsked: boolean;
}

/** Of documents that say what a text is for; what they rule out is no part. */
function demandsIn(text: string): Demand[] {
  const found: Demand[] = [];
  let isAbout = false;
  for (const statement of wholeSentences(text)) {
    const isOfText: boolean = OF_THE_TEXT.test(statement);
    const isGoingOn: boolean = isAbout && PRONOUN.test(statement);
    isAbout = isOfText || isGoingOn;
    if (PROHIBITED.test(statement) && !ALWAYS.test(statement)) continue;
    const isAsked = ALWAYS.test(statement) || (isAbout && HAS.test(statement));
    if (!isAsked && !PARTS_OF_A_TEXT.test(statement)) continue;
    const listed = /[:：](.+)$/su.exec(statement)?.[1];
    found.push({ items: itemsOf(listed ?? statement), isListed: listed !== undefined, isAsked });
  }
  return found;
}

/** Sentences that go on over the end of a line are read as one. */
function wholeSentences(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*+#|]|\d+[.)]))/)
    .flatMap((block) =>
      /\n[^\n]{0,40}[:：]\s/u.test(block) ? statementsOf(block) : statementsOf(block.replace(/\n/g, ' ')),
    );
}

function itemsOf(text: string): string[] {
  const quoted = quotedIn(text);
  if (quoted.length > 0) return quoted.map((one) => `"${one}"`);
  return text
    .split(/[,;、，]|\s(?:and|und|et|y|e|en|i)\s/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What every text has, whatever words it uses for it. */
const OF_ANY_TEXT = new Set(
  'problem problems solution hook intro introduction story scene idea example examples link links title heading ending conclusion post posts page article text always mention mentions name names says must have need einleitung problem lösung beispiel schluss seite nennt problème solution exemple page précise donne problema solución ejemplo solução exemplo soluzione esempio there here that what where which'
    .split(' ')
    .map(folded),
);
const PRICE = anyOf(
  'price|prices|cost|costs|preise?|kosten|kostet|prix|tarifs?|coûte|precios?|cuesta|preços?|custa|prezz[oi]|costa|prijs|prijzen|kost|cena|ceny|料金|価格|价格',
);
const MONEY =
  /[€$£¥]\s?\d|\d(?:[.,]\d+)?\s?(?:[€$£¥]|euros?|eur|dollars?|pounds?|zł|円|元)|(?:costs?|kostet|coûte|cuesta|custa|costa|kost)\s+\d|free|gratis|kostenlos|gratuit|無料|免费/iu;
/** Share of the words of a long item that may be said otherwise. */
const LEAST_SAID = 0.34;
const SHORT = 3;

export function missingParts(copy: Copy, facts: Facts): string[] {
  const text = [{ path: '', text: `${copy.title}\n${copy.text}\n${copy.body}` }];
  const isThere = (item: string): boolean | null => {
    const [quoted] = quotedIn(item);
    if (quoted !== undefined) return isQuoted(quoted, copy);
    if (CONTACT_PART.test(item)) return CONTACT.test(copy.body) || facts.cta.length > 0 ? true : null;
    if (PRICE.test(item))
      return MONEY.test(copy.text) || facts.price.some((price) => hasFigure(price, copy.text));
    const words = wordsSaid(item).filter(
      (word) => word.length > 2 && !isWeak(word) && !OF_ANY_TEXT.has(folded(word)),
    );
    if (words.length === 0) return null;
    const said = words.filter((word) => isSaid(word, text)).length;
    return words.length <= SHORT ? said > 0 : said / words.length >= LEAST_SAID;
  };
  return [
    ...new Set(
      demandsIn(`${facts.text}\n\n${facts.voiceText}`).flatMap(({ items, isListed, isAsked }) => {
        const looked = items.map((item) => ({ item, there: isThere(item) }));
        const known = looked.filter(({ there }) => there !== null);
        const isMostly = known.filter(({ there }) => there === true).length * 2 >= known.length;
        return looked.flatMap(({ item, there }) =>
          there === false &&
          (isAsked || quotedIn(item).length > 0 || (isListed && isMostly && known.length > 1))
            ? [item]
            : [],
        );
      }),
    ),
  ];
}

function hasFigure(fact: string, text: string): boolean {
  const figures = fact.match(/\d+(?:[.,]\d+)?/g) ?? [];
  return figures.some((figure) => new RegExp(`(?<![\\d.,])${RegExp.escape(figure)}(?![\\d])`).test(text));
}

function isQuoted(quoted: string, copy: Copy): boolean {
  const words = wordsSaid(quoted);
  // A phrase of small words is looked for as it stands.
  return words.length > 1
    ? words.every((word) => isSaid(word, [{ path: '', text: copy.text }]))
    : folded(copy.text).includes(folded(quoted));
}

const SHARE_OF_CALL = 0.6;

export function hasCall({ body, passages, actions }: Copy, cta: string): boolean {
  const [address] = CONTACT.exec(cta) ?? [];
  const squeezed = (text: string): string => text.replace(/\s/g, '');
  if (address !== undefined && address.length > 6 && squeezed(body).includes(squeezed(address))) return true;
  const words = wordsSaid(cta.replace(CONTACT, ' ')).filter((word) => /\p{L}/u.test(word));
  if (words.length === 0) return folded(body).includes(folded(cta));
  return [...passages, ...actions]
    .flatMap(({ text }) => text.split('\n').flatMap(sentences))
    .some((text) => {
      const own = [{ path: '', text }];
      return words.filter((word) => isSaid(word, own)).length / words.length >= SHARE_OF_CALL;
    });
}
