/**
 * What the machine can put around an agent: bubblewrap, or the namespaces of `unshare`. Inside it sees no process but its
 * own, so that no environment but its own can be read and all of it ends with the first; it writes to its private folder,
 * to the home where its login is, and nowhere else. Where the addresses of its model are known it has no network but its
 * own loopback, on which they have places: whoever connects there is handed on by the relay outside.
 */
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readVariable } from '../env.ts';
import type { SANDBOX_MODES } from '../env-table.ts';
import type { Surroundings } from './environment.ts';
import { type Address, isLoopback } from './model-addresses.ts';
import { RELAY_SOCKET } from './network-relay.ts';

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
  /** What is not there inside, but for `folder`: other runs, what we keep of them, and the token of the daemon. */
  hidden: readonly string[];
  /** All that it can reach. @default the network as it is */
  network?: readonly Address[] | null;
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
  for (const kind of ['bubblewrap', 'namespaces'] as const) if (await works(kind, null)) return kind;
  return null;
}

const limited = new Map<SandboxKind, Promise<boolean>>();
/** Any name: nobody connects while it is tried. */
const TRIED: readonly Address[] = [{ host: 'model.invalid', port: 443 }];

/** Whether the network can be taken away inside, and places given in it. */
export function canLimitNetwork(kind: SandboxKind): Promise<boolean> {
  const known = limited.get(kind) ?? works(kind, TRIED);
  limited.set(kind, known);
  return known;
}

async function works(kind: SandboxKind, network: Inside['network']): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-sandbox-'));
  try {
    if (network) await writeFile(join(folder, HOSTS_FILE), placesOf(network).hosts);
    const env = { PATH: SYSTEM_PATH };
    const trial = {
      command: 'true',
      args: [],
      env,
      folder,
      project: process.cwd(),
      hidden: [],
      ...(network && { network }),
    };
    const { command, args } = insideOf(kind, trial);
    return await run(command, [...args], {
      cwd: folder,
      env,
      timeout: TRIAL_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    }).then(
      () => true,
      () => false,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In the private folder: stands for /etc/hosts inside. */
export const HOSTS_FILE = 'hosts';
const INSIDE = fileURLToPath(new URL('./network-inside.mjs', import.meta.url));
/** Below it a port needs a right of its own. */
const FIRST_FREE_PORT = 1024;

interface Places {
  /** Names of what can be reached, as /etc/hosts has them. */
  hosts: string;
  places: { at: string; port: number; index: number }[];
}

/** Each name has an address of its own on the loopback, so that two may have the same port. */
export function placesOf(addresses: readonly Address[]): Places {
  const names = [...new Set(addresses.map(({ host }) => host).filter((host) => !isLoopback(host)))];
  const own = new Map(names.map((host, i) => [host, `127.0.1.${i + 1}`]));
  return {
    hosts: [
      '127.0.0.1 localhost',
      '::1 localhost',
      ...names.map((host) => `${own.get(host)} ${host}`),
      '',
    ].join('\n'),
    places: addresses.flatMap(({ host, port }, index) =>
      (host === 'localhost' ? ['127.0.0.1', '::1'] : [own.get(host) ?? host]).map((at) => ({
        at,
        port,
        index,
      })),
    ),
  };
}

/** What runs inside before the agent, and starts it. */
function withPlaces(network: readonly Address[]): string[] {
  return [
    process.execPath,
    INSIDE,
    JSON.stringify({ socket: RELAY_SOCKET, places: placesOf(network).places }),
  ];
}

/** The command line that runs it inside. */
export function insideOf(kind: SandboxKind, inside: Inside): { command: string; args: string[] } {
  return kind === 'bubblewrap' ? bubblewrap(inside) : namespaces(inside);
}

function bubblewrap({ command, args, env: own, folder, project, hidden, network }: Inside): {
  command: string;
  args: string[];
} {
  const home = own.HOME;
  const needed = [command, home, ...(own.PATH ?? '').split(delimiter)];
  const mounts = [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...TEMPORARY.filter(isThere).flatMap((place) => ['--tmpfs', place]),
    ...inTemporary([...needed, ...(network ? [process.execPath, INSIDE] : [])]).flatMap(both('--ro-bind')),
    ...[home, ...foldersNamed(own)].filter(isThere).flatMap(both('--bind')),
    ...below(home, KEPT).flatMap(both('--ro-bind')),
    ...[...below(home, HIDDEN), ...ANSWERING_FOLDERS.filter(isThere)].flatMap((place) => ['--tmpfs', place]),
    ...[...below(home, EMPTIED), ...ANSWERING.filter(isThere)].flatMap((file) => [
      '--ro-bind',
      NOTHING,
      file,
    ]),
    ...(isApart(project, home) ? both('--ro-bind')(project) : []),
    // After the project, which may hold them.
    ...hidden
      .filter(isThere)
      .map((place) => realpathSync(place))
      .filter((place) => !holdsAny(place, needed))
      .flatMap((place) => ['--tmpfs', place]),
    ...both('--bind')(folder),
    ...(network ? ['--ro-bind', join(folder, HOSTS_FILE), '/etc/hosts'] : []),
  ];
  const alone = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts'];
  const first = network ? withPlaces(network) : [];
  const inside = ['--chdir', folder, '--', ...first, command, ...args];
  return {
    command: 'bwrap',
    args: [...alone, ...(network ? withoutNetwork(network) : []), ...mounts, ...inside],
  };
}

/** A place at a low port needs the right to it, which only the first user of a space of users can be given. */
function withoutNetwork(network: readonly Address[]): string[] {
  const low = network.some(({ port }) => port < FIRST_FREE_PORT);
  const first = process.getuid?.() === 0 ? [] : ['--unshare-user', '--uid', '0', '--gid', '0'];
  return ['--unshare-net', ...(low ? [...first, '--cap-add', 'CAP_NET_BIND_SERVICE'] : [])];
}

/**
 * `$1` what may only be read or nothing, `$2` names of what can be reached or nothing, and then what gives them places in
 * three words; the command. What cannot be done ends it.
 */
const NAMESPACES = `
project=$1 hosts=$2
shift 2
if [ -n "$project" ]; then
  mount --bind "$project" "$project" && mount -o remount,bind,ro "$project" || exit 97
fi
if [ -n "$hosts" ]; then
  PATH=$PATH:/usr/sbin:/sbin ip link set lo up && mount --bind "$hosts" /etc/hosts || exit 97
  node=$1 inside=$2 places=$3
  shift 3
fi
if command -v setpriv >/dev/null; then
  set -- setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"
fi
if [ -n "$hosts" ]; then
  exec "$node" "$inside" "$places" "$@"
fi
exec "$@"
`;

/** Weaker: what lies outside of the project can be written as far as the user can. */
function namespaces({ command, args, env: own, folder, project, network }: Inside): {
  command: string;
  args: string[];
} {
  const alone = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const readOnly = isApart(project, own.HOME) ? project : '';
  const reach = network ? [join(folder, HOSTS_FILE), ...withPlaces(network)] : [''];
  const shell = ['/bin/sh', '-c', NAMESPACES, 'jury-sandbox', readOnly, ...reach, command, ...args];
  return { command: 'unshare', args: [...alone, ...(network ? ['--net'] : []), '--', ...shell] };
}

function isThere(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path) && existsSync(path);
}

function both(flag: string): (path: string) => string[] {
  return (path) => [flag, path, path];
}

/** Without its home or its own program nothing could be started. */
function holdsAny(place: string, needed: readonly (string | undefined)[]): boolean {
  return needed.filter(isThere).some((path) => !relative(place, realpathSync(path)).startsWith('..'));
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
