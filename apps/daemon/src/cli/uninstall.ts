/** `jury uninstall`: what this program has left on the machine. With `--data` it goes, after a yes; the program itself is npm's. */
import { rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { knownFolders } from '../home/data-folder.ts';
import { rightsOf } from '../home/ownership.ts';
import { cacheHome, configHome, stateHome } from '../home/places.ts';
import { clean } from '../report/clean.ts';
import { isConfirmed } from './confirm.ts';
import { isThere, refuseInUse, sizeOf } from './data/folders.ts';
import { inWords } from './data/words.ts';
import { noArguments, readFlags } from './flags.ts';
import { command, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

interface Left {
  what: string;
  path: string;
  bytes: number;
}

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('uninstall', argv);
  noArguments('uninstall', positionals);
  const isJson = values.json === true;
  const left = await leftOf(shell);
  if (!isJson) shell.out(`${listing(left, shell).join('\n')}\n`);
  const wanted =
    values.data === true &&
    left.length > 0 &&
    (values.yes === true || (!isJson && (await isConfirmed(shell, 'Remove this data for good?'))));
  if (wanted) {
    for (const { path } of left) await refuseInUse(path);
    for (const { path } of left) await rm(path, { recursive: true, force: true });
  }
  if (isJson) shell.out(`${JSON.stringify({ removed: wanted, left }, null, 2)}\n`);
  else shell.out(`${ending(wanted, values.data === true, left)}\n${howToRemove(juryCommand())}\n`);
  return EXIT.ships;
});

/** Data first, the folder that remembers where it is last. */
async function leftOf({ env, platform }: Shell): Promise<Left[]> {
  const state = stateHome(env, platform);
  const fault = await rightsOf(state);
  if (fault !== null) throw new Refusal(`The folder of our data cannot be trusted: ${fault}.`);
  const found: Omit<Left, 'bytes'>[] = [];
  for (const { home, note, fault } of await knownFolders(state)) {
    const project = note?.project ?? 'a project whose note is missing';
    found.push({ what: `runs of ${project}`, path: home });
    // A folder it was moved to goes only while it is what it was: ours, with a database in it.
    const moved = fault === null ? note?.movedTo : undefined;
    if (moved !== undefined && (await rightsOf(moved)) === null && (await isThere(join(moved, 'jury.db'))))
      found.push({ what: `runs of ${project}`, path: moved });
  }
  found.push({ what: 'consents and what agents left', path: state });
  found.push({ what: 'compiled code', path: cacheHome(env, platform) });
  const there: Left[] = [];
  for (const { what, path } of found)
    if (await isThere(path)) there.push({ what, path, bytes: await sizeOf(path) });
  // Runs lie within the folder of our state: what is counted for them is not counted again.
  return there.map((one) => ({
    ...one,
    bytes: there
      .filter(({ path }) => path.startsWith(`${one.path}${sep}`))
      .reduce((left, { bytes }) => left - bytes, one.bytes),
  }));
}

function listing(left: readonly Left[], { env, platform }: Shell): string[] {
  if (left.length === 0) return ['There is no data of ours on this machine.'];
  return [
    ...left.map(({ what, path, bytes }) => clean(`${inWords(bytes).padStart(9)}  ${path}  (${what})`)),
    clean(`Settings that you wrote stay: ${configHome(env, platform)}`),
  ];
}

function ending(wasRemoved: boolean, isAsked: boolean, left: readonly Left[]): string {
  if (wasRemoved) return 'Removed.';
  if (left.length === 0) return 'There is nothing to remove.';
  return isAsked
    ? `Nothing was removed; ${juryCommand()} uninstall --data --yes removes it.`
    : `Nothing was removed; ${juryCommand()} uninstall --data removes it.`;
}

function howToRemove(called: string): string {
  if (called.startsWith('npx '))
    return 'The program: npx keeps it in the cache of npm; npm cache clean --force empties that.';
  if (called.includes('/')) return 'The program: remove the clone.';
  return 'The program: npm uninstall design-jury, or npm uninstall --global design-jury.';
}
