/** `jury witness`: turns must-fixes that a run resolved into checks that `jury check` asks from then on. */

import { EXIT } from '@design-jury/contracts/exit-codes';
import { isTheaterRun } from '@design-jury/contracts/run';
import { foldAll } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { juryCommand } from '../command-name.ts';
import { findTranscript, readTranscript } from '../host/log/transcript.ts';
import { readRequest } from '../host/request-file.ts';
import { loadRequest } from '../protocols/theater/request-file.ts';
import { clean } from '../report/clean.ts';
import { count } from '../report/words.ts';
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
      const all = withWitnesses(known, await resolvedIn(shell, named, values.data));
      await writeWitnesses(shell, all);
      return told(
        shell,
        `${count(all.length - known.length, 'witness', 'witnesses')} added to ${WITNESS_FILE}; ${all.length} in all. Commit it: ${juryCommand()} check asks them from now on.`,
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

/** What the run resolved and an audit can ask again, of the file the run was about. */
async function resolvedIn(shell: Shell, named: string, data: string | undefined): Promise<WitnessEntry[]> {
  const { run: record, folder } = await findStoredRun(shell, named, data);
  if (!isTheaterRun(record))
    throw new Refusal(`${quoted(named)} is a run of ${record.protocol}: it has no must-fixes.`);
  const path = (await loadRequest({ readRequest: () => readRequest(folder) }))?.path ?? null;
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
  if (state.phase === 'idle') return [];
  return state.mustFixes.flatMap(({ resolvedRound, witness, text }): WitnessEntry[] =>
    resolvedRound === null || witness === null
      ? []
      : [
          {
            file,
            audit: witness.audit,
            selector: witness.selector,
            predicate: witness.predicate,
            text: text.slice(0, 2_000),
            run: record.id,
          },
        ],
  );
}
