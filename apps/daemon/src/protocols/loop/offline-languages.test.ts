import { describe, expect, test } from 'vitest';
import { readDocument } from '../documents/document.ts';
import type { Surroundings } from './checks/remark.ts';
import { CRITERIA_SETS } from './criteria-sets.ts';
import { reviewOffline } from './offline-critic.ts';

const NOWHERE: Surroundings = { files: new Map(), byName: new Map(), scripts: null };
const criteriaOf = (command: string) => CRITERIA_SETS.find((set) => set.command === command)?.criteria ?? [];

function review(text: string, command = 'spec') {
  const { answer, remarks } = reviewOffline(readDocument(text), NOWHERE, criteriaOf(command));
  const verdicts = Object.fromEntries(
    answer.results.map(({ criterionId, verdict }) => [criterionId, verdict]),
  );
  return { answer, verdicts, checks: [...new Set([...remarks.values()].flat().map(({ check }) => check))] };
}
const list = (...lines: string[]) => `# A\n\n${lines.map((line, n) => `- R-${n + 1}: ${line}\n`).join('')}`;

describe('two statements about one thing', () => {
  test.each([
    [
      'days and hours',
      list('The link expires after 7 days.', 'A link that expired (older than 24 hours) is refused.'),
    ],
    [
      'a half hour in words',
      list(
        'After 5 errors the account is locked for 20 minutes.',
        'A locked account is unlocked after half an hour.',
      ),
    ],
    [
      'hours and days in German',
      list(
        'Ein Kurs kann bis 48 Stunden vor Beginn storniert werden.',
        'Wer weniger als 3 Tage vor Beginn storniert, zahlt voll.',
      ),
    ],
    [
      'hours and days in Spanish',
      list(
        'La reserva se puede cancelar hasta 24 horas antes del inicio.',
        'Las cancelaciones con menos de 2 días antes del inicio no se devuelven.',
      ),
    ],
    [
      'a count in Portuguese',
      list(
        'O cliente pode alugar no máximo 3 bicicletas ao mesmo tempo.',
        'Cada cliente pode ter até 4 bicicletas alugadas ao mesmo tempo.',
      ),
    ],
    [
      'a count in Japanese',
      list('利用者は同時に10冊まで予約できる。', '一人の利用者が予約できるのは最大15冊である。'),
    ],
    [
      'members and people',
      list('Up to 6 members share a list.', 'A list can be shared with at most 8 people.'),
    ],
    [
      'never and still',
      list('The archive never deletes records.', 'A yearly job removes records from the archive.'),
    ],
    [
      'nunca y sí',
      list(
        'Los datos de pago nunca se guardan en el servidor.',
        'El servidor guarda los datos de pago durante 5 años.',
      ),
    ],
    [
      'no room between two times',
      '# A\n\nThe job must finish by 04:00. It starts at 02:30 and takes 2 hours.\n',
    ],
  ])('are a contradiction: %s', (_, text) => expect(review(text).checks).toContain('contradiction'));

  test.each([
    [
      'the same in other units',
      list(
        'A session must end after 90 minutes without use.',
        'A session must end after 1.5 hours without use.',
      ),
    ],
    [
      'two kinds of users',
      list('Free users may keep 3 lists at a time.', 'Paid users may keep 50 lists at a time.'),
    ],
    [
      'two conditions',
      list(
        'If the order is late, a mail is sent within 5 minutes.',
        'If the order is lost, a mail is sent within 2 hours.',
      ),
    ],
    ['a lower and an upper bound', list('A name has at least 3 letters.', 'A name has at most 60 letters.')],
    ['what others may not', list('Members cannot delete lists.', 'The owner may delete lists.')],
    [
      'seconds and weeks',
      list(
        'Deleted lists stay in the bin for 30 days.',
        'A deleted list leaves the screen within 10 seconds.',
      ),
    ],
  ])('agree: %s', (_, text) => expect(review(text).checks).not.toContain('contradiction'));
});

describe('sums and shares', () => {
  const table = (total: string, share: string) =>
    `# A\n\n| Art | Zahl | Anteil |\n|---|---|---|\n| a | 120 | 60 % |\n| b | 60 | 30 % |\n| c | 20 | ${share} |\n| Summe | ${total} | 100 % |\n`;
  test.each([
    ['a total that does not add up', table('210', '10 %'), ['wrong-total']],
    ['a share of another count', table('200', '15 %'), ['wrong-share']],
    ['both right', table('200', '10 %'), []],
    [
      'a share in a sentence',
      '# A\n\n400 of 1,600 accounts (25 %) come first, then another 800 (60 %).\n',
      ['wrong-share'],
    ],
    ['one that is right', "# A\n\nL'immeuble compte 80 logements ; 20 d'entre eux (25 %) prêtent.\n", []],
  ])('%s', (_, text, checks) =>
    expect(review(text).checks.filter((check) => check.startsWith('wrong'))).toEqual(checks),
  );
});

describe('what is not decided or cannot be measured', () => {
  test.each([
    ['Pricing?? not sure yet.', 'open-point'],
    ['Who pays for lost keys?', 'open-point'],
    ['Ob auch per E-Mail erinnert wird, ist noch nicht entschieden.', 'open-point'],
    ['延滞者の扱いは未定。', 'open-point'],
    ['O horário das lojas ainda não está definido.', 'open-point'],
    ['(後で記入)', 'placeholder'],
    ['Le format reste à définir.', 'placeholder'],
    ['Die Seite muss benutzerfreundlich sein.', 'undecidable'],
    ['画面は使いやすいこと。', 'undecidable'],
    ['O sistema deve responder rapidamente.', 'unmeasured'],
    ['Zugriffe werden gemäß Kapitel 7 geprüft.', 'missing-section'],
    ['権限は第8章に従う。', 'missing-section'],
  ])('is found: %s', (line, check) => expect(review(list(line)).checks).toContain(check));

  test.each([
    ['a state of an order', 'Un pedido pendiente se muestra durante 15 minutos.'],
    ['a field left empty', '未記入の場合は「必須です」と表示して拒否する。'],
    ['a question the page asks', 'The page asks "Are you sure?" and waits 10 seconds.'],
    ['a section of a law', 'Gelöscht wird nach § 12 BGB nach 3 Jahren.'],
    ['bookings to come', 'Les réservations à venir sont annulées en 5 minutes.'],
  ])('is not taken for one: %s', (_, line) => expect(review(list(line)).checks).toEqual([]));
});

describe('a criterion is answered by its own evidence or deferred', () => {
  test('heading levels and doubled words do not answer ARCHITECTURE, and no figure of 0 is a PASS', () => {
    const { verdicts, answer } = review('# Plan\n\n## Steps\n\nWe go on as before.\n', 'architect');
    expect(verdicts).toEqual({
      FEASIBILITY: 'DEFER',
      INCREMENTALITY: 'DEFER',
      COMPATIBILITY: 'DEFER',
      ARCHITECTURE: 'DEFER',
    });
    for (const { answer: says, verdict } of answer.results)
      if (/\b0 of 0\b/.test(says)) expect(verdict).not.toBe('PASS');
  });

  test('tasks without a dependency say nothing of dependencies', () => {
    expect(review('# Tasks\n\n- T1: Build the parser.\n- T2: Write the manual.\n', 'tasks').verdicts).toEqual(
      {
        COVERAGE: 'DEFER',
        DEPENDENCIES: 'DEFER',
      },
    );
  });

  test.each([
    ['a colon', '- T1: Build it.\n  - Depends on: T2\n- T2: Test it.\n  - Depends on: T1\n'],
    [
      'German',
      '### Schritt 1: Bau\n\nAbhängig von: Schritt 2\n\n### Schritt 2: Test\n\nHängt ab von Schritt 1\n',
    ],
    ['Japanese', '### 手順1 準備\n\n手順2の後に行う。\n\n### 手順2 移行\n\n手順1に依存する。\n'],
  ])('a circle is found, written with %s', (_, text) => {
    expect(review(`# Tasks\n\n${text}`, 'tasks').checks).toContain('cycle');
  });

  test('a text without a requirement is complete about nothing', () => {
    expect(review('# Note\n\nThis was a nice day at the sea.\n').verdicts.COMPLETENESS).toBe('DEFER');
  });

  test('more than fifty findings are bounded, and told', () => {
    const { answer } = review(
      `# A\n\n${Array.from({ length: 80 }, (_, n) => `- R-${n}: Part ${n} is TBD.\n`).join('')}`,
    );
    const concerns = answer.results[0]?.concerns ?? [];
    expect(concerns).toHaveLength(50);
    expect(concerns.at(-1)?.text).toBe('31 more things were found and are not listed');
  });
});
