/** `jury trust`: allows a configuration file that is code, as it is now; lists what is allowed; takes it back. */

import { lstat } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { addConsent, type Consent, readConsents, removeConsents } from '../home/consents.ts';
import { OwnFileError } from '../home/ownership.ts';
import { stateHome } from '../home/places.ts';
import { clean } from '../report/clean.ts';
import { CODE_NAMES, hashOf, readSource } from './config-code.ts';
import { readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

const SHOWN_HASH_CHARS = 12;
const HASH_START = /^[0-9a-f]{8,64}$/;

export const run = command(async (argv, shell) => {
  try {
    return await trust(argv, shell);
  } catch (error) {
    throw error instanceof OwnFileError ? new Refusal(`${error.message}.`) : error;
  }
});

async function trust(argv: string[], shell: Shell): Promise<number> {
  const { values, positionals } = readFlags('trust', argv);
  const [named, ...more] = positionals;
  if (more.length > 0) throw new Refusal(`${juryCommand()} trust takes one file at a time.`);
  const state = stateHome(shell.env, shell.platform);
  if (values.list === true) {
    const all = await readConsents(state);
    const lines = all.map(line);
    shell.out(
      values.json === true
        ? `${JSON.stringify({ files: all }, null, 2)}\n`
        : `${(lines.length === 0 ? ['Nothing is allowed.'] : lines).join('\n')}\n`,
    );
    return EXIT.ships;
  }
  if (values.revoke === true) return revoke(shell, state, named, values.json === true);
  const file = await fileOf(shell, named);
  const source = await readSource(file, relative(shell.cwd, file));
  const consent: Consent = { sha256: hashOf(source), file, at: new Date().toISOString() };
  await addConsent(state, consent);
  shell.out(
    values.json === true
      ? `${JSON.stringify(consent, null, 2)}\n`
      : `Allowed: ${clean(relative(shell.cwd, file))} as it is now (${consent.sha256.slice(0, SHOWN_HASH_CHARS)}). After a change it must be allowed again.\n`,
  );
  return EXIT.ships;
}

async function fileOf(shell: Shell, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    if (extname(named) === '.json')
      throw new Refusal(`${quoted(named)} is data and runs nothing: it needs no consent.`);
    return resolve(shell.cwd, named);
  }
  for (const name of CODE_NAMES) {
    const file = join(shell.cwd, name);
    if ((await lstat(file).catch(() => null)) !== null) return file;
  }
  throw new Refusal(
    `There is no ${CODE_NAMES[0]} here; name the file to allow: ${juryCommand()} trust FILE.`,
  );
}

/** By the file, whatever it says now, or by the beginning of a hash that the list shows. */
async function revoke(
  shell: Shell,
  state: string,
  named: string | undefined,
  isJson: boolean,
): Promise<number> {
  const file = named === undefined ? await fileOf(shell, named) : resolve(shell.cwd, named);
  const sha256 = await readSource(file, file).then(hashOf, () => null);
  const gone = await removeConsents(
    state,
    (consent) =>
      consent.file === file ||
      consent.sha256 === sha256 ||
      (named !== undefined && HASH_START.test(named) && consent.sha256.startsWith(named)),
  );
  if (gone.length === 0)
    throw new Refusal(
      `${quoted(named ?? relative(shell.cwd, file))} is not allowed; see ${juryCommand()} trust --list.`,
    );
  shell.out(
    isJson
      ? `${JSON.stringify({ revoked: gone }, null, 2)}\n`
      : `${gone.map((one) => `No longer allowed: ${line(one)}`).join('\n')}\n`,
  );
  return EXIT.ships;
}

function line({ sha256, file, at }: Consent): string {
  return clean(`${sha256.slice(0, SHOWN_HASH_CHARS)} ${at.slice(0, 10)} ${file}`);
}
