/** Checkouts with settings for whatever runs near them, and checkouts into which the folders of the user were put. */
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkout, type HostileRepository, trapCode } from './checkout.ts';

export const RUNTIMES: readonly HostileRepository[] = [
  {
    name: 'settings of runtimes, shells and editors that run code when they are near',
    build(checkout, canary) {
      const [code, program] = [trapCode(canary), checkout.trap('tool.sh', canary)];
      const preload = checkout.put('evil.cjs', code);
      checkout.json('node.config.json', {
        nodeOptions: { import: [preload], require: [preload] },
        testRunner: {},
      });
      checkout.json('package.json', {
        type: 'commonjs',
        main: 'evil.cjs',
        imports: { '#x': './evil.cjs' },
        exports: './evil.cjs',
        packageManager: `npm@file:${program}`,
        workspaces: ['.'],
        bin: { jury: 'evil.cjs' },
        mocha: { require: preload },
      });
      checkout.json('tsconfig.json', {
        compilerOptions: { plugins: [{ name: preload }], paths: { '*': ['./evil.cjs'] } },
        extends: preload,
      });
      checkout.json('deno.json', { imports: { zod: './evil.cjs' }, tasks: { x: program } });
      checkout.json('.devcontainer/devcontainer.json', {
        initializeCommand: program,
        postCreateCommand: program,
      });
      checkout.json('.vscode/tasks.json', {
        version: '2.0.0',
        tasks: [{ label: 'x', command: program, runOptions: { runOn: 'folderOpen' } }],
      });
      checkout.json('.vscode/settings.json', {
        'git.path': program,
        'terminal.integrated.env.linux': { NODE_OPTIONS: `--require ${preload}` },
      });
      checkout.put('bunfig.toml', `preload = ["${preload}"]\n`);
      checkout.put('.yarnrc.yml', `yarnPath: ${program}\n`);
      for (const name of [
        '.envrc',
        '.bashrc',
        '.profile',
        '.zshenv',
        '.exrc',
        '.vimrc',
        '.gdbinit',
        '.lldbinit',
        '.inputrc',
        '.netrc',
        '.curlrc',
        '.wgetrc',
      ])
        checkout.put(name, `${program}\n`);
      for (const name of ['.env', '.env.local', '.env.production', '.env.test'])
        checkout.put(
          name,
          `NODE_OPTIONS=--require ${preload}\nNODE_PATH=.\nOD_AGENTS_FILE=./agents.json\nOD_BROWSER=${program}\nBROWSER=${program}\nLD_PRELOAD=${program}\n`,
        );
      for (const name of [
        '.pnpmfile.cjs',
        '.mocharc.cjs',
        'vitest.config.ts',
        'playwright.config.ts',
        'eslint.config.js',
        'biome.config.js',
        'sitecustomize.py',
        'index.js',
        'main.js',
        'register.cjs',
      ])
        checkout.put(name, code);
      for (const name of [
        'fs',
        'path',
        'node:fs',
        'zod',
        'yaml',
        'entities',
        'css-tree',
        'linkedom',
        '@design-jury/daemon',
        '@sparticuz/chromium',
        'design-jury',
        'playwright-core',
        'axe-core',
        'redis',
        'pg',
        'ai',
      ])
        for (const place of ['node_modules', '.node_modules', '.node_libraries'])
          checkout.put(`${place}/${name}/index.js`, code);
      checkout.json('.mcp.json', { mcpServers: { x: { command: program } } });
      checkout.commit();
    },
    started: [
      ['check', 'index.html', '--browser', 'never'],
      ['review', 'index.html', '--plain', '--browser', 'never'],
      ['run', '--brief', 'A page for a harbour', '--skill', 'saas-landing', '--plain', '--browser', 'never'],
      ['loop', 'spec.md', '--command', 'spec'],
      ['doctor'],
      ['check', 'index.html', '--browser', 'always'],
      ['\u001b]0;##[error]owned\u0007'],
    ],
  },
  {
    name: 'folders of the user that a checkout brings along',
    build(checkout, canary) {
      const command = checkout.trap('agent.sh', canary);
      const agents = ['claude', 'codex', 'grounded', 'mine'].map((id) => ({
        id,
        name: id,
        command,
        args: [],
        env: ['GITHUB_TOKEN'],
      }));
      const config = `${trapCode(canary)}export default { agent: 'mine' };\n`;
      checkout.put('jury.config.ts', config);
      const sha256 = createHash('sha256').update(config).digest('hex');
      const at = '2026-01-01T00:00:00.000Z';
      for (const place of ['.config', '.state', '.cache', '.local/state', '.home']) {
        const own = `${place}/design-jury`;
        checkout.json(`${own}/agents.json`, { agents });
        checkout.json(`${own}/keys.json`, { version: 1, keys: [], anthropic: 'planted' });
        checkout.json(`${own}/trust.json`, { version: 1, files: [{ sha256, file: 'jury.config.ts', at }] });
        const project = createHash('sha256').update(checkout.folder).digest('hex').slice(0, 32);
        checkout.json(`${own}/${project}/project.json`, {
          version: 1,
          project: checkout.folder,
          movedTo: join(canary.writeFile, '..'),
          told: [],
        });
        // Another project's, which is gone: what it left is named as what `prune` and `uninstall` may take away.
        checkout.json(`${own}/${'0'.repeat(32)}/project.json`, {
          version: 1,
          project: '/gone',
          movedTo: join(canary.writeFile, '..'),
          told: [],
        });
      }
      checkout.put(
        '.gitconfig',
        `[core]\n\tfsmonitor = ${command}\n\thooksPath = hooks\n\tsshCommand = ${command}\n[alias]\n\trev-parse = !${command}\n[safe]\n\tdirectory = *\n`,
      );
      checkout.commit();
      close(checkout, checkout.folder);
    },
    env: (folder) => ({
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, '.config'),
      XDG_STATE_HOME: join(folder, '.state'),
      XDG_CACHE_HOME: join(folder, '.cache'),
    }),
    argv: () => [
      ['review', 'index.html', '--plain', '--agent', 'mine', '--browser', 'never', '--config', 'none.json'],
      ['check', 'README.md', '--agent', 'claude', '--browser', 'never', '--base', 'HEAD'],
      ['conformance', '--agent', 'mine', '--quiet'],
      ['agents', '--json'],
      ['data', 'move'],
      ['data', 'move', '--project', '/gone'],
      ['data', 'prune', '--yes'],
      ['uninstall', '--data', '--yes'],
    ],
  },
  {
    name: 'settings of the user that a checkout brings along, where the home lies elsewhere',
    build(checkout, canary) {
      const command = checkout.trap('agent.sh', canary);
      const agents = [{ id: 'mine', name: 'mine', command, args: [], env: ['GITHUB_TOKEN'] }];
      checkout.json('settings/design-jury/agents.json', { agents });
      checkout.json('settings/design-jury/keys.json', { anthropic: 'planted' });
      checkout.link('.config', 'settings');
      checkout.commit();
      close(checkout, checkout.folder);
    },
    env: (folder) => ({ XDG_CONFIG_HOME: join(folder, '.config') }),
    argv: () => [
      ['check', 'index.html', '--agent', 'mine', '--browser', 'never'],
      ['run', '--brief', 'x', '--agent', 'mine', '--plain'],
      ['conformance', '--agent', 'mine', '--quiet'],
    ],
  },
];

/** As a strict mask leaves what is checked out: nobody else may read it, so that its rights say nothing against it. */
function close(checkout: Checkout, folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) close(checkout, path);
    else if (entry.isFile()) chmodSync(path, entry.name.endsWith('.sh') ? 0o700 : 0o600);
  }
}
