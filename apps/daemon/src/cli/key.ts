/** `jury key`: makes a key to sign verdicts with, lists the ones that are trusted here, trusts one, takes one back. */

import { hostname, userInfo } from 'node:os';
import { relative, resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { readForeignText, typed } from '../disk/foreign-file.ts';
import {
  addKey,
  isExpired,
  KeyError,
  type KnownKey,
  makeKey,
  parsePublicKey,
  readKeys,
  removeKeys,
} from '../home/keys.ts';
import { OwnFileError } from '../home/ownership.ts';
import { stateHome } from '../home/places.ts';
import { fileRefusal } from '../library/subjects.ts';
import { clean } from '../report/clean.ts';
import { type FlagsOf, numberFlag, readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import { writeReport } from './review/report-file.ts';
import type { Shell } from './shell.ts';

const MAX_DAYS = 3650;
const MAX_FILE_BYTES = 16_384;
const SHOWN_ID_CHARS = 12;
const ID_START = /^[0-9a-f]{8,64}$/;
const words = (): string => `${juryCommand()} key takes new, list, trust FILE or revoke ID.`;

export const run = command(async (argv, shell) => {
  try {
    return await key(argv, shell);
  } catch (error) {
    if (error instanceof OwnFileError || error instanceof KeyError) throw new Refusal(`${error.message}.`);
    throw error;
  }
});

async function key(argv: string[], shell: Shell): Promise<number> {
  const { values, positionals } = readFlags('key', argv);
  const [word, named, ...more] = positionals;
  if (more.length > 0) throw new Refusal(words());
  const state = stateHome(shell.env, shell.platform);
  switch (word) {
    case 'new':
      return made(shell, state, values);
    case 'list':
    case undefined:
      return listed(shell, state, values.json === true);
    case 'trust':
      return trusted(shell, state, named, values.json === true);
    case 'revoke':
      return revoked(shell, state, named);
    default:
      throw new Refusal(`${quoted(word)} is not a word of ${juryCommand()} key. ${words()}`);
  }
}

async function made(shell: Shell, state: string, values: FlagsOf<'key'>): Promise<number> {
  const days = numberFlag('days', values.days, { min: 1, max: MAX_DAYS, whole: true }) ?? null;
  const fresh = await makeKey(state, { name: values.name ?? whoAmI(), days, now: Date.now() });
  if (values.out !== undefined) await writeReport(shell, resolve(shell.cwd, values.out), publicText(fresh));
  const hand =
    values.out === undefined
      ? `Hand its public half on with: ${juryCommand()} key list --json, or make it a file with --out.`
      : `Its public half is in ${clean(relative(shell.cwd, resolve(shell.cwd, values.out)))}: whoever is to believe it calls ${juryCommand()} key trust with it.`;
  shell.out(values.json === true ? publicText(fresh) : `${line(fresh)}\n${hand}\n`);
  return EXIT.ships;
}

function whoAmI(): string {
  try {
    return `${userInfo().username}@${hostname()}`.slice(0, 100);
  } catch {
    return hostname().slice(0, 100) || 'a key';
  }
}

function publicText({ own: _own, ...handed }: KnownKey): string {
  return `${JSON.stringify(handed, null, 2)}\n`;
}

async function listed(shell: Shell, state: string, json: boolean): Promise<number> {
  const keys = await readKeys(state);
  const text =
    keys.length === 0
      ? `No key is trusted here; make one with ${juryCommand()} key new.`
      : keys.map(line).join('\n');
  shell.out(json ? `${JSON.stringify({ keys }, null, 2)}\n` : `${text}\n`);
  return EXIT.ships;
}

async function trusted(
  shell: Shell,
  state: string,
  named: string | undefined,
  json: boolean,
): Promise<number> {
  if (named === undefined) throw new Refusal(`Name the public key: ${juryCommand()} key trust FILE.`);
  const given = parsePublicKey(readKeyText(shell, named));
  if (isExpired(given, Date.now()))
    throw new Refusal(`The key ended on ${given.expiresAt}; ask for a new one.`);
  const kept = await addKey(state, { ...given, own: false });
  shell.out(json ? `${JSON.stringify(kept, null, 2)}\n` : `Trusted: ${line(kept)}\n`);
  return EXIT.ships;
}

export function readKeyText(shell: Shell, named: string): string {
  const path = resolve(shell.cwd, named);
  try {
    return readForeignText(path, typed(path, MAX_FILE_BYTES, shell.cwd));
  } catch (error) {
    throw fileRefusal(error, named);
  }
}

async function revoked(shell: Shell, state: string, named: string | undefined): Promise<number> {
  if (named === undefined || !ID_START.test(named))
    throw new Refusal(
      `Name the key by its id, as ${juryCommand()} key list shows it: ${juryCommand()} key revoke ID.`,
    );
  const gone = await removeKeys(state, ({ id }) => id.startsWith(named));
  if (gone.length === 0) throw new Refusal(`No key that is trusted here begins with ${quoted(named)}.`);
  for (const one of gone) shell.out(`No longer trusted: ${line(one)}\n`);
  return EXIT.ships;
}

function line(known: KnownKey): string {
  const end =
    known.expiresAt === null
      ? 'never expires'
      : isExpired(known, Date.now())
        ? `expired on ${known.expiresAt.slice(0, 10)}`
        : `expires on ${known.expiresAt.slice(0, 10)}`;
  return `${known.id.slice(0, SHOWN_ID_CHARS)}  ${clean(known.name)}  ${known.own ? 'your own' : "somebody's you trust"}, ${end}`;
}
