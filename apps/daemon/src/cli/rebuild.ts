/** `jury doctor --rebuild`: the database anew from the runs that lie beside it. */

import { join } from 'node:path';
import { DEFAULT_AGENT_ID, DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { ID_PATTERN } from '@design-jury/contracts/http';
import { INPUT_EVENT, PROTOCOL_IDS, type RunEvent, type RunRecord } from '@design-jury/contracts/run';
import { juryCommand } from '../command-name.ts';
import { findTranscript, readLog } from '../host/log/transcript.ts';
import { newRecord } from '../host/new-run.ts';
import { processesWith, type Rebuilt, rebuildDatabase } from '../host/rebuild.ts';
import { readRequest } from '../host/request-file.ts';
import { theaterDetails, titleOf } from '../protocols/theater/new-run.ts';
import { AskedRunSchema } from '../protocols/theater/request-file.ts';
import { DATABASE_FILE } from '../store/database-file.ts';
import { Refusal } from './refusal.ts';

/** Runs whose project nobody noted come into this one. */
const PROJECT_OF_OLDER_RUNS = 'p-rebuilt';
const SHOWN = 20;

export async function rebuild(dataDir: string): Promise<string[]> {
  const holders = processesWith(join(dataDir, DATABASE_FILE));
  if (holders.length > 0)
    throw new Refusal(
      `Process ${holders.join(', ')} has the database open; stop it first (${juryCommand()} serve ends with Ctrl-C), then rebuild.`,
    );
  const now = new Date().toISOString();
  return words(await rebuildDatabase({ dataDir, file: DATABASE_FILE, now, derive: olderRun }));
}

function words({ runs, projects, derived, backup, lost }: Rebuilt): string[] {
  return [
    `rebuilt the database: ${runs} ${runs === 1 ? 'run' : 'runs'} in ${projects} ${projects === 1 ? 'project' : 'projects'}`,
    ...(backup === null ? [] : [`kept the old one as ${backup}`]),
    ...(derived === 0
      ? []
      : [
          `${derived} ${derived === 1 ? 'run' : 'runs'} kept no record: read from the log, so the project, the settings or the title may be less than they were`,
        ]),
    ...lost.slice(0, SHOWN).map(({ name, problem }) => `not rebuilt: ${name}: ${problem}`),
    ...(lost.length > SHOWN ? [`not rebuilt: ${lost.length - SHOWN} more`] : []),
    'not rebuilt, because only the database had them: questions (a run that waits asks again when it is resumed), answers that no run had taken, keys with a time to live',
  ];
}

/** The record of a run from before records were kept. It is left as under way: the log says whether and how it ended. */
async function olderRun(folder: string, artifactId: string): Promise<RunRecord | null> {
  const file = await findTranscript(folder);
  const events: RunEvent[] = [];
  let last: RunEvent | null = null;
  let project: string | null = null;
  if (file !== null)
    for await (const { event } of readLog(file, { inputs: true })) {
      if (event.type !== INPUT_EVENT && events.length < SHOWN) events.push(event);
      last = event;
      project ??= projectIn(event);
    }
  const request = await readRequest(folder).catch(() => null);
  const first = events[0];
  const word = events
    .map(({ type }) => type.split('.')[0])
    .find((one) => one !== 'run' && one !== 'question');
  const protocol = word === 'critique' ? 'theater' : PROTOCOL_IDS.find((id) => id === word);
  if (first === undefined || last === null || protocol === undefined) return null;
  const told = events.find(({ runId }) => typeof runId === 'string')?.runId;
  const order = {
    protocol,
    project: null,
    title: '',
    subjectKey: '',
    model: null,
    config: {},
    request: null,
  };
  const record: RunRecord = {
    ...newRecord({ ...order, agent: DEFAULT_AGENT_ID }, project ?? PROJECT_OF_OLDER_RUNS, first.at),
    id: typeof told === 'string' ? told : artifactId.replace(/^a-/, 'r-'),
    artifactId,
    state: 'running',
    eventCount: last.seq,
    startedAt: first.at,
    updatedAt: last.at,
  };
  return protocol === 'theater' ? theaterRecord(record, request, first) : record;
}

function theaterRecord(record: RunRecord, stored: unknown, started: RunEvent): RunRecord {
  const asked = AskedRunSchema.safeParse(stored);
  const request = asked.success ? asked.data.request : {};
  const { cast, maxRounds, threshold, scale, weights, protocolVersion } = started;
  const rules = { cast, maxRounds, scoreThreshold: threshold, scoreScale: scale, weights, protocolVersion };
  const told = Object.entries(rules).filter(([, value]) => value !== undefined);
  return {
    ...record,
    ...theaterDetails(request),
    title: titleOf(request),
    agent: request.agent ?? record.agent,
    model: request.model ?? null,
    config: { ...DEFAULT_CRITIQUE_CONFIG, ...Object.fromEntries(told) },
  };
}

/** Only the Theater's last word names it. */
function projectIn({ artifactRef }: RunEvent): string | null {
  const ref = artifactRef as { projectId?: unknown } | null | undefined;
  return typeof ref?.projectId === 'string' && ID_PATTERN.test(ref.projectId) ? ref.projectId : null;
}
