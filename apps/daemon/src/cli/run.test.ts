import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
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
    const page = readFileSync(join(here.folder, '.jury/saas-landing/saas-landing.html'), 'utf8');
    for (const fact of ['Tidewater', '40', 'Norway', '€29', 'hello@tidewater.ferry', '#8c1d18'])
      expect(page).toContain(fact);
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
    [['--brief', ' '], '--brief is empty; say what the page is for.'],
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
    [['page.html'], 'run takes no "page.html"'],
  ] as const)('%j is refused with 2', async ([args, message], { expect }) => {
    using here = place();
    const { status, stderr } = await here.jury('run', ...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(2);
  });
});

test('jury skills lists what can be used, and what is wrong with the rest', async ({ expect }) => {
  using here = place();
  mkdirSync(join(here.folder, '.od/skills/mine'), { recursive: true });
  here.write('.od/skills/mine/SKILL.md', '---\nname: mine\ndescription: a: b\n---\n');
  const { status, stdout } = await here.jury('skills');
  expect(status).toBe(0);
  expect(stdout).toMatch(/saas-landing\s+required/);
  expect(stdout).toMatch(/folio\s+Folio\. An editorial serif/);
  expect(stdout).toContain('error: .od/skills/mine/SKILL.md:3: Nested mappings');
});
