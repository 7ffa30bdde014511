/** Whether what the document names is in it: no placeholder, no empty section, no term or section out of nowhere. */
import type { MarkdownDocument, Statement } from '../../documents/document.ts';
import { isKnownAbbreviation } from '../../documents/language/abbreviations.ts';
import {
  HEDGE,
  LATER_HEADING,
  NONE,
  OPEN_HEADING,
  PLACEHOLDER,
  UNDECIDED,
} from '../../documents/language/open-points.ts';
import { sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** "[INSERT LINK]", "[date]": in brackets, and no link and no box to tick. */
const BRACKETED =
  /\[(?:\p{Lu}{2,}[\p{Lu}\s_-]{1,40}|(?:date|name|number|amount|link|address|insert|your|datum|betrag|nom|montant|fecha|nombre|importe|valor|nome|importo|naam|bedrag|kwota)(?:[\s_-][^\]\n]{0,30})?)\](?![(:[])/u;

/** "The user shall be able to …": the word that demands has nothing behind it. */
const CUT_SHORT =
  /(?<!\p{L})(?:must|shall|should|will|to|muss|müssen|soll|sollen|doit|doivent|debe|deben|deve|devem|devono|moet|moeten)\s*(?:…|\.{3})[\s.…]*$/iu;

export const placeholders: Check = (document) => {
  const { headings } = document;
  const sentences = sentencesOf(document);
  const bracketed = sentences.flatMap(({ start, text, line }) => {
    const gap = BRACKETED.exec(document.source.slice(start, start + text.length))?.[0];
    return gap === undefined || PLACEHOLDER.test(text) ? [] : [{ text: `${gap} …`, line }];
  });
  const told = sentences.map(({ own, line }) => ({ text: own, line }));
  const cutShort = document.requirements.flatMap(({ text, line }): Remark[] =>
    CUT_SHORT.test(text) && !PLACEHOLDER.test(text)
      ? [
          {
            check: 'placeholder',
            line,
            text: `a demand stops before it says what: ${quote(text)}`,
            remedy: write('write what is demanded'),
          },
        ]
      : [],
  );
  const found = [...told, ...bracketed, ...headings].flatMap(({ text, line }): Remark[] => {
    const match = PLACEHOLDER.exec(text) ?? BRACKETED.exec(text);
    return match === null || SPOKEN_OF.test(text.slice(0, match.index))
      ? []
      : [
          {
            check: 'placeholder',
            line,
            isDoubt: isSpokenOf(match[0], text),
            text: `"${match[0].trim()}" stands where a statement belongs: ${quote(text)}`,
            remedy: write(`write what ${quote(match[0])} stands for`),
          },
        ];
  });
  return {
    remarks: [...found, ...cutShort],
    looked: sentences.length + headings.length,
    things: 'statements and headings are written out',
  };
};

const LONGEST_GAP = 8;

/** "must be completed when …": words that a rule may be made of, where a mark is none. */
function isSpokenOf(said: string, text: string): boolean {
  return (
    /^xx+$/iu.test(said.trim()) ||
    (/^to be (?:completed|done|written|announced)/iu.test(said.trim()) &&
      text.split(/\s+/u).length > LONGEST_GAP)
  );
}

/** "finds no XXX mark", "ohne TBD": a rule about such marks, and none of them. */
const SPOKEN_OF =
  /(?<!\p{L})(?:no|any|every|without|keine?[nmrs]?|ohne|aucune?|sans|ningún|ninguna|sin|nenhuma?|sem|nessuna?|senza|geen|zonder)\s+["'“„«`]?$/iu;

const SHORT_BEHIND = 3;
const TO_ASK =
  /^\s*(?:ask|check with|clarify|to clarify|fragen|nachfragen|klären|demander|voir avec|preguntar|consultar|perguntar|chiedere|vragen|navragen)(?!\p{L})|確認|聞く/iu;

/** What somebody still has to decide: said so, asked, or listed under a heading for such things. */
export const openPoints: Check = (document) => {
  const sentences = sentencesOf(document);
  const remarks = sentences.flatMap((sentence, index): Remark[] => {
    const { own, text, line, statement } = sentence;
    if (PLACEHOLDER.test(own)) return [];
    const next = sentences[index + 1];
    // "Twice in winter? ask Dana": who is to be asked may follow.
    const isLast =
      next?.statement !== statement ||
      (sentences[index + 2]?.statement !== statement &&
        next.words.size <= SHORT_BEHIND &&
        TO_ASK.test(next.own));
    const isAsked = /[?\uFF1F]{2}/.test(own) || (isLast && /[?\uFF1F]["”»)\]*_\s]*$/.test(own.trimEnd()));
    const heading = document.headings[statement.section]?.text ?? '';
    const isListed = OPEN_HEADING.test(heading) && statement.kind !== 'row' && !NONE.test(own);
    const said = UNDECIDED.exec(own)?.[0];
    if (said === undefined && !isAsked && !isListed) return [];
    // An answer may follow a question, and whoever says "perhaps" may be weighing something.
    const isAnswered = sentences
      .slice(index + 1)
      .some(({ statement: { section } }) => section === statement.section);
    const isSure =
      !LATER_HEADING.test(heading) &&
      ((said !== undefined && !HEDGE.test(said)) ||
        /[?\uFF1F]{2}/.test(own) ||
        (isListed && statement.kind === 'item') ||
        (isAsked && !isAnswered && statement.kind !== 'row'));
    const why =
      said === undefined
        ? isAsked
          ? 'it is a question'
          : `it is listed under ${quote(heading)}`
        : quote(said);
    return [
      {
        check: 'open-point',
        line,
        isDoubt: !isSure,
        text: `something is not decided (${why}): ${quote(text)}`,
        remedy: write(`decide it and write the decision in place of ${quote(text)}`),
      },
    ];
  });
  return { remarks, looked: sentences.length, things: 'statements are decided' };
};

export const emptySections: Check = (document) => {
  const { headings } = document;
  const remarks = headings.flatMap((heading, index): Remark[] => {
    const next = headings[index + 1];
    if (next !== undefined && next.depth > heading.depth) return [];
    const body = document.source.slice(heading.end, next?.start ?? document.source.length);
    return body.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === ''
      ? [
          {
            check: 'empty-section',
            line: heading.line,
            isDoubt: /[?\uFF1F]\s*$|optional|drawbacks|alternatives|history|needed/iu.test(heading.text),
            text: `the section ${quote(heading.text)} is empty`,
            remedy: write(`write the section ${quote(heading.text)} or remove its heading`),
          },
        ]
      : [];
  });
  return { remarks, looked: headings.length, things: 'sections have content' };
};

/** What a part of a document is called. A letter may number an appendix only. */
const SECTION_WORDS =
  'section|sections|chapter|chapters|clause|§|Kapitel|Abschnitt|Ziffer|chapitre|chapitres|section|paragraphe|sección|capítulo|apartado|seção|secção|capitolo|sezione|hoofdstuk|paragraaf';
const APPENDIX_WORDS =
  'appendix|annex|Anhang|Anlage|annexe|anexo|apéndice|apêndice|allegato|bijlage|付録|附属書';
const NAME = '["“„«][^"“”»]{2,60}["“”»]';
const NAMED_SECTION = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:${SECTION_WORDS})\s*(\d+(?:\.\d+)*[a-z]?(?![\p{L}\p{N}])|${NAME})`,
    String.raw`(?<![\p{L}\p{N}])(?:${APPENDIX_WORDS})(?!\p{L})\s*(\d+|[A-Z](?![\p{L}\p{N}])|${NAME})`,
    String.raw`(?<![\p{L}])(?:(?:described|explained|defined|listed|specified|given|set out|laid down|shown|see|beschrieben|erklärt|definiert|siehe|décrite?s?|définie?s?|voir|descrit[oa]s?|definid[oa]s?|véase|ver|descritt[oaie]|vedi|beschreven|zie|opisan\p{L}*|patrz)\s+(?:under|in|at|below|above|unter|im|in|sous|dans|bajo|en|sob|em|sotto|onder|w|pod)?\s*)(${NAME})`,
    String.raw`第\s*(\d+(?:\.\d+)*)\s*[章節条項]`,
    String.raw`(?<![\d第])(\d+(?:\.\d+)*)\s*[章節](?!目)`,
    String.raw`제?\s*(\d+(?:\.\d+)*)\s*[장절](?=[에의을를 ])`,
  ].join('|'),
  'giu',
);
const isAppendix = new RegExp(`^(?:${APPENDIX_WORDS})`, 'iu');
/** "section 4 of the contract", "§ 12 BGB": somebody else's. */
const ELSEWHERE =
  /^\s*(?:of (?!this)|der (?!vorliegenden)|des (?!vorliegenden)|du |de la |del |della |do |da |in (?:the|der|dem) (?!document|spec)|[A-Z]{2,}|Abs\.|Satz)/u;

export const namedSections: Check = ({ headings, source, statements }) => {
  let looked = 0;
  const numbers = new Set(headings.flatMap(({ number }) => (number === null ? [] : [number])));
  const remarks = statements.flatMap(({ start, end, line }) => {
    const raw = source.slice(start, end);
    return [...raw.matchAll(NAMED_SECTION)].flatMap((match): Remark[] => {
      if (ELSEWHERE.test(raw.slice(match.index + match[0].length, match.index + match[0].length + 30)))
        return [];
      // Words with a colon in them are said to somebody, and are no heading.
      if (/["“„«][^"“”»]*[:!?][^"“”»]*["”“»]/u.test(match[0])) return [];
      looked++;
      const name = (match.slice(1).find((group) => group !== undefined) ?? '')
        .replace(/["“”„«»]/g, '')
        .trim();
      const isThere = isAppendix.test(match[0])
        ? new RegExp(
            // At the beginning of a line, or where what it is follows: "Annex B: badge readers".
            String.raw`^[\s#*>-]*(?:${APPENDIX_WORDS})\s*${RegExp.escape(name)}(?![\p{L}\p{N}])|(?:${APPENDIX_WORDS})\s*${RegExp.escape(name)}\s*[:\uFF1A=(]`,
            'imu',
          ).test(source)
        : numbers.has(name) ||
          headings.some(({ text }) => isTitled(text, name)) ||
          // A text without marks may number its parts at the beginning of a line.
          (/^\d/.test(name) && new RegExp(`^\\s*#*\\s*${RegExp.escape(name)}[.)\\s]`, 'm').test(source));
      return isThere
        ? []
        : [
            {
              check: 'missing-section',
              isDoubt: !isOwn(match, raw, name, source, numbers),
              line: line + (raw.slice(0, match.index).match(/\r\n|\n|\r/g)?.length ?? 0),
              text: `section ${quote(name)} is named and not there (${quote(match[0])})`,
              remedy: write(`write section ${quote(name)} or name the one that is meant`),
            },
          ];
    });
  });
  return { remarks, looked, things: 'references to sections lead somewhere' };
};

/** A name with a number is the text's own where it numbers such parts itself; words in quotes where it says that they are a part. */
function isOwn(
  match: RegExpExecArray | RegExpMatchArray,
  raw: string,
  name: string,
  source: string,
  numbers: ReadonlySet<string>,
): boolean {
  const before = raw.slice(Math.max(0, (match.index ?? 0) - 40), match.index);
  if (OTHERS_TEXT.test(before)) return false;
  if (isAppendix.test(match[0]))
    return new RegExp(String.raw`^[\s#*>-]*(?:${APPENDIX_WORDS})\s*[\dA-Z](?![\p{L}\p{N}])`, 'imu').test(
      source,
    );
  if (/^\d/.test(name)) return numbers.size >= FEWEST_NUMBERED || NUMBERED_PART.test(source);
  // "the player sees "Sorry"" and "see "Retention"" look alike.
  return SECTION_WORD.test(match[0]) || !SEES.test(match[0]);
}

const SEES = /^(?:shown|see|siehe|voir|véase|ver|vedi|zie|patrz)\s*(?:at\s*)?["“„«]/iu;
const FEWEST_NUMBERED = 2;
const NUMBERED_PART = /^\s*#*\s*(?:1[.)]|1\.1)\s+\p{Lu}/mu;
const SECTION_WORD = new RegExp(`^(?:${SECTION_WORDS})`, 'iu');
/** "contract annex C", "RFC 9110, section 4": a part of another text. */
const OTHERS_TEXT =
  /(?<!\p{L})(?:contract|agreement|law|act|regulation|standard|manual|handbook|policy|guideline|RFC|ISO|DIN|EN|IEC|PEP|GDPR|PCI|vertrag\p{L}*|gesetz\p{L}*|verordnung|norm|handbuch|richtlinie|DSGVO|contrat|loi|règlement|norme|contrato|ley|lei|norma|reglamento|contratto|legge|wet|umow\p{L}+|ustaw\p{L}+|avtal\p{L}*)(?:['’]s)?[\s\d:.-]*,?\s*$/iu;

function isTitled(heading: string, name: string): boolean {
  if (/^(?:\d+(?:\.\d+)*[a-z]?|[A-Z])$/i.test(name))
    return new RegExp(`(?:^|[\\s第])${RegExp.escape(name)}(?:[\\s.:)章節-]|$)`, 'iu').test(heading);
  return heading.toLowerCase().includes(name.toLowerCase());
}

/** "§ 12 BGB" names a law, which spells itself out. */
const LAW = /§+\s*\d+[a-z]?\s+(?:Abs\.?\s*\d+\s+)?\p{Lu}\p{L}{1,6}/gu;

/** Abbreviations nobody spells out. A code name beside a number is an identifier, not a term. */
export const undefinedTerms: Check = (document) => {
  const uses = new Map<string, number>();
  for (const statement of document.statements) {
    for (const [term] of withoutShouting(statement.prose.replace(LAW, ' ')).matchAll(
      /\b[A-Z]{2,6}s?\b(?![-_.]?\d)(?![-_][A-Za-z])/g,
    )) {
      const name = term.replace(/s$/, '');
      // Said in small letters elsewhere, it is a word that somebody wanted to be heard.
      const isWord = new RegExp(`(?<![\\p{L}])${name.toLowerCase()}(?![\\p{L}])`, 'u').test(document.source);
      if (!isKnownAbbreviation(name) && !isWord && !uses.has(name))
        uses.set(name, lineOfTerm(term, statement, document));
    }
  }
  const remarks = [...uses].flatMap(([term, line]): Remark[] =>
    isDefined(term, document)
      ? []
      : [
          {
            check: 'undefined-term',
            line,
            text: `${term} is used and never spelled out`,
            remedy: write(`spell ${term} out where it first stands`),
            // Who works in the field knows it; whether all readers do, nobody can tell from the text.
            isDoubt: true,
          },
        ],
  );
  return { remarks, looked: uses.size, things: 'abbreviations are spelled out' };
};

/** Words in capitals beside each other are said aloud, and those in brackets stand for something else. */
function withoutShouting(text: string): string {
  return text
    .replace(/\[[^\]]{0,80}\]/g, ' ')
    .replace(/(?<!\p{L})\p{Lu}{2,}(?:[\s,&-]+\p{Lu}{2,})+(?!\p{L})/gu, (run) =>
      /(?<!\p{L})\p{Lu}{4,}(?!\p{L})/u.test(run) ? ' ' : run,
    );
}

function lineOfTerm(term: string, { start, end, line }: Statement, { source }: MarkdownDocument): number {
  const at = source
    .slice(start, end)
    .search(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(term)}(?![\\p{L}\\p{N}])`, 'u'));
  return line + (source.slice(start, start + Math.max(0, at)).match(/\r\n|\n|\r/g)?.length ?? 0);
}

function isDefined(term: string, { source, headings }: MarkdownDocument): boolean {
  const name = term.replace(/[^A-Z]/g, '');
  const letters = [...name].join('[\\p{L}]*[\\s-]+(?:(?:of|the|and|for|to|in|per|a)\\s+)*');
  const spelled = new RegExp(
    `(?:${letters}[\\p{L}]*)\\s*[(,]\\s*[*_]*${name}|\\b${name}s?[*_]*\\s*(?:\\(|stands for|means|is (?:an?|the|our)\\b|ist (?:das|der|die|ein)|est (?:l|un|une|notre)|es (?:el|la|un)|é (?:o|a|um)|:|=|—|–|\\||,\\s*(?:an?|the|our|that is|i\\.e\\.|short for|eine?[nrsm]?|der|die|das|also|une?|la|le|l[’']|una?|el|uma?|il|lo|een|het|de|czyli|to jest|dvs)\\s)`,
    'iu',
  );
  return spelled.test(source) || headings.some(({ text }) => text.trim() === name);
}
