import { expect, test } from 'vitest';
import english from '../i18n/en.json';
import {
  chooseLocale,
  duration,
  isLocale,
  loadLocale,
  loadMore,
  locale,
  money,
  number,
  score,
  setMessages,
  t,
} from '../i18n/i18n.ts';
import { bytes } from '../i18n/sizes.ts';
import { momentIn, parseRoute, pathOf } from '../router.ts';
import { diffLines } from './diff-lines.ts';
import { EMPTY, lackOf, nameOf, requestOf } from './draft.ts';
import { setAsideWords } from './set-aside.ts';

test.each([
  ['/', 'home', {}],
  ['/agents', 'agents', {}],
  ['/projects/p-1', 'project', { projectId: 'p-1' }],
  ['/projects/p-1/runs/r-2', 'run', { projectId: 'p-1', runId: 'r-2' }],
  ['/runs', 'runs', {}],
  ['/runs/r-2', 'protocolRun', { runId: 'r-2' }],
] as const)('%s is an address', (path, page, params) => {
  expect(parseRoute(path, '')).toMatchObject({ page, params });
  expect(pathOf(page, params as never)).toBe(path);
});

test.each([
  ['/plays', 'runs', {}],
  ['/plays/play-1', 'protocolRun', { runId: 'play-1' }],
] as const)('%s of 0.1 is found where it is now', (path, page, params) => {
  expect(parseRoute(path, '?at=3')).toMatchObject({ page, params });
});

test.each(['/projects/../x', '/projects', '/nowhere', '/projects/p-1/runs'])(
  'there is nothing at %s',
  (path) => {
    expect(parseRoute(path, '').page).toBe(null);
  },
);

test.each([
  ['', undefined],
  ['?replay', null],
  ['?at=57', 57],
  ['?at=x', undefined],
  ['?at=1234567890', undefined],
])('the moment in %j is %s', (search, moment) => {
  expect(momentIn(parseRoute('/', search).query)).toBe(moment);
});

test('a draft leaves empty fields to the daemon', () => {
  expect(lackOf(EMPTY)).toBe('subject');
  expect(lackOf({ ...EMPTY, brief: 'A page' })).toBe('page');
  expect(lackOf({ ...EMPTY, brief: 'A page', agent: 'claude' })).toBe(null);
  expect(lackOf({ ...EMPTY, page: '<p>' })).toBe(null);
  const draft = {
    ...EMPTY,
    brief: ' A page ',
    threshold: '7.5',
    maxRounds: '2',
    skill: 'saas',
    design: '# D',
  };
  expect(lackOf(draft)).toBe(null);
  expect(requestOf(draft)).toEqual({
    agent: 'grounded',
    brief: 'A page',
    threshold: 7.5,
    maxRounds: 2,
    skill: 'saas',
    design: '# D',
  });
  const page = { ...EMPTY, page: '<title> Bakery </title>', pageName: 'a.html' };
  expect(requestOf(page)).toEqual({
    agent: 'grounded',
    artifact: { content: '<title> Bakery </title>', mime: 'text/html', name: 'a.html' },
  });
  expect(nameOf(page)).toBe('Bakery');
  expect(nameOf({ ...EMPTY, brief: 'x'.repeat(80) })).toHaveLength(60);
  expect(nameOf({ ...EMPTY, brief: '## Week 46\n\nThe freezer is full.' })).toBe('Week 46');
});

test('a draft asks for what its run can have: panels and budgets of agents, a jury for pages that are written', () => {
  const draft = {
    ...EMPTY,
    brief: 'A page',
    skill: 'saas',
    critique: 'off',
    panelMode: 'independent',
    grounding: 'advise',
    maxTokens: '5000',
    maxCostUsd: '0.5',
    plateauRounds: '2',
  } as const;
  expect(requestOf(draft)).toEqual({
    agent: 'grounded',
    brief: 'A page',
    skill: 'saas',
    critique: false,
    plateauRounds: 2,
  });
  expect(requestOf({ ...draft, agent: 'claude', page: '<p>' })).toEqual({
    agent: 'claude',
    brief: 'A page',
    skill: 'saas',
    artifact: { content: '<p>', mime: 'text/html' },
    panelMode: 'independent',
    grounding: 'advise',
    maxTokens: 5000,
    maxCostUsd: 0.5,
    plateauRounds: 2,
  });
});

test('a diff tells what is gone and what was added, with a little around it', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n');
  expect(diffLines(before, before)).toEqual([]);
  expect(diffLines(before, before.replace('g', 'G'))).toEqual([
    { kind: 'same', lines: ['d', 'e', 'f'], skipped: 3 },
    { kind: 'gone', lines: ['g'], skipped: 0 },
    { kind: 'added', lines: ['G'], skipped: 0 },
    { kind: 'same', lines: ['h'], skipped: 0 },
  ]);
});

test('a diff puts together what it took apart', () => {
  const words = (seed: number): string =>
    Array.from({ length: 60 }, (_, i) => String((seed * (i + 7) * 31) % 9)).join('\n');
  for (let seed = 1; seed < 20; seed++) {
    const [a, b] = [words(seed), words(seed + 3)];
    const hunks = diffLines(a, b);
    const count = (text: string, kinds: readonly string[]): boolean =>
      hunks
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((sum, { lines, skipped }) => sum + lines.length + skipped, 0) <= text.split('\n').length;
    expect(count(a, ['same', 'gone'])).toBe(true);
    expect(count(b, ['same', 'added'])).toBe(true);
  }
});

test('sources too different to compare are shown as replaced', () => {
  const lines = (prefix: string): string => Array.from({ length: 900 }, (_, i) => `${prefix}${i}`).join('\n');
  expect(diffLines(lines('a'), lines('b')).map(({ kind, lines: { length } }) => [kind, length])).toEqual([
    ['gone', 900],
    ['added', 900],
  ]);
});

test.each([
  [['de-CH', 'en'], 'de'],
  [['zh-Hant-HK'], 'zh-TW'],
  [['zh-TW'], 'zh-TW'],
  [['zh'], 'zh-CN'],
  [['ko-KR'], 'ko'],
  [['fr', 'ja-JP'], 'ja'],
  [['pt-BR'], 'en'],
  [[], 'en'],
])('%j is answered in %s', (wanted, locale) => {
  expect(chooseLocale(wanted)).toBe(locale);
});

test('a score never reads higher than it is', () => {
  setMessages('en', english);
  expect(score(7.96)).toBe('7.96');
  expect(score(8)).toBe('8.0');
  expect(number(12480)).toBe('12,480');
  expect(money(0.0731)).toBe('$0.0731');
  expect(duration(65_000)).toBe('1m 5s');
  expect(t('critiqueTheater.round', { round: 2 })).toBe('Round 2');
  expect(t('critiqueTheater.round')).toBe('Round ');
  expect(isLocale('xx')).toBe(false);
});

test('words of later pages come with the language of the moment', async () => {
  await loadLocale('de');
  expect(t('agents.dismiss')).toBe('agents.dismiss');
  await loadMore();
  expect(t('agents.dismiss')).toBe('Ausblenden');
  // Two at once: the one asked for last is shown.
  await Promise.all([loadLocale('ja'), loadLocale('ko')]);
  expect(locale()).toBe('ko');
  expect(t('agents.dismiss')).toBe('닫기');
  await loadLocale('en');
});

test('an agent that is set aside says why and until when', async () => {
  await loadLocale('en');
  await loadMore();
  const agent = { id: 'a', name: 'A', available: true, detail: null };
  expect(setAsideWords(agent)).toBe(null);
  expect(setAsideWords({ ...agent, degraded: null })).toBe(null);
  const until = '2030-01-02T12:00:00.000Z';
  const known = setAsideWords({ ...agent, degraded: { reason: 'oversize_block', until } });
  expect(known?.reason).toBe('it wrote blocks larger than allowed');
  expect(known?.until).toContain('2030');
  expect(setAsideWords({ ...agent, degraded: { reason: 'of a newer daemon', until } })?.reason).toBe(
    'of a newer daemon',
  );
});

test('a size is told in bytes or kilobytes', () => {
  expect([bytes(12), bytes(3_480)]).toEqual(['12 byte', '3.5 kB']);
});
