import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test } from 'vitest';
import { EXAMPLES } from './examples.ts';
import { place } from './test/jury.ts';

const BRIEF =
  'Landing page for Tidewater, a booking tool for small ferry operators. 40 operators in Norway use it. It costs €29 per boat per month. Write to hello@tidewater.ferry.';

describe('jury run', () => {
  test('writes a page from a brief without a model, and ships it', async ({ expect }) => {
    using here = place();
    const { status, stdout } = await here.jury(
      ...[
        'run',
        '--brief',
        BRIEF,
        '--skill',
        'saas-landing',
        '--design',
        'folio',
        '--browser',
        'never',
        '--json',
        '--quiet',
      ],
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'shipped',
      skill: 'saas-landing',
      enablement: { on: true, by: 'skill' },
    });
    expect(await here.projects()).toEqual(['saas-landing.html']);
    const page = readFileSync(join(here.folder, '.jury/saas-landing/saas-landing.html'), 'utf8');
    for (const fact of ['Tidewater', '40', 'Norway', '€29', 'hello@tidewater.ferry', '#8c1d18'])
      expect(page).toContain(fact);
  });

  test('does what its help shows: the example without a model ships', async ({ expect }) => {
    using here = place();
    const [line = ''] = EXAMPLES.run[0] ?? [];
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, said, word]) => said ?? word ?? '');
    const { status, stderr } = await here.jury(...words, '--browser', 'never', '--quiet');
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  });

  test('says why it does not ship, and ends with 1', async ({ expect }) => {
    using here = place();
    const { status, stdout } = await here.jury(
      ...[
        'run',
        '--brief',
        'Landing page for Tidewater. TODO: prices. Lorem ipsum dolor sit amet.',
        '--skill',
        'saas-landing',
      ],
      ...['--browser', 'never', '--quiet'],
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/placeholder|TODO|Lorem/i);
  });

  test('a skill that opts out leaves a page and says that nothing was judged', async ({ expect }) => {
    using here = place();
    const { status, stdout } = await here.jury(
      'run',
      '--brief',
      BRIEF,
      '--skill',
      'export-pdf',
      '--out',
      'x',
      '--quiet',
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Written, not judged: the skill opts out of the jury (policy opt-out).');
    expect(existsSync(join(here.folder, 'x/export-pdf.html'))).toBe(true);
    expect(existsSync(join(here.folder, 'x/report.html'))).toBe(false);
  });

  test.for([
    [[], 'Say what the page is for: --brief TEXT, or --brief @FILE.'],
    [['--brief', ' '], '--brief is empty; say what the page is for, or name a file as @brief.md.'],
    [['--brief', 'x'], 'name its kind with --skill'],
    [['--brief', 'x', '--skill', 'nope'], 'there is no skill "nope"; known are dashboard'],
    [['--brief', 'x', '--skill', '../up'], '--skill is "../up"; it takes an id'],
    [
      ['--brief', 'x', '--skill', 'dashboard', '--design', 'nope'],
      'there is no design system "nope"; known are',
    ],
    [['--brief', 'x', '--skill', 'dashboard', '--design', './no.md'], 'there is no such file'],
    [['--brief', '@no.md', '--skill', 'dashboard'], 'there is no such file'],
    [['--brief', 'x', '--skill', 'dashboard', '--jury', 'maybe'], '--jury is "maybe"; it takes on, off.'],
    [
      ['--brief', 'x', '--skill', 'dashboard', '--max-tokens', '0'],
      '--max-tokens is "0"; it takes a whole number from 1',
    ],
    [
      ['--brief', 'x', '--skill', 'dashboard', '--max-cost', 'free'],
      '--max-cost is "free"; it takes a number',
    ],
    [
      ['--brief', 'x', '--skill', 'dashboard', '--threshold', '99'],
      '--threshold 99 is above the scale of 10; it takes a number from 0 to 10.',
    ],
    [['--brief', 'x', '--skill', 'dashboard', '--grounding', 'off'], "--grounding is about an agent's page"],
    [['--brief', 'x', '--agent', 'nobody'], 'there is no agent "nobody"'],
    [['page.html'], 'run takes no "page.html"'],
  ] as const)('%j is refused with 2', async ([args, message], { expect }) => {
    using here = place();
    const { status, stderr } = await here.jury('run', ...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(2);
    expect(await here.projects()).toEqual([]);
  });
});

test('jury skills lists what can be used, and what is wrong with the rest', async ({ expect }) => {
  using here = place();
  mkdirSync(join(here.dataDir, 'skills/mine'), { recursive: true, mode: 0o700 });
  writeFileSync(join(here.dataDir, 'skills/mine/SKILL.md'), '---\nname: mine\ndescription: a: b\n---\n');
  const { status, stdout } = await here.jury('skills');
  expect(status).toBe(0);
  expect(stdout).toMatch(/saas-landing\s+required/);
  expect(stdout).toMatch(/folio\s+Folio\. An editorial serif/);
  expect(stdout).toContain(
    `error: ${relative(here.folder, here.dataDir)}/skills/mine/SKILL.md:3: Nested mappings`,
  );
});

describe('folders named in the configuration file', () => {
  const SKILL = '---\nname: notice\ndescription: A note on a door.\nod:\n  template: page.html\n---\n';

  test('bring skills and design systems, beside those of the variables', async ({ expect }) => {
    using here = place();
    mkdirSync(join(here.folder, 'house/skills/notice'), { recursive: true });
    mkdirSync(join(here.folder, 'house/brands/door'), { recursive: true });
    here.write('house/skills/notice/SKILL.md', SKILL);
    here.write('house/skills/notice/page.html', '<!doctype html><title>{{name}}: {{title}}</title>');
    here.write(
      'house/brands/door/DESIGN.md',
      '---\nname: Door\ncolors: { paper: "#ffffff", ink: "#222222", accent: "#0055aa" }\n---\n\n# Door\n\nPlain.\n',
    );
    here.write('jury.config.json', '{"skills":["house/skills"],"designSystems":["house/brands"]}');
    const { status, stdout } = await here.jury('skills');
    expect(status).toBe(0);
    expect(stdout).toMatch(/notice\s+A note on a door/);
    expect(stdout).toMatch(/door\s+Door\./);
    const written = await here.jury(
      ...['run', '--brief', BRIEF, '--skill', 'notice', '--design', 'door'],
      ...['--jury', 'off', '--quiet'],
    );
    expect(written.status).toBe(0);
    expect(readFileSync(join(here.folder, '.jury/notice/notice.html'), 'utf8')).toContain('Tidewater');
  });

  test.for([
    ['{"skills":"house"}', /^jury: jury\.config\.json: skills: /],
    ['{"skills":["a:b"]}', /^jury: jury\.config\.json: skills\[0\]: a folder must not have : in its name/],
  ] as const)('%s is refused with 2', async ([config, message], { expect }) => {
    using here = place();
    here.write('jury.config.json', config);
    const { status, stderr } = await here.jury('skills');
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  test('one that is not there is named, and the rest keeps working', async ({ expect }) => {
    using here = place();
    here.write('jury.config.json', '{"skills":["nowhere"]}');
    const { status, stdout } = await here.jury('skills');
    expect(status).toBe(0);
    expect(stdout).toMatch(/saas-landing\s+required/);
    expect(stdout).toMatch(/nowhere.*/);
  });
});
