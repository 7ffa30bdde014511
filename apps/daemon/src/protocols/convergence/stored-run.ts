/** A run as its folder keeps it: what it was asked, and how far it came. For whoever shows it; nothing is performed. */
import type { RunRecord } from '@design-jury/contracts/run';
import { findTranscript, readLog } from '../../host/log/transcript.ts';
import { readRequest as readStored } from '../../host/request-file.ts';
import { begin, transition } from './machine.ts';
import { PhaseRequestSchema, type StoredRequest } from './request.ts';
import type { ConvergenceInput, ConvergenceState } from './state.ts';

export async function readRequest(folder: string): Promise<StoredRequest> {
  const stored = await readStored(folder);
  return stored === null ? null : PhaseRequestSchema.parse(stored);
}

/** Null for a run of 0.1. */
export async function readState(run: RunRecord, folder: string): Promise<ConvergenceState | null> {
  const request = await readRequest(folder);
  if (request === null) return null;
  const setup = { run, request };
  let [state] = begin(setup);
  const file = await findTranscript(folder);
  if (file === null) return state;
  for await (const { event } of readLog(file, { inputs: true }))
    if (event.type === 'run.input') [state] = transition(state, event.input as ConvergenceInput, setup);
  return state;
}
