/** Checkouts whose git folder, submodules, kept data or file system entries are not what they seem. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkout, HostileRepository } from './checkout.ts';
import { otherRepository } from './other-repository.ts';
import { PLANTED_AGENT, plantData, userAgent } from './planted-data.ts';

const BASE = [
  ['check', 'index.html', '--base', 'HEAD', '--browser', 'never'],
  ['check', 'index.html', '--base', 'main', '--browser', 'never', '--json'],
];
const ALL_TEXTS = [
  ...['index.html', 'DESIGN.md', 'spec.md', 'plan.md', 'task/brief.md', 'task/manifest.json'],
  ...['idea/positioning.md', 'transcript.ndjson', 'jury.config.json', 'baseline.json', 'criteria.yaml'],
];

export const REPOSITORIES: readonly HostileRepository[] = [
  {
    name: 'settings of git that are included from elsewhere',
    build(checkout, canary) {
      const program = checkout.trap('tool.sh', canary);
      checkout.put('.gitattributes', '* filter=x diff=x merge=x text=auto eol=crlf export-subst ident\n');
      checkout.commit();
      checkout.put(
        'shared.gitconfig',
        `[core]\n\tfsmonitor = ${program}\n\thooksPath = hooks\n\tsshCommand = ${program}\n\talternateRefsCommand = ${program}\n[filter "x"]\n\tprocess = ${program}\n\trequired = true\n[diff "x"]\n\ttextconv = ${program}\n\tcommand = ${program}\n[uploadpack]\n\tpackObjectsHook = ${program}\n[gpg]\n\tprogram = ${program}\n[alias]\n\trev-parse = !${program}\n\tcat-file = !${program}\n`,
      );
      const settings = join(checkout.folder, '.git/config');
      appendFileSync(settings, '[include]\n\tpath = ../shared.gitconfig\n');
      appendFileSync(settings, '[includeIf "gitdir:/"]\n\tpath = ../shared.gitconfig\n');
      appendFileSync(settings, `[include]\n\tpath = ${canary.secretFile}\n`);
      appendFileSync(settings, '[extensions]\n\tworktreeConfig = true\n');
      checkout.put('.git/config.worktree', `[core]\n\tfsmonitor = ${program}\n`);
      for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout'])
        for (const folder of ['hooks', '.git/hooks']) checkout.trap(`${folder}/${hook}`, canary);
    },
    argv: () => BASE,
  },
  {
    name: 'a pointer to another repository of the user',
    build(checkout, { secretFile }) {
      const other = otherRepository(checkout, secretFile);
      checkout.put('.git', `gitdir: ${join(other, '.git')}\n`);
    },
    argv: () => BASE,
  },
  {
    name: 'objects, grafts and a work tree that lie elsewhere',
    build(checkout, { secretFile }) {
      const other = otherRepository(checkout, secretFile);
      checkout.commit();
      checkout.put('.git/objects/info/alternates', `${join(other, '.git/objects')}\n/dev/zero\n`);
      checkout.put('.git/info/grafts', `${'0'.repeat(40)} ${'1'.repeat(40)}\n`);
      checkout.put('.git/shallow', `${'0'.repeat(40)}\n`);
      appendFileSync(join(checkout.folder, '.git/config'), `[core]\n\tworktree = ${other}\n`);
    },
    argv: () => BASE,
  },
  {
    name: 'git files that wait or never end',
    build(checkout) {
      checkout.commit();
      checkout.pipe('.git/HEAD', '.git/refs/heads/main', '.git/index');
      checkout.link('.git/packed-refs', '/dev/zero');
      appendFileSync(join(checkout.folder, '.git/config'), '[include]\n\tpath = HEAD\n');
    },
    argv: () => BASE,
  },
  {
    name: 'submodules, bare repositories and a second .git below',
    build(checkout, canary) {
      const program = checkout.trap('tool.sh', canary);
      checkout.put(
        '.gitmodules',
        `[submodule "x"]\n\tpath = part\n\turl = ext::${program}\n\tupdate = !${program}\n[submodule "../../x"]\n\tpath = -u${program}\n\turl = --upload-pack=${program}\n`,
      );
      for (const bare of ['part', 'vendor/bare.git', 'idea', 'task']) {
        execFileSync('git', ['init', '-q', '--bare', join(checkout.folder, bare)], {
          env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
        });
        checkout.put(`${bare}/config`, `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${program}\n`);
        checkout.put(`${bare}/index.html`, '<!doctype html><title>x</title><p>Words');
        for (const hook of ['post-index-change', 'pre-commit'])
          checkout.trap(`${bare}/hooks/${hook}`, canary);
      }
      checkout.put('site/.git', 'gitdir: ../part\n');
      checkout.put('site/index.html', '<!doctype html><title>x</title><p>Words');
    },
    argv: () => [
      ...BASE,
      ['check', 'part/index.html', '--base', 'HEAD', '--browser', 'never'],
      ['review', 'site/index.html', '--plain', '--browser', 'never'],
      ['check', 'site/index.html', '--base', 'HEAD', '--browser', 'never'],
    ],
  },
  {
    name: 'sockets and devices in place of files',
    build(checkout) {
      for (const [at, name] of ALL_TEXTS.entries())
        if (at % 2 === 0 || !device(checkout, name)) socket(checkout, name);
      checkout.put(
        'page.html',
        '<!doctype html><title>x</title><link rel="stylesheet" href="s.css"><p>Words',
      );
      socket(checkout, 's.css');
      socket(checkout, '.jury');
    },
    argv: () => [['review', 'page.html', '--plain', '--browser', 'never']],
  },
  {
    name: 'sparse files and folders in place of files',
    build(checkout) {
      for (const [at, name] of ALL_TEXTS.entries()) {
        if (at % 2 === 0) checkout.huge(name, '\n');
        else {
          rmSync(join(checkout.folder, name), { recursive: true, force: true });
          mkdirSync(join(checkout.folder, name, 'deeper'), { recursive: true });
        }
      }
      checkout.huge('big.css', '');
      checkout.put(
        'page.html',
        '<!doctype html><title>x</title><link rel="stylesheet" href="big.css"><p>Words',
      );
    },
    argv: () => [['review', 'page.html', '--plain', '--browser', 'never']],
  },
  {
    name: 'names that collide, end the line, or are as long as names can be',
    build(checkout, canary) {
      const page = '<!doctype html><title>x</title><p>Words that are here.';
      for (const name of ['INDEX.HTML', 'Index.html', 'index.HTML', 'jury.Config.json', 'Jury.config.json'])
        checkout.put(name, page);
      for (const name of ['.GIT/config', '.Git/hooks/pre-commit', 'git~1/config', '.g\u200cit/config'])
        checkout.put(name, `[core]\n\tfsmonitor = ${checkout.trap('tool.sh', canary)}\n`);
      for (const name of [
        'CON.html',
        'a. .html',
        'a\tb.html',
        ' .html',
        '~.html',
        '$(touch x).html',
        '`id`.html',
      ])
        checkout.put(`names/${name}`, page);
      for (const name of ['--apply', '--config=x', '-rf', '@brief.md'])
        checkout.put(`names/${name}.html`, page);
      checkout.put(`names/${'x'.repeat(250)}.html`, page);
      checkout.put(`${'deep/'.repeat(400)}page.html`, page);
      // A name that is no text in any encoding.
      closeSync(
        openSync(
          Buffer.concat([Buffer.from(`${checkout.folder}/names/`), Buffer.from([0xff, 0xfe, 0x2e, 0x68])]),
          'w',
        ),
      );
      checkout.put(
        'task/brief.md',
        '# Brief\n\n- R1: see `--apply.html`, `$(touch x).html` and `names/-rf.html`, which must be there\n',
      );
    },
    argv: () => [
      ['review', 'names', '--plain', '--browser', 'never', '--out', 'out/names'],
      ['check', 'names', '--browser', 'never', '--sarif', 'out/a.sarif', '--junit', 'out/a.xml'],
      ['check', '--', '--apply.html'],
      ['review', 'deep', '--plain', '--browser', 'never'],
      ['drill', 'names/-rf.html', '--quiet'],
      ['converge', '--task', 'task', '--type', 'final-verification'],
    ],
  },
  {
    name: 'a database, notes, locks and leases that were planted',
    async build(checkout, canary) {
      const command = checkout.trap('agent.sh', canary);
      for (const data of ['.od', '.jury/data', 'data']) {
        await plantData(checkout, data, canary, 'as cloned');
        for (const name of [
          'lock',
          'host.lock',
          'lease.json',
          'jury.lock',
          'jury.db.lock',
          'socket',
          'token',
        ])
          checkout.put(`${data}/${name}`, `${process.pid}\n`);
        checkout.json(`${data}/agents.json`, {
          agents: [{ id: PLANTED_AGENT, name: 'x', command, args: [] }],
        });
        checkout.json(`${data}/keys.json`, { anthropic: 'planted', baseUrl: canary.url });
        checkout.json(`${data}/consents.json`, { [join(checkout.folder, 'jury.config.ts')]: '*' });
        checkout.json(`${data}/artifacts/a-1/request.json`, {
          agent: 'claude',
          brief: `@${canary.secretFile}`,
        });
        // Who may come in is read at every start, and again and again.
        checkout.pipe(`${data}/tokens.json`);
        checkout.link(`${data}/artifacts/a-1/index.html`, canary.secretFile);
        checkout.link(`${data}/sites/idea`, dirname(canary.secretFile));
      }
    },
    argv: () =>
      ['.od', 'data'].flatMap((data) => [
        ['data', '--data', data, '--json'],
        ['logs', '--data', data],
        ['doctor', '--data', data],
        ['loop', '--resume', 'r-1', '--data', data],
        ['serve', '--port', '0', '--json', '--data', data],
      ]),
  },
  {
    name: 'a planted run that waits for an agent of the user',
    async build(checkout, canary) {
      userAgent(checkout, canary);
      await plantData(checkout, '.od', canary, 'as cloned');
      await plantData(checkout, 'data', canary, 'closed');
      checkout.commit();
    },
    // As continuous integration sets it, to keep the folder.
    env: (_, argv) => (argv.includes('--host') ? { OD_DATA_DIR: 'data' } : {}),
    argv: () => [
      ['serve', '--json', '--port', '0'],
      ['serve', '--json', '--port', '0', '--host', '127.0.0.1'],
    ],
  },
  {
    name: 'notes, logs and results of runs that were never made',
    build(checkout, canary) {
      const order = '\u001b]0;owned\u0007\u202e';
      for (const folder of ['.jury/index', 'task/runs/error-analysis', 'task/runs/final-verification']) {
        checkout.put(`${folder}/transcript.ndjson`, `{"type":"${order}"}\n`);
        checkout.json(`${folder}/state.json`, {
          phase: 'shipped',
          page: canary.secretFile,
          command: canary.execFile,
        });
        checkout.link(`${folder}/final-report.json`, canary.secretFile);
        checkout.pipe(`${folder}/convergence-state.json`);
      }
      checkout.json('task/clarifications.json', [{ id: order, answer: `@${canary.secretFile}` }]);
      checkout.link('task/plan.md', canary.secretFile);
      checkout.json('task/manifest.json', {
        key: 'X',
        plan: 'plan.md',
        workers: ['sh', '../agent.sh'],
        critic: '-x',
      });
      checkout.put('idea/drafts/1.md', `@${canary.secretFile}\n`);
      checkout.pipe('idea/state.json', 'idea/research.md', 'idea/personas.md');
    },
    argv: () => [
      ['converge', '--task', 'task', '--type', 'implementation-planning'],
      ['converge', '--task', 'task', '--type', 'final-verification', '--json'],
      ['content', 'idea', '--json'],
    ],
  },
];

/** Only root can make one; false for others. */
function device(checkout: Checkout, name: string): boolean {
  const path = join(checkout.folder, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  try {
    execFileSync('mknod', ['--', path, 'c', '1', '5'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Its listener is gone: the entry stays. The path of a socket is short, so it is made from its folder. */
function socket(checkout: Checkout, name: string): void {
  const path = join(checkout.folder, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  const script =
    "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
  try {
    execFileSync(process.execPath, ['-e', script, name.split('/').at(-1) ?? ''], {
      cwd: dirname(path),
      stdio: 'ignore',
    });
  } catch {
    // It ends by the signal.
  }
}
