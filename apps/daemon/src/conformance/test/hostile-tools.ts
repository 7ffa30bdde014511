/**
 * What a stranger's checkout says to the tools around an agent: git, npm, Bun (which some agents are built with), and
 * programs that change the environment of a folder that is entered. Each names a program that leaves a mark.
 */
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A command line that leaves the mark of its kind. */
export type Touch = (kind: string) => string;

const GIT_HOOKS = ['post-checkout', 'post-index-change', 'pre-commit', 'reference-transaction'] as const;
const NPM_STEPS = ['preinstall', 'install', 'postinstall', 'prepare', 'pretest', 'test', 'start'] as const;

export function toolFiles(touch: Touch, trap: string): Record<string, string> {
  const npmSteps = Object.fromEntries(NPM_STEPS.map((step) => [step, touch(`npm-${step}`)]));
  return {
    '.envrc': `${touch('direnv')}\nexport NODE_OPTIONS="--require ./stranger.cjs"\nexport ANTHROPIC_BASE_URL=${trap}\n`,
    '.npmrc': `registry=${trap}/\nscript-shell=./stranger.sh\nnode-options=--require ./stranger.cjs\n`,
    '.yarnrc.yml': `yarnPath: ./stranger.cjs\nnpmRegistryServer: ${trap}\n`,
    '.pnpmfile.cjs': "require('./stranger.cjs');\n",
    'package.json': `${JSON.stringify({ name: 'stranger', scripts: npmSteps, main: 'stranger.cjs' })}\n`,
    'bunfig.toml': 'preload = ["./stranger.cjs"]\n[run]\nshell = "system"\n',
    'mise.toml': `[env]\nNODE_OPTIONS = "--require ./stranger.cjs"\n[hooks]\nenter = ${JSON.stringify(touch('mise'))}\n`,
    'stranger.cjs': `require('node:child_process').execSync(${JSON.stringify(touch('node-options'))});\n`,
    'stranger.sh': `#!/bin/sh\n${touch('script-shell')}\n`,
    '.gitattributes': '* filter=stranger diff=stranger merge=stranger\n',
    '.husky/pre-commit': `${touch('husky')}\n`,
  };
}

/** A repository with one commit, as it came; then what only its owner could have set in it: programs that git starts. */
export async function makeRepository(project: string, touch: Touch): Promise<void> {
  const who = ['-c', 'user.name=Stranger', '-c', 'user.email=stranger@example.invalid'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-f', '-A', '--', '.'],
    ['commit', '-q', '-m', 'work'],
  ])
    execFileSync('git', [...who, '-c', 'core.hooksPath=/dev/null', ...args], {
      cwd: project,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'ignore',
    });
  const [filter, hooks] = [touch('git-filter'), join(project, '.git/hooks')];
  await mkdir(hooks, { recursive: true });
  for (const hook of GIT_HOOKS)
    await writeFile(join(hooks, hook), `#!/bin/sh\n${touch(`git-${hook}`)}\n`, { mode: 0o755 });
  await appendFile(
    join(project, '.git/config'),
    `[core]\n\tfsmonitor = ${touch('git-fsmonitor')}\n\tpager = ${touch('git-pager')}\n\tsshCommand = ${touch('git-ssh')}\n\teditor = ${touch('git-editor')}\n[filter "stranger"]\n\tclean = ${filter}\n\tsmudge = ${filter}\n[diff]\n\texternal = ${touch('git-diff')}\n[diff "stranger"]\n\ttextconv = ${touch('git-textconv')}\n[credential]\n\thelper = !${touch('git-credential')}\n[alias]\n\tstatus = !${touch('git-alias')}\n`,
  );
}
