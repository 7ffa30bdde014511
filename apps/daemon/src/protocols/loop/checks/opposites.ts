/** What one sentence rules out and another one does. */
import { ANTONYMS } from '../language/antonyms.ts';
import { contentWords } from '../language/content.ts';
import { anyOf, everyOf } from '../language/patterns.ts';
import { clauseAt, conditionOf, type Sentence, sentencesOf } from '../sentences.ts';
import { type Check, quote, type Remark } from './remark.ts';

/** Without exception: whoever does it after all, breaks it. */
const NEVER = everyOf(
  'never|nobody|no one|none|under no circumstances|in no case|at no time',
  'nie|niemals|niemand|keinesfalls|auf keinen fall|unter keinen umständen',
  'jamais|personne ne|en aucun cas|aucune?|nunca|jamás|nadie|ningún|ninguna|en ningún caso|ninguém|jamais|nenhum|nenhuma|em nenhum caso|mai|nessuno|nooit|niemand',
  '決して|一切|絶対に|いかなる場合|从不|绝不|절대',
);
/** Ruled out for whoever the sentence is about. */
const NOT = everyOf(
  "cannot|can ?not|can[’']t|must not|may not|shall not|is not|are not|does not|do not|not allowed to|not possible to|won[’']t|will not|no longer",
  'nicht|kein|keine|keinen|keiner|darf nicht|dürfen nicht',
  "ne|n[’']\\p{L}+ pas|pas|interdit de|no puede|no pueden|no se|no es|não pode|não podem|não se|não é|non può|non si|mag niet|kan niet|niet",
  'できない|できません|しない|しません|禁止|不可|ならない|ません|不能|不得|不会|할 수 없|하지 않|않는',
);
/** A sentence with a condition rules out only what it names. */
const CONDITIONAL = anyOf(
  'unless|until|except|without|before|if|when|while|only|otherwise|more than|less than|other than|more|than|longer|twice|again',
  'außer|ausser|bis|ohne|bevor|wenn|falls|solange|nur|sonst|mehr als|weniger als|ansonsten|es sei denn',
  'sauf|sans|avant|si|lorsque|tant que|seulement|uniquement|sinon|plus de|moins de|excepto|salvo|sin|antes|cuando|solo|sólo|si no|más de|menos de|exceto|sem|se|quando|só|apenas|senão|mais de|tranne|senza|solo|tenzij|zonder|als|alleen',
  'ただし|場合|以外|まで|限り|とき|のみ|だけ|除く|なら|たら|ければ|除非|如果|只|단|경우|만',
);
/** Roles that may do what others may not. */
const ROLE = anyOf(
  'owners?|admins?|administrators?|editors?|moderators?|managers?|operators?|supervisors?|premium|paid|staff|support|system|job|service|besitzer\\p{L}*|administrator\\p{L}*|leit\\p{L}*|verwalt\\p{L}*|propriétaires?|administrateurs?|gérante?s?|responsables?|administrador\\p{L}*|propietari[oa]s?|gerentes?|proprietári[oa]s?|管理者|担当者|責任者|管理员|관리자',
);

interface Ruling {
  sentence: Sentence;
  isAbsolute: boolean;
  /** What is ruled out: words behind the negation, or before it where the verb comes last. */
  deeds: ReadonlySet<string>;
}

/** Sentences that share a deed are compared; more than so many share none worth telling. */
const MOST_TOGETHER = 40;

export const opposites: Check = (document) => {
  const sentences = sentencesOf(document).filter(({ statement }) => statement.kind !== 'row');
  const rulings = sentences.flatMap(rulingsOf);
  const byWord = new Map<string, Sentence[]>();
  for (const sentence of sentences)
    for (const word of sentence.words)
      byWord.set(word, [...(byWord.get(word) ?? []), sentence].slice(0, MOST_TOGETHER));
  const remarks: Remark[] = [];
  const said = new Set<string>();
  for (const ruling of rulings)
    for (const other of new Set([...ruling.deeds].flatMap((deed) => byWord.get(deed) ?? []))) {
      const key = [ruling.sentence.start, other.start].toSorted((a, b) => a - b).join(' ');
      if (said.has(key) || !isOpposite(ruling, other)) continue;
      said.add(key);
      remarks.push(oppositeRemark(ruling.sentence, other));
    }
  for (const [one, other] of [...withoutAndAlways(sentences), ...antonyms(sentences)]) {
    const key = [one.start, other.start].toSorted((a, b) => a - b).join(' ');
    if (said.has(key)) continue;
    said.add(key);
    remarks.push(oppositeRemark(one, other));
  }
  return { remarks, looked: rulings.length, things: 'statements that rule something out are kept to' };
};

const WITHOUT = everyOf(
  '(?:without|no need for)(?: (?:an?|any|the|further|additional)){0,2}',
  'ohne(?: (?:eine[nrs]?|jede[nrs]?|weitere[nrs]?)){0,2}|sans(?: (?:aucune?|une?|l[ea]s?)){0,1}|sin(?: (?:ningún|ninguna|una?|el|la)){0,1}|sem(?: (?:nenhuma?|uma?|[oa])){0,1}|senza(?: (?:alcuna?|una?)){0,1}|zonder(?: (?:een|enige)){0,1}',
);
const EVERY = anyOf(
  'every|all|each|always|any|only|jede[rnms]?|alle[nr]?|immer|stets|nur|chaque|tous|toutes|toujours|seulement|cada|todos?|todas?|siempre|sólo|sempre|apenas|ogni|tutt[ie]|solo|elke?|altijd|alleen',
  'すべて|全て|必ず|常に|所有|每个|모든',
);
/** Of the shorter sentence: what both must speak of beside the deed. */
const LEAST_SUBJECT = 1;

/** "Small requests are approved without an agent." "Every request is decided by an agent." */
function withoutAndAlways(sentences: readonly Sentence[]): [Sentence, Sentence][] {
  const universal = sentences.filter(({ own }) => EVERY.test(own) && own.search(WITHOUT) === -1);
  return sentences.flatMap((one) =>
    [...one.own.matchAll(WITHOUT)].flatMap(({ 0: word, index }): [Sentence, Sentence][] => {
      const [missing] = contentWords(one.own.slice(index + word.length).split(/[.;:,]/u)[0] ?? '');
      if (missing === undefined) return [];
      return universal
        .filter((other) => {
          if (other === one || !other.words.has(missing) || isNegated(other)) return false;
          if (CONDITIONAL.test(other.own.replace(EVERY, ' '))) return false;
          const shared = [...one.words].filter((own) => own !== missing && other.words.has(own));
          return shared.length >= LEAST_SUBJECT && (shared.length + 1) / other.words.size >= 0.6;
        })
        .slice(0, 3)
        .map((other) => [one, other]);
    }),
  );
}

const MOST_SIDES = 400;
const UNLESS = anyOf(
  'unless|except|if|when|while|otherwise|außer|ausser|wenn|falls|solange|sonst|sauf|si|lorsque|tant que|sinon|excepto|salvo|cuando|si no|exceto|se|quando|senão|tranne|tenzij|als',
  'ただし|場合|以外|限り|とき|除く|除非|如果|단|경우',
);

/** "Caps are compulsory." "Caps remain voluntary." */
function antonyms(sentences: readonly Sentence[]): [Sentence, Sentence][] {
  return ANTONYMS.flatMap(([yes, no]) => {
    const sides = sentences.flatMap((sentence) => {
      // "not required" has "required" in it.
      const against = no.exec(sentence.own);
      const rest = against === null ? sentence.own : sentence.own.replace(against[0], ' ');
      const isFor = yes.test(rest);
      if (isFor === (against !== null) || UNLESS.test(sentence.own)) return [];
      const word = against?.[0] ?? yes.exec(rest)?.[0] ?? '';
      const at = sentence.own.indexOf(word);
      return [
        {
          sentence,
          isFor,
          subject: contentWords(sentence.own.slice(0, at)).join(' '),
          about: new Set(contentWords(sentence.own.replace(word, ' '))),
        },
      ];
    });
    return sides.slice(0, MOST_SIDES).flatMap((one, index) =>
      sides.slice(index + 1, MOST_SIDES).flatMap((other): [Sentence, Sentence][] => {
        if (one.isFor === other.isFor) return [];
        const shared = [...one.about].filter((word) => other.about.has(word)).length;
        const [least, most] = [one.about.size, other.about.size].toSorted((a, b) => a - b) as [
          number,
          number,
        ];
        // "Names are public on the board.", "Names are private.": what is said of them comes behind.
        const isSubject = one.subject !== '' && one.subject === other.subject;
        const isSame = isSubject || (shared > 0 && shared / least >= 0.75 && (shared > 1 || most <= 2));
        return isSame ? [[one.sentence, other.sentence]] : [];
      }),
    );
  });
}

const VERB_LAST =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]|^(?:nicht|kein|nie|auf|unter|dürfen|darf)/iu;

function rulingsOf(sentence: Sentence): Ruling[] {
  const { own } = sentence;
  for (const [words, isAbsolute] of [
    [NEVER, true],
    [NOT, false],
  ] as const)
    for (const match of own.matchAll(words)) {
      const clause = clauseAt(own, match.index, match.index + match[0].length);
      // Where the verb comes last, what is ruled out stands before the negation.
      const isLast = VERB_LAST.test(match[0]);
      const ruledOut = isLast ? clause : (own.slice(match.index + match[0].length).split(/[.;:,]/u)[0] ?? '');
      if (!isAbsolute && CONDITIONAL.test(ruledOut)) continue;
      const deeds = contentWords(ruledOut)
        .slice(isLast ? -4 : 0)
        .slice(0, 4);
      if (deeds.length > 0) return [{ sentence, isAbsolute, deeds: new Set(deeds) }];
    }
  return [];
}

function isNegated({ own }: Sentence): boolean {
  NEVER.lastIndex = 0;
  NOT.lastIndex = 0;
  return own.search(NEVER) !== -1 || own.search(NOT) !== -1;
}

const LEAST_SHARED = 2;
/** Known by several names too, and done by nobody. */
const THINGS = new Set(['=member', '=invoice']);

function isOpposite({ sentence, isAbsolute, deeds }: Ruling, other: Sentence): boolean {
  if (other === sentence || isNegated(other)) return false;
  if (!isAbsolute && (CONDITIONAL.test(other.own) || ROLE.test(other.own))) return false;
  const condition = conditionOf(sentence.own).difference(deeds);
  if (condition.size > 0 && condition.isDisjointFrom(other.words)) return false;
  const shared = [...sentence.words].filter((word) => other.words.has(word));
  const deed = shared.filter((word) => deeds.has(word));
  if (deed.length === 0 || shared.length < LEAST_SHARED) return false;
  // A deed known by several names counts by itself; else most of the shorter sentence must be shared.
  const isKnown = deed.some((word) => word.startsWith('=') && !THINGS.has(word));
  const share = shared.length / Math.min(sentence.words.size, other.words.size);
  return isKnown ? share >= 0.4 : shared.length >= 3 && share >= 0.6;
}

function oppositeRemark(one: Sentence, other: Sentence): Remark {
  const [first, second] = one.line <= other.line ? [one, other] : [other, one];
  const use = (winner: Sentence, loser: Sentence) => ({
    label: `Line ${winner.line} holds`,
    description: `then line ${loser.line} has to be rewritten`,
    pro: quote(winner.text),
    con: quote(loser.text),
  });
  return {
    check: 'contradiction',
    line: second.line,
    text: `line ${one.line} rules out what line ${other.line} does: ${quote(one.text)} against ${quote(other.text)}`,
    remedy: {
      kind: 'ask',
      question: {
        question: `Which holds: line ${first.line} or line ${second.line}?`,
        issue: `Line ${first.line}: ${quote(first.text)} Line ${second.line}: ${quote(second.text)}`,
        why: 'One rules out what the other says; the text does not say which is right.',
        trigger: 'principle-conflict',
        options: [use(first, second), use(second, first)],
      },
      edits: [[], []],
    },
  };
}
