/**
 * action.yml step by step, as a runner runs it: inputs as variables, GitHub's files for outputs and summary, a checkout that a hostile
 * pull request wrote, and an API that answers as GitHub's does.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'jury-action-'));
const workspace = join(folder, 'workspace');
const traps = join(folder, 'traps');
const MARK = '<!-- design-jury -->';
const good = readFileSync(join(ROOT, 'examples/good.html'), 'utf8');
const poor = readFileSync(join(ROOT, 'examples/landing.html'), 'utf8');

interface Step {
  name: string;
  env: Map<string, string>;
  run: string;
}

/** The steps with their scripts and variables, read as the few lines of YAML they are. */
function steps(): Step[] {
  const text = readFileSync(join(ROOT, 'action.yml'), 'utf8');
  return text
    .slice(text.indexOf('\n  steps:\n'))
    .split(/\n {4}- name: /)
    .slice(1)
    .map((part) => ({
      name: part.split('\n', 1)[0] ?? '',
      env: new Map(
        [...part.matchAll(/^ {8}(\w+): \$\{\{ inputs\.([\w-]+) \}\}$/gm)].map(([, name = '', input = '']) => [
          name,
          input,
        ]),
      ),
      run: /^ {6}run: (.*)$/m.exec(part)?.[1] ?? '',
    }));
}

interface Ran {
  status: number | null;
  output: string;
  outputs: string;
  summary: string;
}

let runs = 0;

/** One step in a shell, with what a runner gives it and nothing of this process. */
function runStep(
  name: string,
  inputs: Record<string, string>,
  more: Record<string, string> = {},
): Promise<Ran> {
  const step = steps().find((one) => one.name === name);
  if (step === undefined) throw new Error(`there is no step ${name}`);
  runs += 1;
  const files = join(folder, `files-${runs}`);
  const runnerTemp = join(folder, `temp-${runs}`);
  for (const made of [files, runnerTemp]) mkdirSync(made);
  for (const file of ['output', 'summary', 'env', 'path']) writeFileSync(join(files, file), '');
  const given = [...step.env].map(([variable, input]) => [variable, inputs[input] ?? '']);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: workspace,
    env: {
      PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
      HOME: join(folder, 'home'),
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_WORKSPACE: workspace,
      GITHUB_REPOSITORY: 'owner/site',
      GITHUB_OUTPUT: join(files, 'output'),
      GITHUB_STEP_SUMMARY: join(files, 'summary'),
      GITHUB_ENV: join(files, 'env'),
      GITHUB_PATH: join(files, 'path'),
      RUNNER_TEMP: runnerTemp,
      OD_BROWSER: '/nonexistent',
      ...Object.fromEntries(given),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      const read = (file: string): string => readFileSync(join(files, file), 'utf8');
      expect([read('env'), read('path')]).toEqual(['', '']);
      resolve({ status, output, outputs: read('output'), summary: read('summary') });
    });
  });
}

const git = (...args: string[]): string =>
  execFileSync('git', args, {
    cwd: workspace,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: folder },
  }).trim();
const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(workspace, name)), { recursive: true });
  writeFileSync(join(workspace, name), text);
};
const trap = (name: string): string => `touch ${join(traps, name)}`;

let base = '';
const INJECTION = '\n::set-output name=verdict::passes\n::add-mask::x\nverdict=passes\n';

/** What a stranger can put into a pull request: names, text, configuration, kept data and programs. */
function hostilePullRequest(): void {
  put('index.html', poor);
  const names = [
    '$(touch ..\u2215traps\u2215name).html',
    '`id`.html',
    '-x.html',
    '--agent=claude.html',
    'a"; exit 0; ".html',
    `new${INJECTION}.html`.replaceAll('\n', '\n').replaceAll('/', '_'),
    '@everyone <img src=x onerror=alert(1)>.html',
  ];
  const text = `<h4>::error::pwned</h4><p>@everyone ${MARK} [link](https://elsewhere.example) <b>x</b> the the</p>${INJECTION}`;
  for (const name of names) put(name, poor.replace('<footer>', `${text}<footer>`));
  put(
    'jury.config.ts',
    `import { execSync } from 'node:child_process'; execSync(${JSON.stringify(trap('config-ts'))}); export default { threshold: 0 };\n`,
  );
  put(
    'jury.config.json',
    JSON.stringify({
      threshold: 0,
      suppress: [{ rule: '*', reason: 'mine' }],
      baseline: 'jury.baseline.json',
    }),
  );
  put('.od/config.json', JSON.stringify({ agents: [{ command: trap('od') }] }));
  put(
    '.npmrc',
    `registry=http://127.0.0.1:1/\nscript-shell=${join(traps, 'shell')}\nnode-options=--require=${join(workspace, 'evil.cjs')}\n`,
  );
  put('evil.cjs', `require('node:fs').writeFileSync(${JSON.stringify(join(traps, 'npmrc'))}, '')`);
  put(
    'package.json',
    JSON.stringify({ scripts: { preinstall: trap('preinstall'), prepare: trap('prepare') } }),
  );
  put('node_modules/.bin/design-jury', `#!/bin/sh\n${trap('bin')}\n`);
  put('node_modules/.bin/git', `#!/bin/sh\n${trap('git')}\n`);
  put('.gitattributes', '*.html filter=evil diff=evil export-subst\n');
  put('.env', 'SECRET=1\n');
  symlinkSync('/etc/passwd', join(workspace, 'passwd.html'));
  git('add', '-A', '-f');
  git('commit', '-qm', 'hostile');
}

beforeAll(() => {
  for (const made of [workspace, traps, join(folder, 'home')]) mkdirSync(made);
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'test@example.org');
  git('config', 'user.name', 'test');
  put('index.html', good);
  put('kept.html', poor);
  git('add', '-A');
  git('commit', '-qm', 'base');
  base = git('rev-parse', 'HEAD');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the action', () => {
  test('writes no input into a script, and knows its two steps', () => {
    expect(steps().map(({ name }) => name)).toEqual(['Judge', 'Comment']);
    for (const { run } of steps()) expect(run).not.toContain('${{');
  });

  let result = '';

  test('judges a hostile pull request: the verdict is right, nothing of it runs, nothing of it is an output', async () => {
    hostilePullRequest();
    const ran = await runStep('Judge', { command: join(ROOT, 'jury'), base });
    expect(readdirSync(traps)).toEqual([]);
    expect([ran.status, ran.outputs.split('\n').filter((line) => line !== '').length]).toEqual([1, 6]);
    expect(ran.outputs).toMatch(/^verdict=fails\nexit=1\nnew=\d+\nfixed=0\nunchanged=0\nfolder=[\w./-]+\n$/);
    expect(ran.output.split('\n').filter((line) => line.startsWith('::'))).toEqual([]);
    for (const text of [
      ran.summary,
      readFileSync(join(folder, `temp-${runs}`, 'design-jury/comment.md'), 'utf8'),
    ]) {
      expect(text.startsWith(`${MARK}\n## Design Jury: the change does not pass\n`)).toBe(true);
      expect(text.split(MARK)).toHaveLength(2);
      expect(text).not.toMatch(/@everyone|https:\/\/elsewhere|<img|<b>|^::/m);
    }
    result = join(folder, `temp-${runs}`, 'design-jury');
    const { files, against, base: rules } = JSON.parse(readFileSync(join(result, 'result.json'), 'utf8'));
    // Seven new names and the page that was good; what did not change is not judged, a link that leads out neither.
    expect(files).toHaveLength(8);
    expect(against.files.find(({ file }: { file: string }) => file === 'index.html')).toMatchObject({
      was: 'passes',
      now: 'fails',
      unchanged: 0,
    });
    expect(rules.changes.map(({ file }: { file: string }) => file)).toContain('jury.config.json');
    expect(existsSync(join(result, 'findings.sarif'))).toBe(true);
  });

  test('what a change fixes is told, and a change of no page passes', async () => {
    git('checkout', '-q', '-b', 'fix', base);
    put('kept.html', poor.replace('the the', 'the'));
    git('commit', '-qam', 'one fault less');
    const ran = await runStep('Judge', { command: join(ROOT, 'jury'), base, fail: 'false' });
    expect([ran.status, ran.outputs]).toEqual([
      0,
      expect.stringMatching(/^verdict=fails\nexit=1\nnew=0\nfixed=1\nunchanged=15\n/),
    ]);
    git('checkout', '-q', '-b', 'none', base);
    put('README.md', 'words\n');
    git('add', '-A');
    git('commit', '-qm', 'no page');
    const none = await runStep('Judge', { command: join(ROOT, 'jury'), base });
    expect([none.status, none.outputs]).toEqual([
      0,
      expect.stringMatching(/^verdict=passes\nexit=0\nnew=0\n/),
    ]);
  });

  test('comments once and updates it the second time, whoever else wrote our mark', async () => {
    const comments: { id: number; user: { login: string }; body: string }[] = [
      { id: 1, user: { login: 'stranger' }, body: `${MARK}\nnot ours` },
    ];
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      asked.push(`${request.method} ${request.url?.split('?')[0]} ${request.headers.authorization}`);
      const answer = (value: unknown): void => void response.end(JSON.stringify(value));
      const { url = '', method } = request;
      if (url.includes('/pulls?'))
        return answer([
          { number: 7, head: { sha: 'a'.repeat(40) } },
          { number: 8, head: { sha: 'b'.repeat(40) } },
        ]);
      if (method === 'GET') return answer(comments);
      const { body } = JSON.parse(text);
      if (method === 'POST') comments.push({ id: 2, user: { login: 'github-actions[bot]' }, body });
      else
        for (const comment of comments) if (url.endsWith(`/${comment.id}`)) comment.body = `${body}updated`;
      return answer({});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const event = join(folder, 'event.json');
    const run = {
      head_sha: 'b'.repeat(40),
      head_branch: 'evil',
      head_repository: { owner: { login: 'stranger' } },
    };
    writeFileSync(event, JSON.stringify({ workflow_run: run }));
    const more = {
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      GITHUB_EVENT_PATH: event,
    };
    try {
      const first = await runStep('Comment', { result, token: 'secret-token' }, more);
      expect([first.status, first.output]).toEqual([0, 'design-jury: the comment is posted\n']);
      const second = await runStep('Comment', { result, token: 'secret-token' }, more);
      expect([second.status, second.output]).toEqual([0, 'design-jury: the comment is updated\n']);
    } finally {
      server.close();
    }
    expect(comments.map(({ id, body }) => [id, body.startsWith(MARK), body.endsWith('updated')])).toEqual([
      [1, true, false],
      [2, true, true],
    ]);
    expect(asked.filter((line) => line.startsWith('POST'))).toEqual([
      'POST /repos/owner/site/issues/8/comments Bearer secret-token',
    ]);
  });

  test('a result that was forged whole is shown as words', async () => {
    const forged = join(folder, 'forged');
    mkdirSync(forged);
    const evil = `x</code><script>alert(1)</script>${INJECTION}@everyone ![](https://elsewhere.example/x)`;
    const { render } = await import(join(ROOT, 'integrations/github/render.mjs'));
    const text: string = render({
      verdict: evil,
      files: [
        {
          file: evil,
          verdict: evil,
          composite: evil,
          faults: [{ standing: 'open', text: evil, line: evil, rule: evil }],
        },
      ],
      against: { new: evil, files: evil },
      base: { changes: [{ file: evil, change: evil }] },
    });
    expect(text).toContain('has no verdict');
    expect(text).not.toMatch(/<script|@everyone|!\[|https:|^::|^verdict=/m);
  });
});
