/**
 * The step of action.yml that judges. It runs without a secret and without a token, in a checkout that a stranger may have written:
 * nothing of the checkout chooses a program, a registry or a file that is written.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { countOf, render, verdictOf } from './render.mjs';

const { env } = process;
const input = (name, otherwise = '') => (env[`INPUT_${name}`] ?? '').trim() || otherwise;
const temporary = env.RUNNER_TEMP ?? '';
const workspace = resolve(env.GITHUB_WORKSPACE ?? '.', input('WORKING_DIRECTORY', '.'));
const out = resolve(temporary, input('OUTPUT', 'design-jury'));
const MOST_OUTPUT = 64 * 1024 * 1024;
const SHA = /^[0-9a-f]{40,64}$/;

function fail(message) {
  // A workflow command is a line of its own: what we say is one line of our own words.
  console.error(`design-jury: ${message}`);
  process.exit(2);
}

/** Without orders to the runner: `::error::` at the start of a line, blanks aside, and `##[error]` anywhere. */
function quiet(text) {
  return text.replace(/^(\s*):(?=:)/gm, '$1: ').replace(/#(?=#\w*\[)/g, '# ');
}

/** From outside the checkout, where no `.npmrc` of a stranger is read, and without install scripts. */
function program() {
  const own = input('COMMAND');
  if (own !== '') return isAbsolute(own) ? own : fail('command must be an absolute path');
  const folder = join(temporary, 'design-jury-program');
  mkdirSync(folder, { recursive: true });
  const wanted = `design-jury@${input('VERSION', 'latest')}`;
  if (!/^design-jury@[\w.^~-]+$/.test(wanted)) fail('version must be a version');
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...flags, wanted], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) fail('npm could not install the package');
  return join(folder, 'node_modules/.bin/design-jury');
}

/** The base as files, beside the checkout: an archive runs no hook and no filter of the change. */
function baseFiles(commit) {
  const folder = join(temporary, 'design-jury-base');
  mkdirSync(folder, { recursive: true });
  const archive = join(temporary, 'design-jury-base.tar');
  const root = spawnSync('git', ['rev-parse', '--show-prefix'], { cwd: workspace, encoding: 'utf8' });
  const prefix = root.status === 0 ? root.stdout.trim() : '';
  const safe = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];
  const made = spawnSync('git', [...safe, 'archive', '--format=tar', '-o', archive, commit], {
    cwd: join(workspace, '../'.repeat(prefix.split('/').length - 1)),
  });
  if (made.status !== 0) fail('the base commit is not there: check out with fetch-depth: 0');
  if (spawnSync('tar', ['-xf', archive, '--no-same-owner', '-C', folder]).status !== 0)
    fail('tar could not unpack the base');
  return join(folder, prefix);
}

const base = input('BASE');
if (base !== '' && !SHA.test(base)) fail('base must be the hash of a commit');
mkdirSync(out, { recursive: true });
const jury = program();
const files = input('FILES')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '');
const against = base === '' ? [] : ['--changed-since', base, '--base', base, '--against', baseFiles(base)];
// Pictures of the pages after and, in `before`, of what they were.
const pictures = input('PICTURES', 'true') === 'true' ? ['--report', join(out, 'pages')] : [];
const argv = [
  'check',
  '--json',
  '--quiet',
  '--sarif',
  join(out, 'findings.sarif'),
  ...pictures,
  ...against,
  '--',
  ...files,
];
const { PATH, HOME, LANG, TMPDIR, OD_BROWSER } = env;
const ran = spawnSync(jury, argv, {
  cwd: workspace,
  encoding: 'utf8',
  maxBuffer: MOST_OUTPUT,
  // No token, no variable of the workflow: what judges a stranger's files has nothing to lose.
  env: Object.fromEntries(
    Object.entries({ PATH, HOME, LANG, TMPDIR, OD_BROWSER, CI: 'true', NO_COLOR: '1' }).filter(
      ([, value]) => value !== undefined,
    ),
  ),
  stdio: ['ignore', 'pipe', 'pipe'],
});
let result = null;
try {
  result = JSON.parse(ran.stdout);
} catch {
  // Refused before anything was judged: it said why on stderr, in its own words about names it quotes.
  process.stderr.write(`${quiet(String(ran.stderr)).slice(0, 4_000)}\n`);
}
const text = render(result ?? { verdict: 'refused', files: [] });
writeFileSync(join(out, 'result.json'), JSON.stringify(result ?? { verdict: 'refused', files: [] }));
writeFileSync(join(out, 'comment.md'), text);
const values = {
  verdict: verdictOf(result?.verdict ?? 'refused'),
  exit: countOf(ran.status ?? 3),
  new: countOf(result?.against?.new),
  fixed: countOf(result?.against?.fixed),
  unchanged: countOf(result?.against?.unchanged),
};
// Words and numbers of ours only: a value with a line break would be another output.
if (env.GITHUB_OUTPUT)
  appendFileSync(
    env.GITHUB_OUTPUT,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
if (env.GITHUB_OUTPUT)
  appendFileSync(env.GITHUB_OUTPUT, `folder=${input('OUTPUT', 'design-jury').replace(/[^\w./-]/g, '_')}\n`);
if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, text);
console.log(`design-jury: ${values.verdict}`);
process.exitCode = input('FAIL', 'true') === 'true' ? (ran.status ?? 3) : 0;
