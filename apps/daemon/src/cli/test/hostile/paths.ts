/** Checkouts whose files and folders lead elsewhere, never end, or wait for somebody. */
import { dirname } from 'node:path';
import { type HostileRepository, trapCode } from './checkout.ts';

const TEXTS = ['DESIGN.md', 'spec.md', 'plan.md', 'task/brief.md', 'idea/positioning.md'];
const SETTINGS = [
  'jury.config.json',
  'baseline.json',
  'criteria.yaml',
  'manifest.json',
  'task/manifest.json',
];
const USES = [
  ['review', 'index.html', '--plain', '--brief', '@brief.md'],
  ['review', 'index.html', '--plain', '--design', 'brand.md'],
  ['review', 'index.html', '--plain', '--baseline', 'baseline.json', '--update-baseline'],
  ['run', '--brief', '@brief.md', '--skill', 'saas-landing', '--plain'],
  ['loop', 'README.md', '--criteria', 'criteria.yaml'],
  ['drill', 'page.html', '--quiet'],
  ['review', 'page.html', '--json'],
  ['review', 'page.html', '--plain', '--browser', 'never', '--apply'],
  ['replay', 'run.ndjson', '--speed', 'instant'],
  ['rejudge', 'run.ndjson'],
];
const USED = ['brief.md', 'brand.md', 'baseline.json', 'criteria.yaml', 'page.html', 'run.ndjson'];

export const PATHS: readonly HostileRepository[] = [
  {
    name: 'texts that are links to a secret',
    build(checkout, { secretFile }) {
      for (const name of [...TEXTS, ...USED]) checkout.link(name, secretFile);
      checkout.commit();
    },
    argv: () => USES,
  },
  {
    name: 'folders that are links to a secret place',
    build(checkout, { secretFile }) {
      for (const name of ['site', 'task', 'idea', 'skills', 'docs']) checkout.link(name, dirname(secretFile));
      checkout.json('jury.config.json', { skills: ['skills'], designSystems: ['docs'] });
      checkout.commit();
    },
    argv: () => [
      ['review', 'site', '--json'],
      ['review', 'site/secret.md', '--plain'],
      ['skills', '--json'],
    ],
  },
  {
    name: 'links by way of the kernel, in chains and in circles',
    build(checkout, { secretFile }) {
      checkout.link('brief.md', `/proc/self/root${secretFile}`);
      checkout.link('brand.md', '/proc/self/environ');
      checkout.link('page.html', '/proc/self/environ');
      checkout.link('a', 'b');
      checkout.link('b', 'a');
      checkout.link('baseline.json', 'a');
      checkout.link('chain', secretFile);
      checkout.link('criteria.yaml', 'chain');
      checkout.link('DESIGN.md', '/proc/self/cmdline');
      checkout.commit();
    },
    argv: () => USES,
  },
  {
    name: 'devices in place of files',
    build(checkout) {
      for (const name of [...USED, 'spec.md', 'plan.md', 'task/brief.md', 'idea/positioning.md'])
        checkout.link(name, '/dev/zero');
      checkout.link('lib/DESIGN.md', '/dev/urandom');
      checkout.put('lib/index.html', '<!doctype html><title>x</title><p>Words');
      checkout.commit();
    },
    argv: () => [...USES, ['review', 'lib/index.html', '--plain']],
  },
  {
    name: 'a configuration without an end',
    build(checkout) {
      checkout.link('jury.config.json', '/dev/zero');
      checkout.huge('other.json', '{');
      checkout.link('one.json', '/proc/self/environ');
    },
    argv: () =>
      ['other.json', 'one.json'].map((file) => ['review', 'index.html', '--plain', '--config', file]),
  },
  {
    name: 'named pipes in place of texts',
    build: (checkout) => checkout.pipe(...TEXTS, ...USED),
    argv: () => USES,
  },
  {
    name: 'named pipes in place of settings',
    build: (checkout) => checkout.pipe(...SETTINGS, '.od/agents.json', '.jury', '.od/jury.db'),
  },
  {
    name: 'a page whose parts are named pipes',
    build(checkout) {
      checkout.pipe('style.css', 'picture.png', 'more/import.css');
      checkout.put(
        'page.html',
        '<!doctype html><title>x</title><link rel="stylesheet" href="style.css"><style>@import "more/import.css";</style><img src="picture.png" alt=""><p>Words',
      );
    },
    argv: () => [['review', 'page.html', '--plain', '--browser', 'never']],
  },
  {
    name: 'files of gigabytes',
    build(checkout) {
      for (const name of USED) checkout.huge(name, '<!doctype html>');
      checkout.put(
        'large.html',
        '<!doctype html><title>x</title><link rel="stylesheet" href="page.html"><p>Words',
      );
      for (const name of ['task/brief.md', 'idea/positioning.md', 'spec.md', 'plan.md'])
        checkout.huge(name, '# x\n');
    },
    argv: () => [...USES, ['review', 'large.html', '--plain', '--browser', 'never']],
  },
  {
    name: 'a results folder that leads out',
    build(checkout, { writeFile }) {
      checkout.link('.jury', dirname(writeFile));
      checkout.link('out', dirname(writeFile));
      checkout.link('deep/out', dirname(writeFile));
      checkout.json('jury.config.json', { out: 'out' });
      checkout.commit();
    },
    argv: () => [
      ['review', 'index.html', '--plain', '--out', 'deep/out'],
      ['review', 'index.html', '--plain', '--out', 'deep/out/new'],
      ['content', 'idea', '--deploy', 'deep/out'],
    ],
  },
  {
    name: 'results that are links to a file outside',
    build(checkout, { writeFile }) {
      const names = ['index.html', 'index.html.diff', 'report.html', 'transcript.ndjson', 'before.png'];
      for (const folder of ['.jury/index', '.jury/saas-landing', 'public', 'task/runs/error-analysis'])
        for (const name of [
          ...names,
          'saas-landing.html',
          'style.css',
          'final-report.md',
          'final-report.html',
        ])
          checkout.link(`${folder}/${name}`, writeFile);
      for (const name of ['a.sarif', 'a.xml', 'baseline.json', 'task/clarifications.json'])
        checkout.link(name, writeFile);
      checkout.commit();
    },
    argv: () => [
      ['review', 'index.html', '--plain', '--out', 'public'],
      ['review', 'index.html', '--plain', '--sarif', 'a.sarif', '--junit', 'a.xml'],
      ['review', 'index.html', '--plain', '--baseline', 'baseline.json', '--update-baseline'],
      ['content', 'idea', '--deploy', 'public'],
    ],
  },
  {
    name: 'links to nothing where files will be written',
    build(checkout, { writeFile }) {
      const made = `${dirname(writeFile)}/made`;
      checkout.link('.jury', made);
      checkout.link('a.sarif', made);
      checkout.link('public/index.html', made);
      checkout.link('public/index.html.tmp', made);
      checkout.link('task/runs', made);
    },
    argv: () => [
      ['review', 'index.html', '--plain', '--sarif', 'a.sarif'],
      ['review', 'index.html', '--plain', '--out', 'public'],
    ],
  },
  {
    name: 'a document that a loop would change is a link to a file outside',
    build(checkout, { writeFile }) {
      checkout.link('spec.md', writeFile);
      checkout.commit();
    },
    argv: () => [['loop', 'spec.md', '--command', 'plan']],
  },
  {
    name: 'a data folder of links to a file outside',
    build(checkout, { writeFile }) {
      for (const name of ['jury.db', 'jury.db-wal', 'jury.db-journal', 'degraded.json', 'conformance.ndjson'])
        checkout.link(`.od/${name}`, writeFile);
      checkout.link('.od/artifacts', dirname(writeFile));
      checkout.commit();
    },
  },
  {
    name: 'a configuration that names places outside',
    build(checkout, { secretFile, writeFile }) {
      checkout.json('jury.config.json', { brief: `@${secretFile}` });
      const keys: Record<string, unknown>[] = [
        { design: secretFile },
        { design: '../secret/secret.md' },
        { brief: '@../secret/secret.md' },
        { baseline: writeFile },
        { out: dirname(writeFile) },
        { out: '../kept' },
        { out: '.git/hooks' },
        { design: '.git/config' },
        { skills: [dirname(secretFile)] },
        { designSystems: ['..'] },
      ];
      for (const [at, value] of keys.entries()) checkout.json(`config-${at}.json`, value);
      checkout.commit();
    },
    argv: () =>
      Array.from({ length: 10 }, (_, at) => [
        'review',
        'index.html',
        '--plain',
        '--config',
        `config-${at}.json`,
        '--update-baseline',
      ]),
  },
  {
    name: 'a task that names a project and a plan outside',
    build(checkout, { secretFile }) {
      const plan = '../../secret/secret.md';
      checkout.json('task/manifest.json', { key: 'X', project: dirname(secretFile), plan });
      checkout.put('task/brief.md', '# Brief\n\nSee `secret.md`, which must be there.\n');
      checkout.json('other/manifest.json', { key: 'Y', plan });
      checkout.put('other/brief.md', '# Brief\n\nWork.\n');
      checkout.commit();
    },
    argv: () => [['converge', '--task', 'other', '--type', 'implementation-planning']],
  },
  {
    name: 'an out folder that holds the files of others',
    build(checkout, canary) {
      checkout.put('public/index.html', 'theirs');
      checkout.put('lib/report.html', 'theirs');
      checkout.put('evil.mjs', trapCode(canary));
      checkout.json('jury.config.json', { out: 'public' });
      checkout.commit();
    },
    argv: () => [['review', 'index.html', '--plain', '--out', 'lib']],
  },
];
