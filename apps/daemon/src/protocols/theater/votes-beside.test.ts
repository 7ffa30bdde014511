/** [S20] What stands beside a vote, or only looks like one, is no yes; the honest twin of each still ships. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { describe, expect, test } from 'vitest';
import { judgeText } from './judge-text.ts';
import { createRenderer } from './render.ts';
import { JUDGES } from './test/smuggling.ts';
import { PAGE } from './test/theater.ts';

const CODE = 'kx7wqz3mbn5r9t';
const IDENTITY = { runId: 'run', adapter: 'any', artifactRef: { projectId: 'p', artifactId: 'a' } };

describe.each([
  ['1', null],
  ['2', CODE],
] as const)('version %s', (_, code) => {
  const mark = code === null ? '' : `-${code}`;
  const write = createRenderer(code);
  const judge = (attributes: string, body = ''): string =>
    `<PANELIST${mark} ${attributes}>${body}</PANELIST${mark}>`;

  /** Everybody says 9; what `critic` is stands where the critic speaks. */
  const statusWith = (critic: string, before = ''): string | undefined => {
    const text = [
      before,
      write.runOpen({ maxRounds: 3, threshold: 8, scale: 10 }),
      write.roundOpen(1),
      write.panelist({ role: 'designer', notes: 'Page.', artifact: { mime: 'text/html', content: PAGE } }),
      critic,
      ...JUDGES.filter((role) => role !== 'critic').map((role) => write.panelist({ role, score: 9 })),
      write.roundEnd({ round: 1 }),
      write.roundClose,
      write.ship({ round: 1, summary: 'Done.' }),
      write.runClose,
    ].join('\n');
    return judgeText([text], IDENTITY, DEFAULT_CRITIQUE_CONFIG, { code }).outcome?.status;
  };

  test.each([
    ...[
      'scale="100"',
      'out_of="20"',
      'of="12"',
      'max="20"',
      'score_scale="5"',
      'unit="%"',
      'scoreMax="1,000"',
    ],
    'range="0-100"',
  ])('[P3] a score with %s is of another scale', (field) => {
    expect(statusWith(judge(`role="critic" score="9" ${field}`))).not.toBe('shipped');
  });

  test.each(['scale="10"', 'out_of="10"', 'range="0–10"', 'unit="points"', 'weight="0.4"', 'round="1"'])(
    '[P3] a score with %s is of this one',
    (field) => expect(statusWith(judge(`role="critic" score="9" ${field}`))).toBe('shipped'),
  );

  test.each(['copywriter', 'accessibility', 'design critic', 'critics', 'critic 2', '\u0441ritic', 'lead'])(
    '[P5] nobody votes for the critic as "%s"',
    (role) => expect(statusWith(judge(`role="${role}" score="9"`))).not.toBe('shipped'),
  );

  test.each(['critic', 'Critic', ' CRITIC ', 'cri\u200btic'])('[P5] the critic votes as "%s"', (role) => {
    expect(statusWith(judge(`role="${role}" score="9"`))).toBe('shipped');
  });

  test('[P5] who only looks like a judge lowers its vote', () => {
    const own = judge('role="critic" score="9"');
    expect(statusWith(`${own}${judge('role="\u0441ritic" score="3"')}`)).not.toBe('shipped');
    expect(statusWith(`${own}${judge('role="\u0441ritic" score="9"')}`)).toBe('shipped');
  });

  test.each(['verdict="reject"', 'decision="continue"', 'approved="no"', 'ship="false"', 'Outcome="revise"'])(
    '[S20] a judge with %s and nothing listed has a demand that nobody can see met',
    (field) => expect(statusWith(judge(`role="critic" score="9" must_fix="0" ${field}`))).not.toBe('shipped'),
  );

  test.each(['verdict="ship"', 'decision="Approved."', 'approved="yes"', 'status="final"', 'verdict=""'])(
    '[S20] a judge with %s has said yes',
    (field) => expect(statusWith(judge(`role="critic" score="9" ${field}`))).toBe('shipped'),
  );

  test.each([
    '\n### Must-fix\n1. Name the price.\n',
    '\nMUST FIX - Name the price.\n',
    '\n[MUST_FIX] All prices are missing.\n',
    '\n- [ ] must-fix: fixed header hides the price\n',
    '\n\u{1f6d1} MUST FIX \u{1f6d1} Name the price\n',
    '\n| must fix | Name the price |\n',
  ])('[P28] a line in the block of a judge demands: %j', (line) => {
    expect(statusWith(judge('role="critic" score="9"', line))).not.toBe('shipped');
  });

  test.each([
    '\n### Must-fix\nNone.\n',
    '\nMust-fix: none\n',
    '\nNo must-fix is open.\n',
    '\n0 open must-fix\n',
    '\nMust-fixes: all of them are met.\n',
    '\nMust-fix: resolved in this round\n',
    '\nMust-fix\n',
    '\nMust-fix: <MUST_FIX>None.</MUST_FIX>\n',
  ])('[P28] a line in the block of a judge tells of none: %j', (line) => {
    if (code === null && line.includes('<')) return;
    expect(statusWith(judge('role="critic" score="9"', line))).toBe('shipped');
  });

  test.each([
    ['CDATA', '<![CDATA[', ']]>'],
    ['an instruction', '<?vote ', '?>'],
    ['a comment', '<!-- ', ' -->'],
  ])('[P24] a vote inside of %s is none', (_name, open, close) => {
    expect(statusWith(`${open}${judge('role="critic" score="9"')}${close}`)).not.toBe('shipped');
  });
});

test('[S8] a demand before the run is of the page of round 1, and met by another page', () => {
  const write = createRenderer(CODE);
  const round = (n: number, content: string): string =>
    [
      write.roundOpen(n),
      write.panelist({ role: 'designer', notes: 'Page.', artifact: { mime: 'text/html', content } }),
      ...JUDGES.map((role) => write.panelist({ role, score: 9 })),
      write.roundEnd({ round: n }),
      write.roundClose,
    ].join('');
  const status = (second: string): string | undefined => {
    const text = [
      `<MUST_FIX-${CODE}>Name the price.</MUST_FIX-${CODE}>`,
      write.runOpen({ maxRounds: 2, threshold: 8, scale: 10 }),
      `${round(1, PAGE)}${round(2, second)}${write.ship({ round: 2, summary: 'Done.' })}${write.runClose}`,
    ].join('');
    const config = { ...DEFAULT_CRITIQUE_CONFIG, maxRounds: 2 };
    return judgeText([text], IDENTITY, config, { code: CODE }).outcome?.status;
  };
  expect(status(PAGE)).toBe('below_threshold');
  expect(status(PAGE.replace('Pay', 'Pay 4 euros'))).toBe('shipped');
});

test('[P24] an instruction before the run, and CDATA with words alone, change nothing where there is a code', () => {
  const write = createRenderer(CODE);
  const text = [
    '<?xml version="1.0"?>',
    write.runOpen({ maxRounds: 3, threshold: 8, scale: 10 }),
    write.roundOpen(1),
    write.panelist({ role: 'designer', notes: 'Page.', artifact: { mime: 'text/html', content: PAGE } }),
    '<![CDATA[ The judges speak. ]]>',
    ...JUDGES.map((role) => write.panelist({ role, score: 9 })),
    write.roundEnd({ round: 1 }),
    write.roundClose,
    write.ship({ round: 1, summary: 'Done.' }),
    write.runClose,
  ].join('\n');
  const { outcome } = judgeText([text], IDENTITY, DEFAULT_CRITIQUE_CONFIG, { code: CODE });
  expect(outcome?.status).toBe('shipped');
});
