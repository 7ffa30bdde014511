/** Checkouts that lay out places a command will write to, names a library will take, and folders without an end. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostileRepository } from './checkout.ts';

export const PLACES: readonly HostileRepository[] = [
  {
    name: 'places of settings and instructions that lead out',
    build(checkout, { writeFile }) {
      const kept = dirname(writeFile);
      for (const name of ['.github', '.cursor', '.gitlab', '.vscode', 'integrations'])
        checkout.link(name, kept);
      for (const name of ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', '.gitlab-ci.yml', 'jury.baseline.json'])
        checkout.link(name, writeFile);
      checkout.link('jury.config.json', join(kept, 'made.json'));
      checkout.link('jury.witnesses.json', join(kept, 'made.json'));
    },
    argv: () => [
      ['init', '--yes', '--pages', 'index.html', '--ci', 'github', '--agent', 'copilot', '--agent', 'cursor'],
      ['init', '--yes', '--pages', 'index.html', '--ci', 'gitlab', '--agent', 'codex', '--agent', 'gemini'],
      ['init', '--yes', '--json'],
    ],
  },
  {
    name: 'reports, keys and certificates that are links to a file outside',
    build(checkout, { writeFile }) {
      for (const name of [
        'quality.json',
        'a.sarif',
        'a.xml',
        'key.pub.json',
        'certificate.json',
        'jury.witnesses.json',
      ])
        checkout.link(name, writeFile);
      for (const name of ['index.html', 'index.html.png', 'pages', 'before', 'index'])
        checkout.link(`report/${name}`, name.includes('.') ? writeFile : dirname(writeFile));
      checkout.link('linked', dirname(writeFile));
      checkout.commit();
    },
    argv: () => [
      ['check', 'index.html', '--browser', 'never', '--report', 'report'],
      ['check', 'index.html', '--browser', 'never', '--report', 'linked'],
      ['check', 'index.html', '--browser', 'never', '--report', 'linked/new'],
      ['check', 'index.html', '--browser', 'never', '--code-quality', 'quality.json', '--junit', 'a.xml'],
      ['check', 'index.html', '--browser', 'never', '--sarif', 'linked/new.sarif'],
      ['key', 'new', '--name', 'x', '--out', 'key.pub.json'],
      ['certify', 'transcript.ndjson', '--out', 'certificate.json'],
      ['review', 'index.html', '--plain', '--browser', 'never', '--out', '.git/hooks'],
    ],
  },
  {
    name: 'skills, systems and recipes whose names and parts lead out',
    build(checkout, { secretFile, writeFile }) {
      const skill = (id: string, head: string): void =>
        void checkout.put(`skills/${id}/SKILL.md`, `---\n${head}\ndescription: A page\n---\nWords\n`);
      skill('a', 'name: ../../../kept/x');
      skill('b', `od:\n  template: ${secretFile}\n  example: ../../../secret/secret.md`);
      skill('c', 'od:\n  template: linked.html\n  example: pipe.md');
      skill('d', 'od:\n  template: ..%2f..%2fsecret.md\n  example: "a/../../../../secret/secret.md"');
      checkout.link('skills/c/linked.html', secretFile);
      checkout.pipe('skills/c/pipe.md', 'skills/p/SKILL.md', 'systems/p/DESIGN.md', 'idea/advisors/p.md');
      checkout.link('skills/e', dirname(secretFile));
      checkout.link('systems/e/DESIGN.md', secretFile);
      checkout.link('systems/f', '/proc/self');
      checkout.put('idea/recipes/x.md', `---\ncontentType: ../../kept/x\nout: ${writeFile}\n---\nWords\n`);
      checkout.link('idea/advisors/linked.md', secretFile);
      checkout.json('jury.config.json', { skills: ['skills'], designSystems: ['systems'] });
      checkout.commit();
    },
    argv: () => [
      ['skills', '--json'],
      ...['b', 'c', 'd', 'e', '../../../kept/x'].map((id) => [
        'run',
        '--brief',
        'x',
        '--skill',
        id,
        '--plain',
      ]),
      ['run', '--brief', 'x', '--skill', 'saas-landing', '--design', 'e', '--plain'],
      ['content', 'idea', '--type', '../../kept/x'],
      ['content', '../secret'],
    ],
  },
  {
    name: 'folders that hold themselves, and more of them than anybody looks through',
    build(checkout) {
      const { folder } = checkout;
      for (const name of ['site', 'task', 'idea', 'skills']) {
        mkdirSync(join(folder, name), { recursive: true });
        for (const self of ['self', 'again', 'more']) symlinkSync('.', join(folder, name, self));
        symlinkSync('..', join(folder, name, 'up'));
        symlinkSync('/', join(folder, name, 'root'));
      }
      for (let at = 0; at < 3_000; at += 1)
        mkdirSync(join(folder, 'many', String(at % 50), `f${at}`), { recursive: true });
      mkdirSync(join(folder, 'site/index.html'));
      mkdirSync(join(folder, '.jury/index.html'), { recursive: true });
      checkout.put(
        'site/real.html',
        '<!doctype html><html lang="en"><title>x</title><p>Words that are here.</p></html>',
      );
      checkout.json('jury.config.json', {
        skills: ['skills', 'skills/self/self', 'many'],
        designSystems: ['many'],
      });
      checkout.commit();
    },
    argv: () => [
      ['check', 'site', '--browser', 'never'],
      ['check', '**/*.html', '--browser', 'never'],
      ['check', '--changed-since', 'HEAD', '--browser', 'never'],
      ['check', 'site/self/again/more/real.html', '--browser', 'never'],
      ['review', 'site/root/etc', '--plain', '--browser', 'never'],
      ['skills', '--json'],
    ],
  },
];
