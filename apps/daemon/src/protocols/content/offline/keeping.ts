/** Whether a text keeps to what the documents say of words, address and channel, and to the figures they give. */
import { compareProject, sureOnes } from '../../convergence/facts/contradictions.ts';
import { disagreements } from '../../documents/compare/across.ts';
import { keptReadings } from '../../documents/kept-readings.ts';
import { PLACEHOLDER } from '../../documents/language/open-points.ts';
import { type Check, quote, type Remark } from './check.ts';
import { RULED_OUT_WORDS } from './ruled-out-words.ts';
import { madeUpIn } from './worked-out.ts';

const MOST_SHOWN = 5;
const RULED_OUT: readonly { rule: RegExp; broken: RegExp; name: string }[] = [
  {
    rule: /\b(?:no|without|never|keine|ohne|pas d['’]|sans|sin|sem|senza|geen)\s*(?:use\s+)?(?:emojis?|smileys?)|絵文字は?(?:使わない|禁止)/iu,
    broken: /\p{Extended_Pictographic}/u,
    name: 'an emoji',
  },
  {
    rule: /(?:no|without|never|keine|pas de|sans|sin|ni|sem|senza|geen|nada de)[^.\n]{0,30}(?:exclamation|ausrufe|exclamación|exclamação|esclamativ|uitroep)|感嘆符は?(?:使わない|禁止)/iu,
    broken: /[!！]/u,
    name: 'an exclamation mark (!)',
  },
  {
    rule: /(?:no|without|never|keine|pas de|sans|sin|sem|senza|geen|nada de)[^.\n]{0,20}(?:capitals|caps|grossbuchstaben|großbuchstaben|majuscules|may[uú]sculas|mai[uú]sculas|maiuscol|hoofdletters)/iu,
    broken: /(?<!\p{L})\p{Lu}{2,}\s+\p{Lu}{4,}(?!\p{L})/u,
    name: 'capital letters',
  },
  {
    rule: /\b(?:on|nous)?\s*tuto(?:ie|yons|yer)/iu,
    broken: /(?<!\p{L})(?:vous|votre|vos)(?!\p{L})/iu,
    name: 'vous (the voice says tu)',
  },
  {
    rule: /\bvouvo(?:ie|yons|yer)/iu,
    broken: /(?<!\p{L})(?:tu|ton|ta|tes|toi)(?!\p{L})/iu,
    name: 'tu (the voice says vous)',
  },
  {
    rule: /\b(?:wir )?duz(?:en|t)\b|per du\b/iu,
    broken: /(?<=\p{L}[,\s]+)(?:Sie|Ihnen|Ihre?[nmrs]?)(?!\p{L})/u,
    name: 'Sie (the voice says du)',
  },
  {
    rule: /\b(?:wir )?siez(?:en|t)\b|per sie\b/iu,
    broken: /(?<!\p{L})(?:du|dich|dir|dein(?:e[nmrs]?)?)(?!\p{L})/iu,
    name: 'du (the voice says Sie)',
  },
  {
    rule: /(?:hablamos|tratamos)[^.\n]{0,20}de tú|tute(?:amos|ar)/iu,
    broken: /(?<!\p{L})ustedes?(?!\p{L})/iu,
    name: 'usted (the voice says tú)',
  },
  {
    rule: /(?:hablamos|tratamos)[^.\n]{0,20}de usted/iu,
    broken: /(?<!\p{L})(?:tú|te|tus?|contigo)(?!\p{L})/iu,
    name: 'tú (the voice says usted)',
  },
];
const CHARACTERS =
  /(?:at most|up to|max(?:imum|\.)?|no more than|höchstens|maximal|au plus|maximum|máximo|maximo|até|massimo|maximaal)\s*(?:de\s|di\s)?(\d[\d.,]{1,6})\s*(?:characters|chars|zeichen|caractères|caracteres|caratteri|tekens)|(\d[\d,]{1,6})文字(?:以内|まで)/iu;

const DRAFT = 'draft.md';

/** Whether one of them has all the words of another in their order: a table's cell and the sentence made of it. */
function isSaidAgain(said: readonly string[]): boolean {
  const plain = said.map(
    (text) =>
      ` ${text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
  );
  return plain.some((one, at) => plain.some((other, n) => n !== at && one.includes(other)));
}

/** Characters of drafts with their documents: one is compared by its critic, by whoever revises it, and by the next critic. */
const MOST_KEPT_CHARS = 1_000_000;

const otherFigures = keptReadings((both): Remark | null => {
  const [draft, documents]: [string, string] = JSON.parse(both);
  const texts = [
    { path: DRAFT, text: `${draft}\n` },
    { path: 'documents.md', text: `${documents}\n` },
  ];
  const isAcross = (paths: readonly string[]): boolean => paths.includes(DRAFT) && new Set(paths).size > 1;
  const compared = sureOnes(compareProject(texts, 'clauses'))
    .filter(
      ({ places, key }) =>
        // A story may well deny what a document tells of somebody, and likeness of two sentences is no proof.
        !/^(?:denied|statements)/.test(key) && isAcross(places.map(({ path }) => path)),
    )
    .map(({ places }) => places.map(({ quote: said }) => said));
  const figures = disagreements(texts)
    .filter(({ kind, isSure }) => kind === 'figure' && isSure)
    .map(({ places }) => places.map(({ text }) => text));
  const known = new Set(figuresIn(documents));
  // What a document says in the same figures is not said otherwise: two figures may share their words.
  const isKnown = (said: readonly string[]): boolean =>
    said.some((one) => {
      const own = figuresIn(one);
      return own.length > 0 && draftSays(one) && own.every((figure) => known.has(figure));
    });
  // What is only supposed, or worked out from what the documents give, says nothing against them.
  const isExample = (said: readonly string[]): boolean =>
    said.some((one) => {
      const madeUp = madeUpIn(one, known);
      return (
        draftSays(one) &&
        madeUp.size > 0 &&
        figuresIn(one).every((figure) => known.has(figure) || madeUp.has(figure))
      );
    });
  const plain = trimmed(draft);
  const draftSays = (text: string): boolean => plain.includes(trimmed(text));
  const found = new Map(
    [...compared, ...figures]
      .filter((said) => !isSaidAgain(said) && !isKnown(said) && !isExample(said))
      .map((said) => [said.map(trimmed).toSorted().join('\n'), said]),
  );
  if (found.size === 0) return null;
  const shown = [...found.values()]
    .slice(0, MOST_SHOWN)
    .map((said) => said.map((one) => quote(trimmed(one))).join(' against '));
  return {
    severity: 'high',
    description: `The documents say otherwise: ${shown.join('; ')}`,
    suggestion: 'Take the figure of the documents, or correct them first.',
  };
}, MOST_KEPT_CHARS);

function figuresIn(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*/g) ?? [];
}

function trimmed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export const KEEPING_CHECKS: readonly Check[] = [
  RULED_OUT_WORDS,
  {
    id: 'voice',
    look({ copy, facts }) {
      const broken = RULED_OUT.filter(
        ({ rule, broken: found }) => rule.test(facts.voiceText) && found.test(copy.text),
      );
      const [first] = broken;
      if (first === undefined) return null;
      const sentence = copy.passages.find(({ text }) => first.broken.test(text))?.text ?? copy.text;
      return {
        severity: 'medium',
        description: `Against the brand voice: ${broken.map(({ name }) => name).join(', ')} in ${quote(sentence)}`,
        suggestion: 'Write it as the brand voice asks.',
      };
    },
  },
  {
    id: 'placeholder',
    look({ copy }) {
      const found = [...copy.passages, ...copy.headings].find(({ text }) => PLACEHOLDER.test(text));
      if (found === undefined) return null;
      return {
        severity: 'high',
        description: `Placeholder text: ${quote(found.text)}`,
        suggestion: 'Write what belongs there, or take the section out.',
      };
    },
  },
  {
    id: 'other-figure',
    look: ({ copy, facts }) => otherFigures(JSON.stringify([copy.body, facts.text])),
  },
  {
    id: 'channel',
    look({ copy, facts, contentType }) {
      if (contentType !== 'social-post') return null;
      const body = copy.body.trim();
      const most = CHARACTERS.exec(facts.text);
      const limit = Number((most?.[1] ?? most?.[2] ?? '').replace(/[.,]/g, ''));
      const tags = [...facts.text.matchAll(/(?<![\p{L}\p{N}&/])#[\p{L}][\p{L}\p{N}_]+/gu)].map(
        ([tag]) => tag,
      );
      const links = [...facts.text.matchAll(/https?:\/\/[^\s)>\]]+/g)].map(([link]) =>
        link.replace(/[.,]$/, ''),
      );
      const lacks = [
        ...(limit > 0 && [...body].length > limit
          ? [`too long: ${[...body].length} characters of ${limit}`]
          : []),
        ...(tags.length > 0 && !tags.some((tag) => body.includes(tag)) ? [`no hashtag ${tags[0]}`] : []),
        ...(links.length > 0 && !links.some((link) => body.includes(link)) ? [`no link ${links[0]}`] : []),
      ];
      if (lacks.length === 0) return null;
      return {
        severity: 'medium',
        description: `The channel asks for something else: ${lacks.join('; ')}`,
        suggestion: 'Write the post as the strategy for social media asks.',
      };
    },
  },
];
