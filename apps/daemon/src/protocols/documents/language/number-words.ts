/** Numbers that are written out, from two to ninety-nine and the round ones above, in several languages. */
import { sharingBeginnings } from './patterns.ts';

interface Spelling {
  /** One to nineteen, as far as each has a word of its own. */
  small: string;
  /** Twenty, thirty, … */
  tens: string;
  /** How a ten and a one are put together. */
  join: (ten: string, one: string) => readonly string[];
}

const behind =
  (...marks: readonly string[]): Spelling['join'] =>
  (ten, one) =>
    marks.map((mark) => `${ten}${mark}${one}`);

const SPELLINGS: readonly Spelling[] = [
  {
    small:
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    join: behind('-', ' '),
  },
  {
    small:
      'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    join: (ten, one) => [`${one}und${ten}`],
  },
  {
    small:
      'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix',
    join: (ten, one) => [`${ten}-${one}`, `${ten} et ${one}`, `${ten}-et-${one}`],
  },
  {
    small:
      'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    join: (ten, one) => (ten === 'veinte' ? [`veinti${one}`] : [`${ten} y ${one}`]),
  },
  {
    small:
      'um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    join: behind(' e '),
  },
  {
    small:
      'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    join: behind(''),
  },
  {
    small:
      'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    join: (ten, one) => [`${one}en${ten}`, `${one}ën${ten}`],
  },
  {
    small:
      'jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
    tens: 'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
    join: behind(' '),
  },
  {
    small:
      'en två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton',
    tens: 'tjugo trettio fyrtio femtio sextio sjuttio åttio nittio',
    join: behind(''),
  },
];
/** Other forms of the same, and what is more than ninety-nine. */
const FURTHER: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  eine: 1,
  einer: 1,
  einen: 1,
  einem: 1,
  une: 1,
  una: 1,
  uma: 1,
  duas: 2,
  dwie: 2,
  dwóch: 2,
  trzech: 3,
  czterech: 4,
  pięciu: 5,
  sześciu: 6,
  siedmiu: 7,
  ośmiu: 8,
  dziesięciu: 10,
  dreissig: 30,
  dozen: 12,
  hundred: 100,
  'a hundred': 100,
  'one hundred': 100,
  hundert: 100,
  einhundert: 100,
  cien: 100,
  cem: 100,
  honderd: 100,
};

function spelled({ small, tens, join }: Spelling): [string, number][] {
  const ones = small.split(' ');
  const round = tens.split(' ');
  return [
    ...ones.map((word, index): [string, number] => [word, index + 1]),
    ...round.flatMap((ten, index): [string, number][] => {
      const value = (index + 2) * 10;
      const isScore = ten === 'quatre-vingts';
      const base = isScore ? 'quatre-vingt' : ten;
      // "soixante-douze": seventy and ninety go on with what follows ten.
      const units = ten.endsWith('-dix')
        ? ones.slice(10, 19).map((one, at) => [`${ten.replace(/-dix$/, '')}-${one}`, value + at + 1] as const)
        : ones
            .slice(0, 9)
            .flatMap((one, at) => join(base, one).map((word) => [word, value + at + 1] as const));
      return [[ten, value], ...units.map(([word, n]): [string, number] => [word, n])];
    }),
  ];
}

/** Words that count in one language and say something else in another one: "once a day", "due date", "seit", "en jours". */
const AMBIGUOUS = new Set(['once', 'due', 'sei', 'sex', 'en', 'cent', 'tio', 'tre']);

/** Where two languages spell alike, what is first in the list holds. Longest first: patterns are made of them. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(Object.fromEntries([...SPELLINGS.flatMap(spelled).toReversed(), ...Object.entries(FURTHER)]))
    .filter(([word]) => !AMBIGUOUS.has(word))
    .toSorted(([one], [other]) => other.length - one.length),
);

/** Any of them, as the source of a pattern; and those that count more than one. */
export const NUMBER_WORD = sharingBeginnings(Object.keys(NUMBER_WORDS));
export const MORE_THAN_ONE = sharingBeginnings(
  Object.keys(NUMBER_WORDS).filter((word) => (NUMBER_WORDS[word] ?? 0) > 1),
);
