/**
 * A network of its own with nothing but loopback, for programs that must not reach anything else. Where the system
 * cannot give one, the caller is told, and only the addresses in the settings keep the program at home.
 */
import { spawnSync } from 'node:child_process';

const TRIAL_TIMEOUT_MS = 10_000;
const LOOPBACK_UP = 'ip link set lo up';

/** What stands before a command so that it runs alone with loopback; empty where that cannot be had. */
export function isolatingPrefix(isRoot: boolean = process.getuid?.() === 0): readonly string[] {
  const unshare = ['unshare', isRoot ? '-n' : '-rn', '--'];
  const [command = '', ...args] = unshare;
  const { status } = spawnSync(command, [...args, 'sh', '-c', LOOPBACK_UP], {
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: 'ignore',
    timeout: TRIAL_TIMEOUT_MS,
  });
  return status === 0 ? [...unshare, 'sh', '-c', `${LOOPBACK_UP} && exec "$@"`, 'sh'] : [];
}
