/** A loop for people at a screen: each pass by its figures and by what it found wrong, then criteria by passes. Pure. */
import type {
  Criterion,
  CriticPass,
  CriticTotals,
  CriticVerdict,
  Escalation,
} from '@design-jury/contracts/loop/schema';
import type { convergedStatus } from '../../protocols/loop/protocol.ts';
import { isRealistic } from '../../protocols/loop/validation.ts';
import { count } from '../../report/words.ts';
import { type Glyphs, type Row, span, type Tone } from '../terminal/paint.ts';
import { hanging } from '../terminal/rows.ts';
import { padEnd, widthOf } from '../terminal/text.ts';

export interface LoopScreen {
  criteria: readonly Criterion[];
  width: number;
  glyphs: Glyphs;
}

const WORDS: Record<CriticVerdict, { word: string; tone: Tone }> = {
  PASS: { word: 'met', tone: 'good' },
  FAIL: { word: 'not met', tone: 'bad' },
  ESCALATE: { word: 'asks you', tone: 'warn' },
  DEFER: { word: 'put off', tone: 'dim' },
};

function markOf(verdict: CriticVerdict, { check, cross }: Glyphs): string {
  return { PASS: check, FAIL: cross, ESCALATE: '?', DEFER: '-' }[verdict];
}

type Told = Pick<CriticPass, 'n' | 'results' | 'adversarial' | 'fixesApplied'>;

/** Figures first; then, one by one, whatever is not simply met. What the pass before said too is not said again. */
export function passRows(pass: Told, before: Told | undefined, screen: LoopScreen): Row[] {
  return [
    [],
    headRow(pass, screen),
    ...pass.results.flatMap((result) => resultRows(result, before, screen)),
    ...riskRows(pass, screen),
  ];
}

function headRow({ n, results, fixesApplied }: Told, { criteria }: LoopScreen): Row {
  const of = (wanted: CriticVerdict): number => results.filter(({ verdict }) => verdict === wanted).length;
  const parts = (['FAIL', 'ESCALATE', 'DEFER'] as const).flatMap((verdict) =>
    of(verdict) === 0 ? [] : [span(`, ${of(verdict)} ${WORDS[verdict].word}`, WORDS[verdict].tone)],
  );
  const met = of('PASS');
  return [
    span(`Pass ${n}  `, 'strong'),
    span(`${met} of ${criteria.length} criteria met`, met === criteria.length ? 'good' : 'plain'),
    ...parts,
    ...(fixesApplied === 0 ? [] : [span(`; ${count(fixesApplied, 'fix', 'fixes')} made`)]),
  ];
}

type Result = CriticPass['results'][number];

function resultRows(result: Result, before: Told | undefined, screen: LoopScreen): Row[] {
  const { criterionId, verdict, answer, fix, reason, concerns } = result;
  if (verdict === 'PASS') return [];
  const { criteria, width, glyphs } = screen;
  const head = [
    span(`  ${markOf(verdict, glyphs)} `, WORDS[verdict].tone),
    span(`${criterionId}  `, 'strong'),
  ];
  const last = before?.results.find((other) => other.criterionId === criterionId);
  if (before !== undefined && last !== undefined && isSame(last, result))
    return hanging(head, `as in pass ${before.n}`, width, 'dim');
  const question = criteria.find(({ id }) => id === criterionId)?.question ?? '';
  const listed = (items: readonly string[]): Row[] =>
    items.flatMap((item) => hanging([span('    - ')], item, width));
  const todo = partsOf(fix ?? reason ?? '');
  return [
    ...hanging(head, question, width, 'dim'),
    ...(answer === '' ? [] : hanging([span('    ')], answer, width)),
    ...listed(concerns.map(({ text }) => text)),
    ...(todo.length === 0
      ? []
      : [[span(verdict === 'DEFER' ? '    Put off:' : '    To do:', 'strong')] as Row]),
    ...listed(todo),
  ];
}

function isSame(one: Result, other: Result): boolean {
  const words = ({ verdict, answer, concerns }: Result): string =>
    JSON.stringify([verdict, answer, concerns.map(({ text }) => text)]);
  return words(one) === words(other);
}

/** Several places in one sentence, each by its line. */
function partsOf(text: string): string[] {
  return text.split(/; (?=line \d)/).filter((part) => part !== '');
}

/** What could still go wrong, where the critic holds it for likely, and it does not stand above already. */
function riskRows({ adversarial, results }: Told, { width, glyphs }: LoopScreen): Row[] {
  const said = results.flatMap(({ verdict, concerns }) =>
    verdict === 'PASS' ? [] : concerns.map(({ text }) => text.replace(/^line \d+: /, '')),
  );
  return adversarial
    .filter(isRealistic)
    .filter(({ scenario }) => !said.some((text) => scenario.includes(text)))
    .flatMap(({ scenario, rationale }) => [
      ...hanging([span(`  ${glyphs.cross} `, 'bad'), span('This could happen  ', 'strong')], scenario, width),
      ...hanging([span('    ')], rationale, width, 'dim'),
    ]);
}

export function escalationRows(number: number, escalation: Escalation, { width }: LoopScreen): Row[] {
  const { criterionId, question, issue, why, options } = escalation;
  return [
    [],
    ...hanging([span(`Question ${number}  `, 'warn'), span(`${criterionId}  `, 'strong')], question, width),
    ...hanging([span('  ')], issue, width),
    ...hanging([span('  ')], why, width, 'dim'),
    ...options.flatMap(({ label, description, pro, con }, index) => [
      ...hanging([span(`  ${index + 1}. `, 'accent'), span(`${label}  `, 'strong')], description, width),
      ...hanging([span('     for: ', 'dim')], pro, width, 'dim'),
      ...hanging([span('     against: ', 'dim')], con, width, 'dim'),
    ]),
    [
      span(`  ${options.length + 1}. `, 'accent'),
      span('Skip  ', 'strong'),
      span('leave it as it is, and put it off'),
    ],
  ];
}

const PASS_CELLS = 4;

/** Criteria by passes; of many passes those that fit, the last ones. */
export function tableRows(passes: readonly Told[], { criteria, width, glyphs }: LoopScreen): Row[] {
  if (passes.length === 0) return [];
  const names = Math.max(8, ...criteria.map(({ id }) => widthOf(id)));
  const shown = passes.slice(-Math.max(1, Math.floor((width - names - 4) / PASS_CELLS)));
  const cell = (text: string, tone: Tone) => span(text.padStart(PASS_CELLS), tone);
  const used = new Set<CriticVerdict>();
  const rows = criteria.map(({ id }): Row => {
    const cells = shown.map(({ results }) => {
      const verdict = results.find(({ criterionId }) => criterionId === id)?.verdict;
      if (verdict === undefined) return cell('', 'plain');
      used.add(verdict);
      return cell(markOf(verdict, glyphs), WORDS[verdict].tone);
    });
    return [span(`  ${padEnd(id, names)}`), ...cells];
  });
  const legend = [...used].map((verdict) => `${markOf(verdict, glyphs)} ${WORDS[verdict].word}`).join('   ');
  return [
    [],
    [span(`  ${padEnd('Pass', names)}`, 'dim'), ...shown.map(({ n }) => cell(String(n), 'dim'))],
    ...rows,
    [span(`  ${legend}`, 'dim')],
  ];
}

/** What it came to: the word says what the exit code says. */
const ENDS: Record<LoopEnd, { word: string; tone: Tone }> = {
  converged: { word: 'Passed', tone: 'good' },
  'converged-with-deferrals': { word: 'Passed', tone: 'good' },
  'left-open': { word: 'Not passed', tone: 'bad' },
  'nothing-proved': { word: 'Not proved', tone: 'warn' },
  'mostly-deferred': { word: 'Not proved', tone: 'warn' },
  'safety-cap': { word: 'Not finished', tone: 'bad' },
};

type LoopEnd = ReturnType<typeof convergedStatus> | 'safety-cap';

export function endRows(
  status: LoopEnd,
  { passes, fixes, escalations }: CriticTotals,
  deferred: readonly string[],
  { width }: LoopScreen,
): Row[] {
  const done = `${count(passes, 'pass', 'passes')}, ${count(fixes, 'fix', 'fixes')}, ${count(escalations, 'question')}`;
  const left = deferred.length === 0 ? '' : ` Put off: ${deferred.join(', ')}.`;
  const { word, tone } = ENDS[status];
  const limit = status === 'safety-cap' ? '; more passes are not allowed' : '';
  return [[], ...hanging([span(`${word}  `, tone)], `${done}${limit}.${left}`, width)];
}
