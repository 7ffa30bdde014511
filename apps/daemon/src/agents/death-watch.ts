/**
 * Ends a child when we die, however we die. A shell in a session of its own holds the reading end of a pipe that only
 * we write to: the kernel closes it with us, and the shell then ends the child's group and whatever left the group, and
 * removes the child's folder and what was kept in the home by its name.
 */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { basename } from 'node:path';
import { isPrivateName } from './private-folder.ts';
import { MARK_VARIABLE, startTicks } from './process-group.ts';

export interface Watched {
  pgid: number;
  mark: string;
  folder: string;
  /** Where the child keeps something by the name of its folder. @default nowhere */
  kept?: readonly string[];
}

/**
 * `$1` group, `$2` when its leader began or nothing, `$3` mark, `$4` folder, `$5` a pattern for its name, then the places
 * where something is kept by it. A line on standard input means that all is over; its end without one that nobody is left
 * to say so. Half a second to leave, then it is ended. The folder goes last: nothing is left when it is gone.
 */
const SCRIPT = `
read -r word && exit 0
group=$1 began=$2 mark=$3 folder=$4 name=$5
shift 5
beginning() { echo "\${20}"; }
leader=$(cat "/proc/$group/stat" 2>/dev/null)
if [ -n "$leader" ] && [ -n "$began" ]; then
  [ "$(beginning \${leader##*) })" = "$began" ] || group=
fi
if [ -n "$group" ]; then
  kill -TERM -- "-$group" 2>/dev/null
  for _ in 1 2 3 4 5; do
    kill -0 -- "-$group" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL -- "-$group" 2>/dev/null
fi
for sweep in 1 2 3; do
  for entry in /proc/[0-9]*; do
    grep -qsF -- "${MARK_VARIABLE}=$mark" "$entry/environ" && kill -KILL "\${entry#/proc/}" 2>/dev/null
  done
done
for place in "$@"; do
  for entry in "$place"/*$name* "$place"/.*$name*; do
    rm -rf -- "$entry"
  done
done
case $folder in
*/jury-agent-*) rm -rf -- "$folder" ;;
esac
`;

/** Returns what calls the watch off, and resolves when nothing of it is open here. Where no shell can be started, nobody watches: the next start cleans up. */
export function watchOverDeath({ pgid, mark, folder, kept = [] }: Watched): () => Promise<void> {
  if (process.platform === 'win32') return async () => {};
  const name = basename(folder);
  // Its letters and digits alone may act as a pattern in the shell; a place is a word there, whatever is in it.
  const places = isPrivateName(name) ? [inAnyCase(name), ...kept] : [''];
  const watch = spawn(
    '/bin/sh',
    ['-c', SCRIPT, 'jury-watch', `${pgid}`, startTicks(pgid) ?? '', mark, folder, ...places],
    {
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      // Its own session: what ends our group does not end it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  watch.on('error', () => {});
  watch.stdin.on('error', () => {});
  watch.unref();
  // A pipe of Node's is a socket, which its types do not say.
  (watch.stdin as Partial<Socket>).unref?.();
  return async () => {
    if (watch.stdin.closed) return;
    const closed = Promise.withResolvers<void>();
    watch.stdin.once('close', () => closed.resolve());
    watch.stdin.end('over\n', () => watch.stdin.destroy());
    await closed.promise;
  };
}

/** Some programs write the name in small letters. */
function inAnyCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
