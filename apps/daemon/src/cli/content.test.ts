import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { place } from './test/jury.ts';
import { recordingShell } from './test/recording-shell.ts';

const IDEA = fileURLToPath(new URL('../../../../examples/ideas/tidewatch/', import.meta.url));

test('an idea runs end to end without a model: approved, two rounds, a page in the folder', async () => {
  using here = place();
  cpSync(IDEA, join(here.folder, 'tidewatch'), { recursive: true });
  const { status, stdout, stderr } = await here.jury('content', 'tidewatch', '--deploy', 'out');
  expect(stderr).toContain('chosen by words, without a model');
  expect(stderr).toMatch(
    /├─ Behavioural Scientist +10\/10\n.*├─ Positioning Strategist +10\/10\n.*└─ SEO Expert +10\/10/,
  );
  expect(stderr).toContain('Round 2 of 3 max');
  expect(stdout).toContain('# Tide alert for small harbours');
  expect(readFileSync(join(here.folder, 'out/index.html'), 'utf8')).toContain('<h1>Tide alert');
  expect(status).toBe(0);
});

test('exit codes: 1 when the rounds are used up, 3 when all critics fail, 2 for a mistake', async () => {
  using here = place();
  cpSync(IDEA, join(here.folder, 'tidewatch'), { recursive: true });
  // Without a call to action and a contact nobody can act, and no machine may invent them.
  const positioning = readFileSync(join(IDEA, 'positioning.md'), 'utf8');
  writeFileSync(
    join(here.folder, 'tidewatch/positioning.md'),
    positioning.replace(/^- (?:Call to action|Contact):.*\n/gm, ''),
  );
  const open = await here.jury('content', 'tidewatch', '--json');
  expect(open.status).toBe(1);
  expect(JSON.parse(open.stdout)).toMatchObject({ status: 'max-rounds-reached', agent: 'grounded' });
  // Its verdict can be signed, and is made again from its inputs by whoever checks it.
  await here.jury('key', 'new');
  expect((await here.jury('certify', JSON.parse(open.stdout).run, '--out', 'c.json')).status).toBe(0);
  expect(await here.jury('verify', 'c.json')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('Holds: not approved, no round is left.'),
  });
  // One that is over is reported again, with its exit code; nothing of it is deployed any more.
  const again = await here.jury('content', 'tidewatch', '--resume', '--json');
  expect([again.status, again.stdout]).toEqual([1, open.stdout]);
  expect(again.stderr).toContain('is over; this is what it came to');
  const late = await here.jury('content', 'tidewatch', '--resume', '--deploy', 'out');
  expect([late.status, late.stderr]).toEqual([2, expect.stringContaining('is over')]);

  mkdirSync(join(here.dataDir, 'content/recipes'), { recursive: true, mode: 0o700 });
  mkdirSync(join(here.dataDir, 'content/advisors'), { recursive: true, mode: 0o700 });
  writeFileSync(
    join(here.dataDir, 'content/advisors/poet.md'),
    '---\nid: poet\nname: Poet\nrole: critic\nevaluationExpertise: rhyme and metre of verses\n---\n',
  );
  writeFileSync(
    join(here.dataDir, 'content/recipes/poem.md'),
    '---\ncontentType: poem\nauthorAdvisor: copywriter\nauthorContextDocs: [positioning]\nevaluationNeeds: rhyme, metre, verses\nminAggregateScore: 4\nmaxRevisionRounds: 2\n---\n{{lead}}\n',
  );
  const failed = await here.jury('content', 'tidewatch', '--type', 'poem');
  expect(failed.stderr).toContain('needs a model');
  expect(failed.status).toBe(3);

  for (const [args, message] of [
    [[], 'Name the folder of an idea'],
    [['nowhere'], 'There is no folder "nowhere"'],
    [['.'], 'holds no foundation documents'],
    [['tidewatch', '--type', 'blog-post', '--deploy', 'x'], '--deploy is for a website'],
    [['tidewatch', '--type', 'sonnet'], 'there is no "sonnet"; there are'],
    [['nothing-yet', '--resume'], 'There is no run of "nothing-yet"'],
  ] as const) {
    const refused = await here.jury('content', ...args);
    expect(refused.stderr).toContain(message);
    expect(refused.status).toBe(2);
  }
});

test('--draft reviews a text of one’s own; what is none is refused before anything is stored', async () => {
  using here = place();
  cpSync(IDEA, join(here.folder, 'tidewatch'), { recursive: true });
  writeFileSync(join(here.folder, 'mine.md'), '---\ntitle: Mine\n---\n\n# Mine\n\nLorem.\n');
  writeFileSync(join(here.folder, 'bare.md'), '---\ntitle: Mine\n---\n');
  const played = await here.jury('content', 'tidewatch', '--draft', 'mine.md', '--critics', 'grounded');
  expect(played.stderr).toContain('Round 2 of 3 max');
  const bare = await here.jury('content', 'tidewatch', '--draft', 'bare.md');
  expect([bare.status, bare.stderr]).toEqual([3, expect.stringContaining('holds no text to review')]);
  const missing = await here.jury('content', 'tidewatch', '--draft', 'gone.md');
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('gone.md')]);
  const resumed = await here.jury('content', 'tidewatch', '--resume', '--draft', 'mine.md');
  expect([resumed.status, resumed.stderr]).toEqual([2, expect.stringContaining('leave them out')]);
});

test('settings come from the project’s file and from variables; a bad one is named with its field', async () => {
  using here = place();
  cpSync(IDEA, join(here.folder, 'tidewatch'), { recursive: true });
  const config = (content: object) =>
    writeFileSync(join(here.folder, 'jury.config.json'), JSON.stringify({ content }));
  config({ criticRetries: 9 });
  const refused = await here.jury('content', 'tidewatch');
  expect(refused.stderr).toContain('jury.config.json: content.criticRetries');
  expect(refused.status).toBe(2);
  config({ criticsRetries: 1 });
  expect((await here.jury('content', 'tidewatch')).stderr).toContain(
    '"criticsRetries" is not a known key in content',
  );
  config({ qualityTarget: 10 });
  // Of one's own: what is written here from a template may well be worth ten.
  writeFileSync(
    join(here.folder, 'mine.md'),
    '# Tides\n\nTidewatch texts harbour crews before the ramp is dry. It is the best tide service there is. Order a gauge.\n',
  );
  const played = await here.jury('content', 'tidewatch', '--type', 'social-post', '--draft', 'mine.md');
  expect(played.stderr).toMatch(/the approved text has a mean of \d\.\d; the target is 10/);
  expect(played.status).toBe(0);
});

test('at a screen of 80 columns nothing is cut off or coloured by half, and the result stands in words at the end', async () => {
  using here = place();
  cpSync(IDEA, join(here.folder, 'tidewatch'), { recursive: true });
  const { shell, errors } = recordingShell(here.folder, { HOME: here.folder });
  const { run } = await import('./content.ts');
  const status = await run(['tidewatch', '--type', 'blog-post'], {
    ...shell,
    outIsTty: true,
    errorIsTty: true,
    errorPaint: { ...shell.errorPaint, color: true },
    terminal: { fd: 2, columns: 80, rows: 24 },
  });
  expect(status).toBe(0);
  const plain = stripVTControlCharacters(errors());
  expect(plain.split('\n').filter((line) => line.length > 80)).toEqual([]);
  // A colour begins and ends at a mark or a line, not within a word.
  expect(errors()).toContain('\nRound 2 of at most 3');
  expect(errors()).not.toContain('R\u001b[0mound');
  expect(plain.trimEnd().split('\n').at(-1)).toBe('Approved: draft 2.');
  expect(plain).not.toMatch(/PROGRESS|threshold-met|high-severity|content\.|if needed|blog-post| max$/m);
});
