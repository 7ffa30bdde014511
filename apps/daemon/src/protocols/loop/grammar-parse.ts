/** Reads what `grammar.ts` prints, and what models print when they are asked for it: fences, bold, other arrows. */
import { CRITIC_VERDICTS, type CriticVerdict } from '@design-jury/contracts/loop/schema';
import type { CriterionText, EscalationText, PassText, ResultText, ScenarioText } from './grammar.ts';

export interface ParsedCritique {
  passes: PassText[];
  escalations: EscalationText[];
}

const MAX_LINES = 20_000;
const MAX_LINE = 16_000;

// Left of the split: what a model writes around a token. `*` and `#` are Markdown's.
const PASS_HEAD = /^[=#*\s-]*CRITIC\s+(?:PASS\s+)?#?(\d+)\b[^\p{L}]*$/iu;
const ESCALATION_HEAD = /^[=#*\s-]*CRITIC ESCALATION\s*\(?#?\d*\)?[=*\s]*$/iu;
const RESULT = /^[=#*\s-]*Result\s*[:：]\s*(.*?)[=*\s]*$/iu;
const ITEM = /^[\s>*#-]*(?:\d+[.)]\s*)?\**\[([A-Za-z][A-Za-z0-9_ -]*?)(?:\s*[:#]?\s*\d+)?\]\**:?\s*(.*)$/u;
const VERDICT = /(?:^|\s)[*_>\s-]*Verdict[*_]*\s*[:：]\s*[*_]*\s*(.*)$/iu;
const REALISTIC = /^[\s>*→⇒=-]*>?\s*Realistic[*_]*\s*[?:：？]+\s*(.*)$/iu;
// Ours first: another arrow in a question then divides nothing.
const ARROWS = [/\s*→\s*/u, /\s*(?:⇒|-+>|=+>)\s*/u];

export function parseCritique(text: string): ParsedCritique {
  const reader = new Reader();
  let count = 0;
  for (const raw of text.split(/\r\n|\r|\n/u)) {
    if (++count > MAX_LINES) break;
    reader.read(raw.slice(0, MAX_LINE));
  }
  return reader.end();
}

type Field =
  | 'answer'
  | 'note'
  | 'scenario'
  | 'scenarioNote'
  | 'question'
  | 'issue'
  | 'why'
  | 'option'
  | 'pro';

interface OpenPass {
  n: number;
  criteria: CriterionText[];
  scenarios: ScenarioText[];
  result: ResultText | null;
}

type Option = EscalationText['options'][number];
type OpenEscalation = { -readonly [K in keyof EscalationText]: EscalationText[K] };

class Reader {
  readonly #passes: OpenPass[] = [];
  readonly #escalations: OpenEscalation[] = [];
  #pass: OpenPass | null = null;
  #escalation: OpenEscalation | null = null;
  #field: Field | null = null;

  read(raw: string): void {
    if (/^\s*(?:```|~~~)/u.test(raw)) return;
    const head = PASS_HEAD.exec(raw);
    const result = RESULT.exec(raw);
    if (head !== null) this.#openPass(Number(head[1]));
    else if (ESCALATION_HEAD.test(raw)) this.#openEscalation();
    else if (result !== null && this.#pass !== null) {
      this.#pass.result = readResult(result[1] ?? '');
      this.#field = null;
    } else if (this.#escalation !== null) this.#readEscalation(this.#escalation, raw);
    else this.#readPass(raw);
  }

  end(): ParsedCritique {
    return {
      passes: this.#passes,
      escalations: this.#escalations.map(withoutSkip),
    };
  }

  #openPass(n: number): OpenPass {
    this.#escalation = null;
    this.#field = null;
    const pass: OpenPass = { n, criteria: [], scenarios: [], result: null };
    this.#pass = pass;
    this.#passes.push(pass);
    return pass;
  }

  #openEscalation(): void {
    this.#field = null;
    this.#escalation = { criterionId: '', question: '', issue: '', why: '', options: [] };
    this.#escalations.push(this.#escalation);
  }

  #readPass(raw: string): void {
    const realistic = REALISTIC.exec(raw);
    const item = ITEM.exec(raw);
    const verdict = VERDICT.exec(raw);
    const scenario = this.#pass?.scenarios.at(-1);
    const criterion = this.#pass?.criteria.at(-1);
    if (realistic !== null && scenario !== undefined) {
      Object.assign(scenario, readRealistic(realistic[1] ?? ''));
      this.#field = 'scenarioNote';
    } else if (item !== null) this.#openItem(toId(item[1] ?? ''), item[2] ?? '');
    else if (verdict !== null && criterion !== undefined && scenario === undefined) {
      Object.assign(criterion, readVerdict(verdict[1] ?? ''));
      this.#field = 'note';
    } else this.#continue(raw);
  }

  #openItem(id: string, rest: string): void {
    // A model that forgets the header still means its first pass.
    const pass = this.#pass ?? this.#openPass(1);
    if (id.startsWith('ADVERSARIAL')) {
      const scenario = rest.replace(/^\s*(?:Failure\s+)?scenario\s*[:：]\s*/iu, '').trim();
      pass.scenarios.push({ scenario: tidy(scenario), realistic: null, note: '' });
      this.#field = 'scenario';
      return;
    }
    const inline = VERDICT.exec(rest);
    const said = inline === null ? rest : rest.slice(0, inline.index);
    const { question, answer } = splitAtArrow(said);
    pass.criteria.push({
      id,
      question: tidy(question),
      answer: tidy(answer),
      ...(inline === null ? { verdict: 'PASS' as const, note: '' } : readVerdict(inline[1] ?? '')),
    });
    this.#field = inline === null ? 'answer' : 'note';
  }

  #readEscalation(escalation: OpenEscalation, raw: string): void {
    const label = /^\s*\**(Issue|Why escalation|Why|Options)\**\s*[:：]\**\s*(.*)$/iu.exec(raw);
    const item = ITEM.exec(raw);
    const option = /^\s*\**(\d+)[.)]\**\s*(.*)$/u.exec(raw);
    const sides = /^\s*(?:[-*]\s*)?Pro\s*[:：]\s*(.*?)(?:\s{2,}|\s*[|;]\s*|\s+)Con\s*[:：]\s*(.*)$/iu.exec(
      raw,
    );
    if (escalation.criterionId === '' && item !== null) {
      escalation.criterionId = toId(item[1] ?? '');
      escalation.question = tidy(item[2] ?? '');
      this.#field = 'question';
    } else if (label !== null) this.#readLabel(escalation, label[1] ?? '', label[2] ?? '');
    else if (sides !== null && escalation.options.length > 0) {
      const last = escalation.options.at(-1) as Option;
      last.pro = tidy(sides[1] ?? '');
      last.con = tidy(sides[2] ?? '');
      this.#field = 'pro';
    } else if (option !== null) {
      const [name, description] = splitAtDash(option[2] ?? '');
      escalation.options.push({ label: tidy(name), description: tidy(description), pro: '', con: '' });
      this.#field = 'option';
    } else if (raw.trim() === '') this.#field = null;
    else this.#continue(raw);
  }

  #readLabel(escalation: OpenEscalation, label: string, text: string): void {
    const name = label.toLowerCase();
    this.#field = name === 'issue' ? 'issue' : name === 'options' ? null : 'why';
    if (name === 'issue') escalation.issue = tidy(text);
    else if (name !== 'options') escalation.why = tidy(text);
  }

  /** Models wrap lines; a line that opens nothing belongs to the field before it. */
  #continue(raw: string): void {
    const more = raw.trim();
    if (more === '' || this.#field === null) {
      if (more === '' && this.#escalation === null) this.#field = null;
      return;
    }
    const criterion = this.#pass?.criteria.at(-1);
    const scenario = this.#pass?.scenarios.at(-1);
    const join = (text: string): string => tidy(`${text} ${more}`);
    if (this.#field === 'answer' && criterion) criterion.answer = join(criterion.answer);
    else if (this.#field === 'note' && criterion) criterion.note = unwrapped(join(criterion.note));
    else if (this.#field === 'scenario' && scenario) scenario.scenario = join(scenario.scenario);
    else if (this.#field === 'scenarioNote' && scenario) scenario.note = join(scenario.note);
    else if (this.#field === 'issue' && this.#escalation)
      this.#escalation.issue = join(this.#escalation.issue);
    else if (this.#field === 'why' && this.#escalation) this.#escalation.why = join(this.#escalation.why);
  }
}

function toId(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/gu, '_');
}

function tidy(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/^\*\*\s*|\s*\*\*$/gu, '')
    .trim();
}

/** Without an arrow all of it is the answer: the question is ours and known. */
function splitAtArrow(text: string): { question: string; answer: string } {
  for (const arrow of ARROWS) {
    const match = arrow.exec(text);
    if (match !== null)
      return { question: text.slice(0, match.index), answer: text.slice(match.index + match[0].length) };
  }
  return { question: '', answer: text };
}

function splitAtDash(text: string): [string, string] {
  const match = /^(.*?)\s*—\s*(.*)$/u.exec(text) ?? /^(.*?)(?:\s+[–-]\s+|:\s)(.*)$/u.exec(text);
  return match === null ? [text, ''] : [match[1] ?? '', match[2] ?? ''];
}

/** `FAIL (x)`, `**FAIL** - x`, `fail: x`. What is no verdict reads as FAIL without a fix, which is invalid. */
function readVerdict(text: string): { verdict: CriticVerdict; note: string } {
  const match = /^[^\p{L}]*(PASS|FAIL|ESCALATE|DEFER)(?:RED|ED|D|S)?\b[*_]*\s*(?:[:—–→-]+>?\s*)?(.*)$/iu.exec(
    text,
  );
  const word = match?.[1]?.toUpperCase();
  const verdict = CRITIC_VERDICTS.find((known) => known === word);
  if (verdict === undefined) return { verdict: 'FAIL', note: '' };
  const note = unwrapped(tidy(match?.[2] ?? ''));
  return { verdict, note: verdict === 'FAIL' || verdict === 'DEFER' ? note : '' };
}

/** Takes away the one pair of parentheses the grammar puts around a note. */
function unwrapped(text: string): string {
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim() : text;
}

function readRealistic(text: string): { realistic: boolean | null; note: string } {
  const match = /^[*_\s]*(Y(?:es)?|N(?:o)?)\b[*_]*\s*(?:→|⇒|-+>|=+>|[.,:;—–-])*\s*(.*)$/iu.exec(text);
  if (match === null) return { realistic: null, note: tidy(text) };
  const realistic = (match[1] ?? '').toUpperCase().startsWith('Y');
  const note = tidy(match[2] ?? '');
  return { realistic, note: realistic ? note.replace(/^FAIL\b\s*(?:\+\s*)?/u, '').trim() : note };
}

function readResult(text: string): ResultText | null {
  const figures = (text.match(/\d+/gu) ?? []).map(Number);
  const [first = 0, second = 0, third = 0] = figures;
  if (/^SAFETY[ _-]CAP/iu.test(text)) return { outcome: 'SAFETY CAP' };
  if (/^CONVERGED/iu.test(text))
    return { outcome: 'CONVERGED', totals: { passes: first, fixes: second, escalations: third } };
  if (/^CONTINUE/iu.test(text)) return { outcome: 'CONTINUE', fixed: first };
  if (/^ESCALATE/iu.test(text)) return { outcome: 'ESCALATE', items: first };
  return null;
}

/** Skip is always ours, and always last. */
function withoutSkip(escalation: EscalationText): EscalationText {
  const last = escalation.options.at(-1);
  const isSkip =
    last !== undefined && /^skip$/iu.test(last.label) && /\[?deferred\]?/iu.test(last.description);
  return isSkip ? { ...escalation, options: escalation.options.slice(0, -1) } : escalation;
}
