/** `jury witness`: turns must-fixes that a run resolved into checks that `jury check` asks from then on. */

import { EXIT } from '@design-jury/contracts/exit-codes';
import { isTheaterRun } from '@design-jury/contracts/run';
import { foldAll } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { juryCommand } from '../command-name.ts';
import { openArtifact, readFinal, verifyArtifact } from '../host/artifacts/artifacts.ts';
import { findTranscript, readTranscript } from '../host/log/transcript.ts';
import { readRequest } from '../host/request-file.ts';
import { loadRequest } from '../protocols/theater/request-file.ts';
import { clean } from '../report/clean.ts';
import { count } from '../report/words.ts';
import type { BoundPlace } from '../trust/bound-places.ts';
import { WITNESS_FILE, type WitnessEntry, withWitnesses } from '../trust/witness-file.ts';
import { readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { findStoredRun } from './stored-run.ts';
import { readWitnesses, witnessName, writeWitnesses } from './witness-file.ts';

const words = (): string => `${juryCommand()} witness takes add RUN, list, or waive AUDIT with --reason.`;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('witness', argv);
  const [word, named, ...more] = positionals;
  if (more.length > 0) throw new Refusal(words());
  switch (word) {
    case 'add': {
      if (named === undefined)
        throw new Refusal(`Name a run whose must-fixes were resolved: ${juryCommand()} witness add RUN.`);
      const known = readWitnesses(shell);
      const { found, gone } = await resolvedIn(shell, named, values.data);
      const all = withWitnesses(known, found);
      await writeWitnesses(shell, all);
      const left =
        gone === 0
          ? ''
          : ` Of ${count(gone, 'must-fix', 'must-fixes')} nothing is left on the page to ask about.`;
      return told(
        shell,
        `${count(all.length - known.length, 'witness', 'witnesses')} added to ${WITNESS_FILE}; ${all.length} in all. Commit it: ${juryCommand()} check asks them from now on.${left}`,
        all,
        values.json === true,
      );
    }
    case 'waive': {
      const reason = values.reason?.trim() ?? '';
      if (named === undefined || reason === '')
        throw new Refusal(`Say which audit and why: ${juryCommand()} witness waive AUDIT --reason TEXT.`);
      const known = readWitnesses(shell);
      const meant = known.filter(
        ({ audit, selector }) => audit === named || `${audit}@${selector}` === named,
      );
      if (meant.length === 0) throw new Refusal(`${WITNESS_FILE} has no witness of ${quoted(named)}.`);
      const all = known.map((entry) => (meant.includes(entry) ? { ...entry, waived: reason } : entry));
      await writeWitnesses(shell, all);
      return told(shell, `${count(meant.length, 'witness', 'witnesses')} waived.`, all, values.json === true);
    }
    case 'list':
    case undefined: {
      const all = readWitnesses(shell);
      const lines = all.map(
        ({ file, audit, selector, waived }) =>
          `${file}  ${audit} at ${selector}${waived === undefined ? '' : ` (waived: ${waived})`}`,
      );
      return told(
        shell,
        lines.length === 0
          ? `There are no witnesses yet: ${juryCommand()} witness add RUN.`
          : lines.join('\n'),
        all,
        values.json === true,
      );
    }
    default:
      throw new Refusal(`${quoted(word)} is not a word of ${juryCommand()} witness. ${words()}`);
  }
});

function told(shell: Shell, text: string, witnesses: readonly WitnessEntry[], json: boolean): number {
  shell.out(
    json ? `${JSON.stringify({ witnesses }, null, 2)}\n` : `${text.split('\n').map(clean).join('\n')}\n`,
  );
  return EXIT.ships;
}

interface ResolvedWitnesses {
  found: WitnessEntry[];
  /** How many were about something that is not on the page any more. */
  gone: number;
}

/** What the run resolved and an audit can ask again, of the file the run was about, as the run left it. */
async function resolvedIn(shell: Shell, named: string, data: string | undefined): Promise<ResolvedWitnesses> {
  const { run: record, folder } = await findStoredRun(shell, named, data);
  if (!isTheaterRun(record))
    throw new Refusal(`${quoted(named)} is a run of ${record.protocol}: it has no must-fixes.`);
  const asked = await loadRequest({ readRequest: () => readRequest(folder) });
  const path = asked?.path ?? null;
  if (path === null)
    throw new Refusal(
      `${quoted(named)} was not about a file of this machine, so no check can be tied to one.`,
    );
  const file = witnessName(shell.cwd, path);
  if (file.startsWith('..'))
    throw new Refusal(
      `${quoted(named)} is about a file outside of this folder; call it where the file's project is.`,
    );
  const events: TranscriptEvent[] = [];
  const transcript = await findTranscript(folder);
  if (transcript !== null) for await (const event of readTranscript(transcript)) events.push(event);
  const state = foldAll(events);
  if (state.phase === 'idle') return { found: [], gone: 0 };
  const placeOf = await placesIn(folder, asked?.request.artifact ?? null);
  const resolved = state.mustFixes.flatMap(({ id, resolvedRound, witness, text }) =>
    resolvedRound === null || witness === null ? [] : [{ id, witness, text }],
  );
  const found = resolved.flatMap(({ id, witness, text }): WitnessEntry[] => {
    const { audit, predicate } = witness;
    const selector = placeOf({ id, witness });
    if (selector === null) return [];
    return [{ file, audit, selector, predicate, text: text.slice(0, 2_000), run: record.id }];
  });
  return { found, gone: resolved.length - found.length };
}

/** By the page the run ended with: what it resolved was asked there last. */
async function placesIn(
  folder: string,
  given: { content: string; mime: string } | null,
): Promise<BoundPlace> {
  const final = await readFinal(folder);
  // Nothing was kept: then only the run's own words tell where it was.
  if (final === null) return ({ witness }) => witness.selector;
  await verifyArtifact(folder, final.path, final.sha256);
  const { handle } = await openArtifact(folder, final.path);
  try {
    const after = await handle.readFile('utf8');
    const { boundPlaces } = await import('../trust/bound-places.ts');
    return await boundPlaces({ before: given?.content ?? null, after, mime: given?.mime ?? 'text/html' });
  } finally {
    await handle.close();
  }
}
