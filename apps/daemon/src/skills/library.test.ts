import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { loadLibrary } from './library.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jury-library-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: string | Uint8Array): Promise<void> {
  const file = join(root, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
}

const SKILL = (extra = ''): string =>
  `---\nname: mine\ndescription: A page.\n${extra}---\n\nWrite it well.\n`;
const load = (env: Record<string, string> = {}) => loadLibrary({ dataDir: root, env });

/** Of the user's files: ours are in order, which a test of its own says. */
async function skillProblems(): Promise<{ at: string; message: string; severity: string }[]> {
  const { skillProblems: found } = await load();
  return found.map(({ file, line, message, severity }) => ({
    at: `${file.slice(file.indexOf('skills/') + 7)}:${line}`,
    message,
    severity,
  }));
}

describe('the library', () => {
  test('ours is in order: nine skills with their policies, six design systems', async ({ expect }) => {
    const { skills, designs, skillProblems: problems, designProblems } = await load();
    expect(problems).toEqual([]);
    expect(designProblems).toEqual([]);
    expect(skills.map(({ id, policy }) => [id, policy])).toEqual([
      ['dashboard', 'required'],
      ['export-pdf', 'opt-out'],
      ['finance-report', 'required'],
      ['hr-onboarding', 'required'],
      ['kanban-board', 'required'],
      ['magazine-poster', 'required'],
      ['saas-landing', 'required'],
      ['simple-deck', 'opt-in'],
      ['weekly-update', 'opt-in'],
    ]);
    expect(skills.every(({ template, exampleBrief }) => template !== null && exampleBrief !== null)).toBe(
      true,
    );
    expect(designs.map(({ id }) => id)).toEqual(['commons', 'folio', 'jelly', 'kiln', 'raster', 'tty']);
  });

  test('folders of the user extend ours, in the data folder and by a variable', async ({ expect }) => {
    await put('skills/mine/SKILL.md', SKILL());
    await put('elsewhere/other/SKILL.md', SKILL().replace('mine', 'other'));
    await put(
      'design-systems/house/DESIGN.md',
      '# House\n\n## Colours\n- Ink: `#123456`\n- Paper: `#fefefe`\n',
    );
    const { skills, designs } = await load({ OD_SKILLS_DIR: join(root, 'elsewhere') });
    expect(skills.filter(({ origin }) => origin === 'user').map(({ id }) => id)).toEqual(['mine', 'other']);
    expect(designs.find(({ id }) => id === 'house')?.origin).toBe('user');
  });

  test.for([
    ['always', 'required'],
    ['on-demand', 'opt-in'],
    ['off', 'opt-out'],
    ['"off"', 'opt-out'],
  ])('the old word %s is read as %s, and said at its line', async ([word, policy], { expect }) => {
    await put('skills/mine/SKILL.md', SKILL(`od:\n  critique:\n    policy: ${word}\n`));
    const { skills } = await load();
    expect(skills.find(({ id }) => id === 'mine')?.policy).toBe(policy);
    expect(await skillProblems()).toMatchObject([
      { at: 'mine/SKILL.md:6', severity: 'warning', message: expect.stringContaining(`write "${policy}"`) },
    ]);
  });

  test('an unknown policy is no policy, and a warning with its line', async ({ expect }) => {
    await put('skills/mine/SKILL.md', SKILL('od:\n  critique:\n    policy: sometimes\n'));
    const { skills } = await load();
    expect(skills.find(({ id }) => id === 'mine')?.policy).toBeNull();
    expect(await skillProblems()).toEqual([
      {
        at: 'mine/SKILL.md:6',
        severity: 'warning',
        message:
          'od.critique.policy: "sometimes" is not a policy, so there is none; it takes required, opt-in, opt-out',
      },
    ]);
  });

  test.for([
    ['bad YAML', '---\nname: mine\ndescription: a: b\n---\n', 'mine/SKILL.md:3', 'Nested mappings'],
    ['no frontmatter', '# Mine\n', 'mine/SKILL.md:1', 'begins without frontmatter'],
    ['no description', '---\nname: mine\n---\n', 'mine/SKILL.md:1', 'description:'],
    [
      'a name that is a path',
      '---\nname: ../up\ndescription: x\n---\n',
      'mine/SKILL.md:2',
      'lower-case letters',
    ],
    [
      'a template outside its folder',
      '---\ndescription: x\nod:\n  template: ../../secret.html\n---\n',
      'mine/SKILL.md:4',
      'leads out of its folder',
    ],
    [
      'an absolute template',
      '---\ndescription: x\nod:\n  template: /etc/passwd\n---\n',
      'mine/SKILL.md:4',
      'leads out',
    ],
    [
      'a template that is not there',
      '---\ndescription: x\nod:\n  template: a.html\n---\n',
      'mine/SKILL.md:4',
      'no file',
    ],
    [
      'aliases without end',
      `---\na: &a [x, x]\n${'b: [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n'.repeat(1)}description: x\n${Array.from({ length: 30 }, (_, n) => `k${n}: *a`).join('\n')}\n---\n`,
      'mine/SKILL.md:1',
      'alias',
    ],
  ] as const)('%s: a named error, and the rest keeps working', async ([, text, at, message], { expect }) => {
    await put('skills/mine/SKILL.md', text);
    await put('secret.html', 'secret');
    const found = await skillProblems();
    expect(found[0]).toMatchObject({ at, severity: 'error' });
    expect(found[0]?.message).toContain(message);
    const { skills } = await load();
    expect(skills).toHaveLength(9);
  });

  test('5 MB, a binary, a missing file and text that is not UTF-8 are each said', async ({ expect }) => {
    await put('skills/big/SKILL.md', 'x'.repeat(5_000_000));
    await put('skills/binary/SKILL.md', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
    await put('skills/empty/other.txt', 'x');
    await put('skills/latin/SKILL.md', new Uint8Array([0x2d, 0xe4, 0xf6]));
    await put('design-systems/big/DESIGN.md', 'x'.repeat(5_000_000));
    await put('design-systems/nothing/DESIGN.md', 'Just words.');
    const { skillProblems: skills, designProblems: designs } = await load();
    const words = (list: typeof skills): string[] =>
      list.map(({ file, message }) => `${file.split('/').at(-2)}: ${message}`);
    expect(words(skills)).toEqual([
      'big: has 4883 KiB; at most 256 KiB are read',
      'binary: is a binary file, not text',
      'empty: there is no file "SKILL.md"',
      'latin: is not UTF-8 text',
    ]);
    expect(words(designs)).toEqual([
      'big: has 4883 KiB; at most 100 KiB are read',
      'nothing: names neither a colour nor a typeface: it is no design system',
    ]);
  });

  test('a link that leads out is refused, as a folder and as a file', async ({ expect }) => {
    await put('outside/SKILL.md', SKILL().replace('mine', 'outside'));
    await put('outside/page.html', 'secret');
    await put('skills/mine/SKILL.md', SKILL('od:\n  template: page.html\n'));
    await symlink(join(root, 'outside'), join(root, 'skills/linked'));
    await symlink(join(root, 'outside/page.html'), join(root, 'skills/mine/page.html'));
    expect((await skillProblems()).map(({ message }) => message)).toEqual([
      'is a link that leads out of its folder',
      'od.template: "page.html" is a link that leads out of its folder',
    ]);
  });

  test('an id that is taken is said, with who has it', async ({ expect }) => {
    await put('skills/again/SKILL.md', SKILL().replace('mine', 'dashboard'));
    const [problem] = await skillProblems();
    expect(problem?.message).toMatch(
      /^"dashboard" is the id of .*dashboard\/SKILL\.md already; choose another$/,
    );
  });

  test('broken YAML of a design system is said with its line, and its prose is read', async ({ expect }) => {
    await put(
      'design-systems/half/DESIGN.md',
      '---\ncolors:\n  ink: "#111111\n  paper: x: y\n---\n\n# Half\n\n## Colours\n- Ink `#111111`\n- Paper `#ffffff`\n',
    );
    const { designs, designProblems } = await load();
    expect(designs.some(({ id }) => id === 'half')).toBe(true);
    expect(designProblems[0]).toMatchObject({ severity: 'warning', line: expect.any(Number) });
  });

  test('a named folder that is not there is said', async ({ expect }) => {
    const { skillProblems: problems } = await load({ OD_SKILLS_DIR: join(root, 'nowhere') });
    expect(problems).toMatchObject([{ severity: 'error', message: 'there is no such folder' }]);
  });
});
