/**
 * What the machine can put around an agent: bubblewrap, or the namespaces of `unshare`. Inside it sees no process but its
 * own, so that no environment but its own can be read and all of it ends with the first; it writes to its private folder,
 * to the home where its login is, and nowhere else. The network is not limited: the address of a model is known to the
 * agent alone.
 */
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { readVariable } from '../env.ts';
import type { SANDBOX_MODES } from '../env-table.ts';
import type { Surroundings } from './environment.ts';

const run = promisify(execFile);

export type SandboxMode = (typeof SANDBOX_MODES)[number];

export type SandboxKind = 'bubblewrap' | 'namespaces';

export interface Inside {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Where it works, and may write. */
  folder: string;
  /** What it may only read, wherever it lies: the folder the jury was started in. */
  project: string;
}

const TRIAL_TIMEOUT_MS = 10_000;
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const TEMPORARY = ['/tmp', '/var/tmp'] as const;
/** Of the home, folders and files that are not there: logins of other programs, our own keys, browsers. */
const HIDDEN = [
  ...['.ssh', '.gnupg', '.config/gh', '.config/design-jury', '.docker', '.kube', '.password-store'],
  ...['.local/share/keyrings', '.mozilla', '.thunderbird', '.config/google-chrome', '.config/chromium'],
] as const;
const EMPTIED = ['.netrc', '.git-credentials', '.config/git/credentials', '.pypirc', '.npmrc'] as const;
/** Only to be read: what is run when the user logs in, opens a shell or types the name of a program. */
const KEPT = [
  ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile'],
  ...['.zshrc', '.zshenv', '.zprofile', '.zlogin', '.config/fish', '.xprofile', '.xinitrc', '.xsession'],
  ...['.config/autostart', '.config/systemd', '.config/environment.d', '.local/share/applications'],
  ...['.gitconfig', '.config/git', '.vimrc', '.config/nvim', '.local/bin', 'bin'],
] as const;
/** Who answers there starts programs outside for whoever asks: the user's session, and containers. */
const ANSWERING_FOLDERS = ['/run/user', '/run/podman'] as const;
const ANSWERING = [
  ...['/run/docker.sock', '/run/containerd/containerd.sock', '/run/crio/crio.sock'],
  '/run/dbus/system_bus_socket',
] as const;
const NOTHING = '/dev/null';
/** Variables that name a folder the program keeps things in. */
const NAMES_FOLDER = /^XDG_(?:CONFIG|DATA|STATE|CACHE)_HOME$|_(?:HOME|DIR)$/;

/** As the operator says; a repository's own configuration has no word in it. */
export function sandboxModeOf(env: Surroundings): SandboxMode {
  return readVariable(env, 'OD_AGENT_SANDBOX') ?? 'auto';
}

export const NO_SANDBOX =
  'a sandbox is required, and neither bubblewrap nor namespaces work here. Install bubblewrap, or say --sandbox auto.';

let found: Promise<SandboxKind | null> | null = null;

/** Tried, not only looked for: a program may be there and the kernel refuse it. */
export function findSandbox(): Promise<SandboxKind | null> {
  found ??= tryKinds();
  return found;
}

async function tryKinds(): Promise<SandboxKind | null> {
  if (process.platform !== 'linux') return null;
  const folder = await mkdtemp(join(tmpdir(), 'jury-sandbox-'));
  try {
    for (const kind of ['bubblewrap', 'namespaces'] as const) {
      const trial = { command: 'true', args: [], env: { PATH: SYSTEM_PATH }, folder, project: process.cwd() };
      const { command, args } = insideOf(kind, trial);
      const works = await run(command, [...args], {
        env: { PATH: SYSTEM_PATH },
        timeout: TRIAL_TIMEOUT_MS,
        killSignal: 'SIGKILL',
      }).then(
        () => true,
        () => false,
      );
      if (works) return kind;
    }
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The command line that runs it inside. */
export function insideOf(kind: SandboxKind, inside: Inside): { command: string; args: string[] } {
  return kind === 'bubblewrap' ? bubblewrap(inside) : namespaces(inside);
}

function bubblewrap({ command, args, env: own, folder, project }: Inside): {
  command: string;
  args: string[];
} {
  const home = own.HOME;
  const mounts = [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...TEMPORARY.filter(isThere).flatMap((place) => ['--tmpfs', place]),
    ...inTemporary([command, home, ...(own.PATH ?? '').split(delimiter)]).flatMap(both('--ro-bind')),
    ...[home, ...foldersNamed(own)].filter(isThere).flatMap(both('--bind')),
    ...below(home, KEPT).flatMap(both('--ro-bind')),
    ...[...below(home, HIDDEN), ...ANSWERING_FOLDERS.filter(isThere)].flatMap((place) => ['--tmpfs', place]),
    ...[...below(home, EMPTIED), ...ANSWERING.filter(isThere)].flatMap((file) => [
      '--ro-bind',
      NOTHING,
      file,
    ]),
    // Other runs are there, what we keep of them, and the token of the daemon.
    ...[join(dirname(folder), '..')]
      .filter((place) => place.endsWith('design-jury'))
      .flatMap((place) => ['--tmpfs', place]),
    ...(isApart(project, home) ? both('--ro-bind')(project) : []),
    ...both('--bind')(folder),
  ];
  const alone = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts'];
  return { command: 'bwrap', args: [...alone, ...mounts, '--chdir', folder, '--', command, ...args] };
}

/** `$1` what may only be read or nothing, then the command. What cannot be done ends it. */
const NAMESPACES = `
project=$1
shift
if [ -n "$project" ]; then
  mount --bind "$project" "$project" && mount -o remount,bind,ro "$project" || exit 97
fi
if command -v setpriv >/dev/null; then
  exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"
fi
exec "$@"
`;

/** Weaker: what lies outside of the project can be written as far as the user can. */
function namespaces({ command, args, env: own, project }: Inside): { command: string; args: string[] } {
  const alone = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const readOnly = isApart(project, own.HOME) ? project : '';
  const shell = ['/bin/sh', '-c', NAMESPACES, 'jury-sandbox', readOnly, command, ...args];
  return { command: 'unshare', args: [...alone, '--', ...shell] };
}

function isThere(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path) && existsSync(path);
}

function both(flag: string): (path: string) => string[] {
  return (path) => [flag, path, path];
}

/** A project that is the home, or holds it, cannot be read-only while the home is not. */
function isApart(project: string, home: string | undefined): boolean {
  if (project === '/' || !isThere(project)) return false;
  return home === undefined || relative(project, home).startsWith('..');
}

/** Where their links lead: people keep such files elsewhere, and nothing can be mounted on a link. */
function below(home: string | undefined, names: readonly string[]): string[] {
  if (home === undefined) return [];
  return names
    .map((name) => join(home, name))
    .filter(isThere)
    .map((place) => realpathSync(place));
}

function foldersNamed(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env)
    .filter(([name, value]) => NAMES_FOLDER.test(name) && isThere(value) && value !== '/')
    .map(([, value]) => value);
}

/** What is needed of the folders that are hidden: each as the whole entry it lies in. */
function inTemporary(paths: readonly (string | undefined)[]): string[] {
  const entries = paths.filter(isThere).flatMap((path) =>
    [path, realpathSync(path)].flatMap((one) =>
      TEMPORARY.filter((place) => one.startsWith(`${place}/`)).map((place) => {
        const [name = ''] = relative(place, one).split('/');
        return join(place, name);
      }),
    ),
  );
  return [...new Set(entries)];
}
