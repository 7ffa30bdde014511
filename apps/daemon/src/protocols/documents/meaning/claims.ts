/** What a document claims, clause by clause: about what, under which condition, and what of it is ruled out. */
import type { MarkdownDocument } from '../document.ts';
import {
  CONDITIONAL,
  MODAL,
  NEGATION,
  NEVER,
  OTHERS,
  RELATIVE,
  SUCH,
  VERB_LAST,
} from '../language/polarity.ts';
import { conditionIn, lineOf, type Sentence, sentencesOf } from '../sentences.ts';
import { contextOf } from './context.ts';
import type { Words } from './likeness.ts';
import { termsOf } from './terms.ts';
import { termsOfSentence } from './weights.ts';

export interface Denial {
  /** What is ruled out. */
  scope: ReadonlySet<string>;
  /** Of whom or what: words before the negation. */
  subject: ReadonlySet<string>;
  /** Never, nobody: without exception. */
  isAbsolute: boolean;
  /** Cannot, must not: it is forbidden or impossible. */
  isModal: boolean;
  /** "by key, not by address": one of two is chosen. */
  isContrast: boolean;
}

export interface Claim extends Words {
  sentence: Sentence;
  text: string;
  line: number;
  condition: ReadonlySet<string>;
  /** "If nobody comes": the condition itself is a denial. */
  isCaseDenied: boolean;
  isConditional: boolean;
  denial: Denial | null;
}

const known = new WeakMap<MarkdownDocument, readonly Claim[]>();

export function claimsOf(document: MarkdownDocument): readonly Claim[] {
  const before = known.get(document);
  if (before !== undefined) return before;
  const claims = sentencesOf(document).flatMap((sentence) => claimsIn(sentence, document));
  known.set(document, claims);
  return claims;
}

const CUT = /[;:,、\uFF1B\uFF0C](?!\d)| – | — | (?:but|aber|sondern|mais|pero|mas|ma|maar|ale|lecz) /giu;
/** A clause of fewer words says what it is about in the one before it. */
const FEWEST = 2;

function claimsIn(sentence: Sentence, document: MarkdownDocument): Claim[] {
  const { own, statement } = sentence;
  // A question claims nothing.
  if (/[?\uFF1F]\W*$/u.test(own)) return [];
  const { headings, row } = contextOf(statement, document);
  const above = new Set([...headings, ...row]);
  const when = conditionIn(own);
  const condition = new Set(termsOf(when));
  const isCaseDenied = when.search(NEGATION) !== -1;
  const around = termsOfSentence(sentence);
  return clausesOf(own, statement.kind === 'row').flatMap(({ text, start }): Claim[] => {
    const contrast = CONTRAST.test(text) && start > 0 ? own.slice(0, start) : '';
    // "counted per key, not per address": what is ruled out is ruled out of the clause before it.
    const inOrder = [...termsOf(contrast), ...termsOf(text)];
    if (inOrder.length === 0) return [];
    return [
      {
        sentence,
        text,
        line: lineOf(sentence, start),
        condition,
        isCaseDenied,
        isConditional: CONDITIONAL.test(text),
        denial:
          isToldApart(text, start) || statement.kind === 'row'
            ? null
            : denialOf(text, inOrder, own.slice(0, start)),
        clause: new Set(inOrder),
        inOrder,
        around,
        above,
      },
    ];
  });
}

function clausesOf(text: string, isRow: boolean): { text: string; start: number }[] {
  if (isRow) return [{ text, start: 0 }];
  const cuts = [...text.matchAll(CUT)].map(({ index, 0: mark }) => [index, index + mark.length] as const);
  const clauses: { text: string; start: number }[] = [];
  let from = 0;
  for (const [to, next] of [...cuts, [text.length, text.length] as const]) {
    const clause = text.slice(from, to);
    const before = clauses.at(-1);
    // "volumes: students type …": a word alone belongs to what is beside it.
    const isShort = (one: string): boolean => termsOf(one).length < FEWEST;
    if (before !== undefined && !CONTRAST.test(clause) && (isShort(clause) || isShort(before.text)))
      before.text = text.slice(before.start, to);
    else clauses.push({ text: clause, start: from });
    from = next;
  }
  return clauses;
}

const CONTRAST =
  /^\s*(?:and )?(?:not|never|nicht|und nicht|nie|pas|et non|et pas|no|y no|não|e não|non|e non|niet|en niet|a nie|nie)\s/iu;
const MOST_SCOPE = 5;

/** "a period in which no slot is offered", "for other products": of what is set apart, not of the thing itself. */
function isToldApart(text: string, start: number): boolean {
  return (
    OTHERS.test(text) ||
    /^\s*(?:what|where|whether|which|whoever|whatever|was|wo|ob|ce qui|ce que|où|lo que|donde|o que|onde|wat|waar|co|gdzie)\b/iu.test(
      text,
    ) ||
    (start > 0 && RELATIVE.test(text)) ||
    /^\s*(?:no|nein|non|não|nie)[.,]/iu.test(text)
  );
}

/** @param told what the sentence says before this clause */
function denialOf(text: string, inOrder: readonly string[], told: string): Denial | null {
  NEVER.lastIndex = 0;
  NEGATION.lastIndex = 0;
  const never = NEVER.exec(text);
  const match = never ?? NEGATION.exec(text);
  if (match === null) return null;
  const isLast = VERB_LAST.test(match[0]);
  const ahead = isLast ? [] : termsOf(`${told} ${text.slice(0, match.index)}`);
  const behind = termsOf(text.slice(match.index + match[0].length));
  // "Depends on: none" rules nothing out.
  if (behind.length === 0 && /[:\uFF1A]\s*$/u.test(text.slice(0, match.index))) return null;
  if (!isLast && SUCH.test(text.slice(0, match.index))) return null;
  const scope = isLast || behind.length === 0 ? inOrder.slice(-MOST_SCOPE) : behind.slice(0, MOST_SCOPE);
  // NOT in capitals is meant without exception.
  const isAbsolute = never !== null || /^(?:NOT|NEVER|NO|NICHT|KEINE?|PAS|NUNCA|NÃO|NON)$/.test(match[0]);
  const isModal =
    MODAL.test(match[0]) ||
    MODAL.test(text.slice(Math.max(0, match.index - 12), match.index + match[0].length));
  const subject = new Set(isLast ? inOrder : ahead);
  return {
    scope: new Set(scope),
    subject,
    isAbsolute,
    isModal,
    isContrast: told !== '' && CONTRAST.test(text),
  };
}
