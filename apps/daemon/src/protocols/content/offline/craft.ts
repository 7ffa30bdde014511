/** What a text owes its reader and its documents, beyond single words: promises of a heading, links, lengths, voices, names. */
import { NUMBER_WORD, NUMBER_WORDS } from '../../documents/language/number-words.ts';
import { anyOf } from '../../documents/language/patterns.ts';
import type { Copy } from '../copy.ts';
import { type Check, quote } from './check.ts';
import { sentencesOf } from './supported.ts';

const COUNT = String.raw`(\d{1,2}|${NUMBER_WORD})`;
const PROMISED = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:/-])${COUNT}\s+(?:\p{L}[\p{L}-]*\s+){0,2}?(\p{L}{3,})`,
  'iu',
);
const PROMISED_SIGN =
  /([一二两三四五六七八九十]|\d{1,2})\s?(?:个|種|つの|大|条|步|点|招)\s?(?:小|の)?([\p{Script=Han}]{2,4})/u;
const SIGNS = '零一二三四五六七八九十';
/** Measures: "30 minutes to spare" promises no list. */
const MEASURE = anyOf(
  'minutes?|hours?|days?|weeks?|months?|years?|percent|pounds?|euros?|dollars?|km|kg|minuten?|stunden?|tagen?|tage|wochen?|monaten?|jahren?|jahre|heures?|jours?|semaines?|mois|ans|minutos?|horas?|días?|dias?|semanas?|meses|años|anos|ore|giorni|settimane|mesi|anni|uur|dagen|weken|maanden|jaar|people|persons?|schools?|players?|children|kids|personen|personnes|personas|pessoas|persone',
);

interface Part {
  heading: { level: number; text: string };
  items: number;
  below: readonly string[];
}

function partsOf({ body }: Copy): Part[] {
  const lines = body.split(/\r?\n/);
  const heads = lines.flatMap((line, at) => {
    const match = /^(#{1,6})\s+(.*)$/.exec(line);
    return match === null ? [] : [{ at, level: match[1]?.length ?? 1, text: match[2] ?? '' }];
  });
  return heads.map((heading, index) => {
    const end = heads[index + 1]?.at ?? lines.length;
    const items = lines
      .slice(heading.at + 1, end)
      .filter((line) => /^(?:[-*+]|\d{1,2}[.)])\s+\S/.test(line)).length;
    const later = heads.slice(index + 1);
    const next = later.findIndex(({ level }) => level <= heading.level);
    return { heading, items, below: (next === -1 ? later : later.slice(0, next)).map(({ text }) => text) };
  });
}

/** "Five reasons" over three; "5 habits" over headings up to the fourth. */
function unkeptPromise(copy: Copy): { said: string; wanted: number; there: number } | null {
  for (const { heading, items, below } of partsOf(copy)) {
    const match = PROMISED.exec(heading.text);
    const sign = PROMISED_SIGN.exec(heading.text);
    const [count, noun] = match !== null ? [match[1], match[2]] : [sign?.[1], sign?.[2]];
    if (count === undefined || noun === undefined || MEASURE.test(noun)) continue;
    const wanted =
      NUMBER_WORDS[count.toLowerCase()] ?? (SIGNS.includes(count) ? SIGNS.indexOf(count) : Number(count));
    const numbered = below.filter(
      (text) =>
        /^\(?\d{1,2}[.):]\s|^#?\d{1,2}\s/.test(text) ||
        text.toLowerCase().includes(noun.toLowerCase().slice(0, 5)),
    ).length;
    const there = numbered > 0 ? numbered : items;
    if (wanted >= 2 && wanted <= 20 && there >= 2 && there !== wanted)
      return { said: heading.text, wanted, there };
  }
  return null;
}

const NOBODY =
  /["“„«][^"”“»]{5,}["”“»],?\s*[–—-]?\s*(?:says|said|writes|sagt|sagte|meint|dit|déclare|dice|asegura|diz|afirma|racconta|zegt|mówi|säger)\s+(?:an?|one|another|eine?|une?|un[ao]?|uma|een|jeden|jedna|en)\s+(?:\p{L}+\s+){0,2}\p{L}+/iu;
const WARNED =
  /\b(?:doctors?|physicians?|experts?|scientists?|teachers|dentists?|vets|ärzte|ärztinnen|experten|fachleute|forscher|médecins|experts|spécialistes|médicos|expertos|especialistas|medici|esperti|artsen|deskundigen|lekarze|eksperci|läkare|experter)\s+(?:\p{L}+\s+)?(?:recommend\p{L}*|advise|agree|trust|prefer|empfehlen|raten|vertrauen|recommandent|conseillent|recomiendan|aconsejan|recomendam|raccomandano|consigliano|raden|polecają|zalecają|rekommenderar)|(?:医師|専門家|医生|专家)(?:も|が|都)?(?:推奨|お勧め|推荐)/iu;
const NO_HEALING =
  /(?<!\p{L})(?:health|heal\p{L}*|medical|outcome|cure|heilversprech\p{L}*|gesundheit\p{L}*|wirkversprech\p{L}*|santé|thérapeut\p{L}*|salud|curativ\p{L}*|saúde|salute|terapeutic\p{L}*|gezondheid\p{L}*|zdrow\p{L}*|hälso?\p{L}*)(?!\p{L})|効能|健康|疗效/iu;
const HEALS =
  /(?<!\p{L})(?:blood pressure|immune|cholesterol|cancer|diabetes|arthritis|migraine|depression|anxiety|colds?|flu|infections?|pain|cures?|heals?|prevents? (?:illness|disease|colds?)|lowers? (?:your )?(?:blood|risk)|blutdruck|immunsystem|abwehrkräfte|erkältung\p{L}*|krebs|heilt|lindert|beugt|entgiftet|tension artérielle|immunit\p{L}+|guérit|soulage|soigne|presión arterial|defensas|cura|alivia|previene|pressão arterial|imunidade|pressione|guarisce|previene|bloeddruk|geneest|weerstand|ciśnienie|odporność|leczy|blodtryck|botar|läker)(?!\p{L})|血圧|免疫|治り|予防|血压|治愈|预防/iu;

const LINK_RULE =
  /(?<!\p{L})(?:link\p{L}*|verlink\p{L}*|lien\p{L}*|enlace\p{L}*|enlaza\p{L}*|ligaç\p{L}+|collegament\p{L}*|länk\p{L}*|odnośnik\p{L}*)(?!\p{L})|リンク|链接/iu;
const PATH = /(?<![\w:/.])(\/[a-z0-9][\w/-]{2,60})/giu;
const LENGTH =
  /^(?=.*(?:characters|chars|zeichen|caractères|caracteres|caratteri|tekens|znak\p{L}*|tecken|文字|字符))(?=.*?(title|titel|titre|título|titolo|tytuł|rubrik|題名|タイトル|标题)|.*?(description|beschreibung|descripción|descrição|descrizione|omschrijving|opis|beskrivning|説明|描述)).*?(\d{2,3})/iu;
const ALT = anyOf(
  'alt(?:ernative)? texts?|alternativtexte?|bildbeschreibung|textes? alternatifs?|textos? alternativos?|testi? alternativi?|alternatieve tekst',
  '代替テキスト|替代文本',
);
const ONE_ASK =
  /(?<!\p{L})(?:one|a single|exactly one|only one|nur ein\p{L}*|genau ein\p{L}*|une? seule?|un[ao] sol[oa]|solo un[ao]?|uma? só|apenas uma?|un solo|slechts één|één|jedn\p{L}+|en enda)\s+(?:\p{L}+\s)?(?:ask|call|cta|link|button|aufruf|handlungsaufforderung|appel|bouton|llamada|botón|chamada|botão|invito|oproep|knop|wezwanie|uppmaning)/iu;
const ALSO_ASKS = anyOf(
  'you can also|you could also|sie können (?:auch|außerdem)|du kannst (?:auch|außerdem)|vous pouvez (?:aussi|également)|también puedes?|você também pode|puoi anche|u kunt ook|je kunt ook|możesz też|du kan också',
);
const PLAIN_WORDS = anyOf(
  'jargon|technical terms?|tech talk|tech words|buzzwords?|plain (?:language|words|english)|fachbegriffe?|fachsprache|fachjargon|technik\\p{L}*|termes techniques|langage simple|tecnicismos|lenguaje sencillo|termos técnicos|linguagem simples|termini tecnici|linguaggio semplice|vakjargon|jargonu|fackspråk',
  '専門用語|术语|行话',
);
const TECH =
  /(?<![\p{L}\p{N}])(?:kubernetes|docker|webhooks?|api|backend|frontend|clusters?|microservices?|latency|throughput|middleware|serverless|devops|sharding|websockets?|json|sql|machine learning|blockchain|framework|stack|endpoints?|oauth|cdn|load balancer|pipeline)(?![\p{L}\p{N}])/iu;
const POLITE = /です|ます|丁寧|敬体/u;
const PLAIN_END = /(?:である|だ|だった|する|した|ある|ない|要る|れる|える|なる|いる)[。\s]*$/u;

function said(text: string) {
  return quote(text.trim());
}

const ALL: readonly Check[] = [
  {
    id: 'kept-promise',
    look({ copy }) {
      const found = unkeptPromise(copy);
      if (found === null) return null;
      return {
        severity: 'high',
        description: `The heading promises ${found.wanted} and there are ${found.there}: ${said(found.said)}`,
        suggestion: 'Write as many as the heading promises, or change the heading.',
      };
    },
  },
  {
    id: 'nameless-voice',
    look({ copy }) {
      const found =
        sentencesOf(copy).find((sentence) => NOBODY.test(sentence)) ?? NOBODY.exec(copy.text)?.[0];
      if (found === undefined) return null;
      return {
        severity: 'medium',
        description: `Nobody is named for what is quoted: ${said(found)}`,
        suggestion: 'Name who said it, or leave it out.',
      };
    },
  },
  {
    id: 'recommended',
    look({ copy, facts }) {
      const found = sentencesOf(copy).find((sentence) => WARNED.test(sentence) && !WARNED.test(facts.text));
      if (found === undefined) return null;
      return {
        severity: 'high',
        description: `Nothing in the documents supports it: ${said(found)}`,
        suggestion: 'Name where it comes from in a document, or leave it out.',
      };
    },
  },
  {
    id: 'healing',
    look({ copy, facts }) {
      const rule = `${facts.voiceText}\n${facts.text}`
        .split(/\n|(?<=\.)\s/)
        .find(
          (one) =>
            NO_HEALING.test(one) &&
            /(?<!\p{L})(?:no|never|not|kein\p{L}*|nie|pas|jamais|sin|nunca|no|não|sem|nessun\p{L}*|mai|non|geen|nooit|bez|nie|inga|aldrig)(?!\p{L})|禁止|しない|不/iu.test(
              one,
            ),
        );
      const found =
        rule === undefined
          ? undefined
          : sentencesOf(copy).find(
              (sentence) =>
                HEALS.test(sentence) &&
                !/(?<!\p{L})(?:not|nicht|pas|no|não|non|niet|nie|inte)(?!\p{L})/iu.test(sentence),
            );
      if (found === undefined || rule === undefined) return null;
      return {
        severity: 'high',
        description: `A promise of health that the documents rule out: ${said(found)} against ${said(rule)}`,
        suggestion: 'Leave it out.',
      };
    },
  },
  {
    id: 'missing-link',
    look({ copy, facts }) {
      const rules = `${facts.voiceText}\n${facts.text}`.split('\n').filter((line) => LINK_RULE.test(line));
      const gone = rules
        .flatMap((rule) => [...rule.matchAll(PATH)].map(([, path = '']) => path))
        .find((path) => !copy.body.includes(path));
      if (gone === undefined) return null;
      return {
        severity: 'medium',
        description: `The link that the documents ask for is missing: ${quote(gone)}`,
        suggestion: `Link to ${gone}.`,
      };
    },
  },
  {
    id: 'too-long',
    look({ copy, facts }) {
      for (const line of `${facts.text}\n${facts.voiceText}`.split('\n')) {
        const match = LENGTH.exec(line);
        const most = Number(match?.[3]);
        if (match === null || !(most >= 20)) continue;
        const [name, text] =
          match[2] !== undefined ? ['description', copy.description] : ['title', copy.title];
        if (text !== undefined && [...text].length > most)
          return {
            severity: 'medium',
            description: `The ${name} has ${[...text].length} characters, and ${most} are allowed: ${quote(text)}`,
            suggestion: `Shorten the ${name}.`,
          };
      }
      return null;
    },
  },
  {
    id: 'picture-text',
    look({ copy, facts }) {
      const found = /!\[\s*\]\(([^)]+)\)/.exec(copy.body);
      if (found === null || !ALT.test(`${facts.voiceText}\n${facts.text}`)) return null;
      return {
        severity: 'medium',
        description: `A picture has no alternative text (alt): ${quote(found[1] ?? '')}`,
        suggestion: 'Say what it shows.',
      };
    },
  },
  {
    id: 'one-ask',
    look({ copy, facts }) {
      if (!ONE_ASK.test(`${facts.voiceText}\n${facts.text}`)) return null;
      const [cta] = facts.cta;
      const other = copy.actions.find(
        ({ text }) => cta === undefined || !text.toLowerCase().includes(cta.toLowerCase().slice(0, 12)),
      );
      const also = sentencesOf(copy).find((sentence) => ALSO_ASKS.test(sentence));
      const found = also ?? (copy.actions.length > 1 ? other?.text : undefined);
      if (found === undefined) return null;
      return {
        severity: 'medium',
        description: `More than the one call to action that the documents allow: ${said(found)}`,
        suggestion: 'Keep one.',
      };
    },
  },
  {
    id: 'jargon',
    look({ copy, facts }) {
      if (!PLAIN_WORDS.test(`${facts.voiceText}\n${facts.text}`)) return null;
      const found = sentencesOf(copy).find((sentence) => {
        const word = TECH.exec(sentence)?.[0];
        return (
          word !== undefined &&
          !new RegExp(`(?<!\\p{L})${RegExp.escape(word)}(?!\\p{L})`, 'iu').test(facts.text)
        );
      });
      if (found === undefined) return null;
      return {
        severity: 'medium',
        description: `A word of the trade (jargon) that its readers do not know: ${said(found)}`,
        suggestion: 'Say it in plain words.',
      };
    },
  },
  {
    id: 'politeness',
    look({ copy, facts }) {
      const polite = sentencesOf(copy).filter((sentence) =>
        /(?:です|ます|ません|ください|でしょう|ました)[。\s]*$/u.test(sentence),
      );
      const plain = sentencesOf(copy).find((sentence) => PLAIN_END.test(sentence));
      if (plain === undefined || polite.length < 4 || !POLITE.test(facts.voiceText)) return null;
      return {
        severity: 'medium',
        description: `Another tone than the rest, without です or ます: ${said(plain)}`,
        suggestion: 'Write it as the rest is written.',
      };
    },
  },
  {
    id: 'name-as-given',
    look({ copy, facts }) {
      const name = /^(\p{Lu}[\p{L}\p{N}]+(?:\s\p{Lu}[\p{L}\p{N}]+)+)/u.exec(facts.product[0] ?? '')?.[1];
      if (name === undefined) return null;
      const found = [
        ...copy.text.matchAll(
          new RegExp(
            `(?<![\\p{L}\\p{N}@#/.-])${RegExp.escape(name).replaceAll('\\x20', '\\s')}(?![\\p{L}\\p{N}])`,
            'giu',
          ),
        ),
      ].find(([one]) => one !== name);
      if (found === undefined) return null;
      return {
        severity: 'medium',
        description: `The name is ${quote(name)} and is written ${quote(found[0])}`,
        suggestion: `Write the name as ${name}.`,
      };
    },
  },
  {
    id: 'more-than-given',
    look({ copy, facts }) {
      const found = sentencesOf(copy).flatMap((sentence) =>
        [
          ...sentence.matchAll(
            /(\p{Lu}[\p{L}-]{2,})(?:,\s+(\p{Lu}[\p{L}-]{2,}))*,?\s+(?:and|und|et|y|e|en|i|och)\s+(\p{Lu}[\p{L}-]{2,})(?![\p{L}-])/gu,
          ),
        ].flatMap(([list]) => {
          const names = list.match(/\p{Lu}[\p{L}-]{2,}/gu) ?? [];
          const known = names.filter((name) => facts.text.includes(name));
          const more = names.filter((name) => !facts.text.toLowerCase().includes(name.toLowerCase()));
          return known.length >= 2 && more.length === 1 ? [{ sentence, more: more[0] ?? '' }] : [];
        }),
      )[0];
      if (found === undefined) return null;
      return {
        severity: 'high',
        description: `The documents know no ${quote(found.more)}: ${said(found.sentence)}`,
        suggestion: 'Name only what the documents name.',
      };
    },
  },
  {
    id: 'not-offered',
    look({ copy, facts }) {
      for (const [rule, thing = ''] of facts.text.matchAll(
        /(?<![\p{L}])(?:No|Not (?:for|on|in)|Kein\p{L}*|Nicht (?:für|auf|in)|Pas (?:de|d[’']|pour)|Sin|No hay|Não há|Sem|Nessun\p{L}*|Senza|Geen|Niet (?:voor|op)|Brak|Inte?n?g?a?)\s+(\p{L}{4,})[^.\n]{0,60}/gu,
      )) {
        if (/^(?:more|other|need|risk|longer|one|extra|weitere|andere|autre|otra)/iu.test(thing)) continue;
        const found = sentencesOf(copy).find(
          (sentence) =>
            new RegExp(`(?<!\\p{L})${RegExp.escape(thing)}`, 'iu').test(sentence) &&
            !/(?<!\p{L})(?:no|not|never|without|kein\p{L}*|nicht|ohne|pas|sans|sin|não|sem|non|senza|geen|niet|zonder|bez|nie|ingen|inte|utan)(?!\p{L})/iu.test(
              sentence,
            ),
        );
        if (found !== undefined)
          return {
            severity: 'high',
            description: `The documents say that it is not there: ${said(found)} against ${said(rule)}`,
            suggestion: 'Leave it out, or correct the documents first.',
          };
      }
      return null;
    },
  },
];

/** What needs all documents: whoever has only some of them would miss what the others say. */
const NEEDS_ALL = new Set([
  'recommended',
  'jargon',
  'more-than-given',
  'not-offered',
  'name-as-given',
  'kept-promise',
  'nameless-voice',
  'politeness',
]);

export const CRAFT_CHECKS: readonly Check[] = ALL.filter(({ id }) => NEEDS_ALL.has(id));
/** What a single document asks for. */
export const CRAFT_RULES: readonly Check[] = ALL.filter(({ id }) => !NEEDS_ALL.has(id));
