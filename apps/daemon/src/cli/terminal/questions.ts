/** A question at the terminal: the options with what speaks for and against each, a number or Skip as the answer. */
import type { Answer, AskedQuestion, Precedent } from '@design-jury/contracts/questions';
import { clean } from '../../report/clean.ts';
import type { Shell } from '../shell.ts';
import { wrap } from './text.ts';

const TRIES = 20;
const NARROWEST = 20;

interface AskingStyle {
  /** The whole question is printed above already: its name and the options are enough. @default false */
  isShown?: boolean;
}

/** Asks until the answer can be used; rejects when the signal aborts or nobody can type any more. */
export async function askAtTerminal(
  shell: Pick<Shell, 'error' | 'readLine' | 'terminal'>,
  question: AskedQuestion,
  place: { number: number; total: number },
  signal: AbortSignal,
  { isShown = false }: AskingStyle = {},
): Promise<Answer> {
  const lines = isShown
    ? reminderLines(question, place, shell.terminal.columns)
    : questionLines(question, place, shell.terminal.columns);
  shell.error(`${lines.join('\n')}\n`);
  const skip = question.options.length + 1;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const typed = (await shell.readLine(`Your choice [1-${skip}, Enter skips]: `, signal)).trim();
    const choice = choiceOf(typed, question.options.length);
    if (choice !== null) return { choice, note: '' };
    shell.error(`${JSON.stringify(clean(typed).slice(0, 40))} is none of 1 to ${skip}.\n`);
  }
  throw new Error('no usable answer was typed');
}

function choiceOf(typed: string, options: number): Answer['choice'] | null {
  if (typed === '' || /^s(?:kip)?$/i.test(typed)) return 'skip';
  const number = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  if (number === options + 1) return 'skip';
  return number >= 1 && number <= options ? number : null;
}

function reminderLines(
  { question, options, precedents }: AskedQuestion,
  place: { number: number; total: number },
  columns: number,
): string[] {
  return [
    '',
    ...wrap(`${placeWords(place)}: ${clean(question)}`, Math.max(NARROWEST, columns)),
    ...precedents.map(precedentWords),
    `  ${[...options.map(({ label }) => clean(label)), 'Skip'].map((label, index) => `${index + 1}. ${label}`).join('   ')}`,
  ];
}

function placeWords({ number, total }: { number: number; total: number }): string {
  return total === 1 ? 'Question' : `Question ${number} of ${total}`;
}

function precedentWords({ label, answeredAt }: Precedent): string {
  return `  Answered before (${answeredAt.slice(0, 10)}): ${clean(label)}`;
}

function questionLines(
  asked: AskedQuestion,
  place: { number: number; total: number },
  columns: number,
): string[] {
  const { question, issue, why, options, precedents, protocol } = asked;
  const wrapped = (indent: string, text: string): string[] =>
    wrap(clean(text), Math.max(NARROWEST, columns - indent.length)).map((line) => `${indent}${line}`);
  const numbered = (option: number, text: string): string[] =>
    wrapped('     ', text).map((line, index) => (index === 0 ? `  ${option}. ${line.trimStart()}` : line));
  const skip = protocol === 'theater' ? 'leave the run as it is' : 'keep current state, mark as [DEFERRED]';
  return [
    '',
    ...wrapped('', `${placeWords(place)}: ${question}`),
    ...(issue === '' ? [] : wrapped('  ', issue)),
    ...(why === '' ? [] : wrapped('  ', `Why you are asked: ${why}`)),
    ...precedents.flatMap((precedent) => wrapped('  ', precedentWords(precedent).trimStart())),
    ...options.flatMap(({ label, description, pro, con }, index) => [
      ...numbered(index + 1, description === '' ? label : `${label} — ${description}`),
      ...(pro === '' ? [] : wrapped('     ', `Pro: ${pro}`)),
      ...(con === '' ? [] : wrapped('     ', `Con: ${con}`)),
    ]),
    ...numbered(options.length + 1, `Skip — ${skip}`),
  ];
}
