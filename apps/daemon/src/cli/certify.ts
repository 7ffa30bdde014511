/** `jury certify`: signs what a run came to, with the events it came from, so that anybody can check it offline. */

import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { projectOf } from '../disk/scope.ts';
import { isExpired, KeyError, keyIdOf, readKeys, readPrivateFile, readPrivateKey } from '../home/keys.ts';
import { OwnFileError } from '../home/ownership.ts';
import { stateHome } from '../home/places.ts';
import { outcomeWord } from '../outcome-words.ts';
import { GitError, readGit } from '../programs/git.ts';
import { CertifyError, issueCertificate } from '../trust/certificate/issue.ts';
import { Refused } from '../trust/certificate/refused.ts';
import { putIntoReport } from './certified-report.ts';
import { readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import { nearest, writeReport } from './review/report-file.ts';
import type { Shell } from './shell.ts';
import { findStoredRun } from './stored-run.ts';

const CERTIFICATE_NAME = 'certificate.dsse.json';
const COMMIT = /^[0-9a-f]{40,64}$/;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('certify', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(
      `Name one run, its transcript or its folder of results: ${juryCommand()} certify <run>.`,
    );
  const key = await signingKey(shell, values.key);
  const stored = await findStoredRun(shell, named, values.data);
  const commit = await headOf(shell);
  const text = await issueCertificate({ ...stored, key, now: Date.now(), commit }).catch((error: unknown) => {
    if (error instanceof CertifyError || error instanceof Refused)
      throw new Refusal(`${quoted(named)} cannot be certified: ${error.message}.`, {
        exit: EXIT.inconclusive,
      });
    throw error;
  });
  const results = await resultsFolder(shell, named);
  const file =
    values.out ?? (results === null ? `${stored.run.id}.dsse.json` : join(results, CERTIFICATE_NAME));
  await writeReport(shell, resolve(shell.cwd, file), text);
  const report = results === null ? null : await putIntoReport(shell, results, text);
  const keyid = keyIdOf(createPublicKey(key));
  const said = {
    certificate: nearest(shell, resolve(shell.cwd, file)),
    report,
    runId: stored.run.id,
    outcome: stored.run.outcome,
    keyid,
    commit,
  };
  shell.out(
    values.json === true
      ? `${JSON.stringify(said, null, 2)}\n`
      : `Signed: ${outcomeWord(stored.run)}, run ${said.runId}, with the key ${keyid.slice(0, 12)}.\n${said.certificate}\n${report === null ? '' : `The report carries it: ${report}\n`}`,
  );
  return EXIT.ships;
});

/** The one that was named, else the newest of the user's own that has not ended. */
async function signingKey(shell: Shell, named: string | undefined): Promise<KeyObject> {
  const state = stateHome(shell.env, shell.platform);
  try {
    const known = await readKeys(state);
    const now = Date.now();
    if (named !== undefined) {
      const key = await readPrivateFile(resolve(shell.cwd, named));
      const about = known.find(({ id }) => id === keyIdOf(createPublicKey(key)));
      if (about !== undefined && isExpired(about, now))
        throw new Refusal(
          `The key ${about.name} ended on ${about.expiresAt}; make another with ${juryCommand()} key new.`,
        );
      return key;
    }
    const own = known.filter((one) => one.own && !isExpired(one, now)).at(-1);
    if (own === undefined)
      throw new Refusal(`There is no key to sign with; make one with ${juryCommand()} key new.`);
    return await readPrivateKey(state, own.id);
  } catch (error) {
    if (error instanceof KeyError || error instanceof OwnFileError) throw new Refusal(`${error.message}.`);
    throw error;
  }
}

/** The commit that is checked out here; null without a repository, and without git. */
async function headOf({ cwd, env }: Shell): Promise<string | null> {
  try {
    const place = { folder: cwd, env, project: projectOf(cwd) };
    const said = await readGit(place, 'rev-parse', [
      '--verify',
      '--quiet',
      '--end-of-options',
      'HEAD^{commit}',
    ]);
    const commit = said.toString('utf8').trim();
    return COMMIT.test(commit) ? commit : null;
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}

/** Where a review left its files: the certificate belongs beside them. Null for a run that is named by its id. */
async function resultsFolder(shell: Shell, named: string): Promise<string | null> {
  const path = resolve(shell.cwd, named);
  const info = await lstat(path).catch(() => null);
  if (info === null) return null;
  return info.isDirectory() ? path : dirname(path);
}
