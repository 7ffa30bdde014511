/** `jury verify`: whether a certificate holds. No network, no data folder: the verdict is made again from what was signed. */

import { extname, resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import {
  type Held,
  MAX_CERTIFICATE_BYTES,
  type Verification,
} from '@design-jury/contracts/trust/certificate';
import { isAnythingKnown } from '@design-jury/contracts/trust/line';
import { juryCommand } from '../command-name.ts';
import { readForeign, typed } from '../disk/foreign-file.ts';
import { KeyError, type PublicKey, parsePublicKey, readKeys } from '../home/keys.ts';
import { OwnFileError } from '../home/ownership.ts';
import { stateHome } from '../home/places.ts';
import { fileRefusal } from '../library/subjects.ts';
import { outcomeWord } from '../outcome-words.ts';
import { certificateIn } from '../report/certificate-section.ts';
import { clean } from '../report/clean.ts';
import { trustWords } from '../report/trust-words.ts';
import { count } from '../report/words.ts';
import { verifyCertificate } from '../trust/certificate/verify.ts';
import { readFlags } from './flags.ts';
import { readKeyText } from './key.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('verify', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(`Name one certificate: ${juryCommand()} verify <certificate>.`);
  const given = new TextDecoder().decode(bytesOf(shell, named));
  const text = extname(named).toLowerCase() === '.html' ? certificateIn(given) : given;
  if (text === null)
    throw new Refusal(
      `The report ${quoted(named)} carries no certificate; ${juryCommand()} certify puts one into it.`,
    );
  const page = values.page === undefined ? null : bytesOf(shell, values.page);
  const found = await verifyCertificate(text, {
    keys: await keysFor(shell, values.key),
    now: Date.now(),
    page,
  });
  shell.out(
    values.json === true ? `${JSON.stringify(found, null, 2)}\n` : `${verificationLines(found).join('\n')}\n`,
  );
  if (!found.holds) return EXIT.inconclusive;
  return found.exitCode === EXIT.ships
    ? EXIT.ships
    : found.exitCode === EXIT.doesNotShip
      ? EXIT.doesNotShip
      : EXIT.inconclusive;
});

function bytesOf(shell: Shell, named: string): Uint8Array {
  const path = resolve(shell.cwd, named);
  try {
    // A report holds it twice, in base64.
    return readForeign(path, typed(path, 4 * MAX_CERTIFICATE_BYTES, shell.cwd));
  } catch (error) {
    throw fileRefusal(error, named);
  }
}

/** The one that was named, and nothing else; without one, what this user trusts. */
async function keysFor(shell: Shell, named: string | undefined): Promise<PublicKey[]> {
  try {
    if (named !== undefined) return [parsePublicKey(readKeyText(shell, named))];
    return await readKeys(stateHome(shell.env, shell.platform));
  } catch (error) {
    if (error instanceof KeyError || error instanceof OwnFileError) throw new Refusal(`${error.message}.`);
    throw error;
  }
}

function verificationLines(found: Verification): string[] {
  if (!found.holds) return [`Does not hold: ${clean(found.message)}.`];
  return [
    `Holds: ${clean(heldWord(found))}${found.composite === null ? '' : `, composite ${found.composite.toFixed(2)}`}.`,
    ...aboutIt(found),
  ];
}

function heldWord({ protocol, status, exitCode }: Held): string {
  return outcomeWord({ protocol, outcome: status, exitCode, state: 'ended' });
}

function aboutIt({ key, runId, protocol, agents, events, issuedAt, page, commit, trust }: Held): string[] {
  const which =
    page.sha256 === null
      ? 'no page is kept'
      : `page ${page.sha256.slice(0, 12)}${page.matches === true ? ', which is the one given' : '; compare one with --page'}`;
  return [
    `  signed by   ${clean(key.name)} (${key.id.slice(0, 12)}) on ${issuedAt}`,
    `  run         ${clean(runId)}, ${clean(protocol)}, ${count(events, 'event')}, judged by ${clean(agents.join(', '))}`,
    `  about       ${which}`,
    ...(commit === null ? [] : [`  commit      ${commit}`]),
    ...(isAnythingKnown(trust) ? trustWords(trust) : ['nothing was computed']).map(
      (words, index) => `  ${index === 0 ? 'trust ' : '      '}      ${clean(words)}`,
    ),
  ];
}
