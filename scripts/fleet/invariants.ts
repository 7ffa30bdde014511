/**
 * What must be true of a fleet's database whatever happened to its nodes, asked in plain SQL: nothing of the product is used, so
 * that what it believes of itself counts for nothing here. For a fleet at rest.
 */
import { createHash } from 'node:crypto';
import { plainClient } from '../../apps/daemon/src/store/test/postgres-server.ts';

type Client = Awaited<ReturnType<typeof plainClient>>;

const ENDS = `('critique.ship', 'critique.degraded', 'critique.interrupted', 'critique.failed', 'run.ended')`;
const OPEN = `('queued', 'running', 'waiting', 'paused')`;

/** Each answers with a row per fault. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'a run that nobody ended': `select id, state from jury.runs where state in ('queued', 'running')`,
  'numbers of events with a gap': `select run_id as id, count(*) as events, max(seq) as last from jury.events
    group by run_id having count(*) <> max(seq) or min(seq) <> 1`,
  'a number that the line does not have': `select run_id as id, seq from jury.events where (line::json ->> 'seq')::bigint <> seq`,
  'a run that is over without one end': `select r.id, r.state, count(e.seq) as ends from jury.runs r
    left join jury.events e on e.run_id = r.id and e.line::json ->> 'type' in ${ENDS}
    where r.protocol = 'theater' and r.state not in ${OPEN} and r.state <> 'legacy'
    group by r.id, r.state having count(e.seq) <> 1`,
  'events behind the end': `select e.run_id as id, e.seq from jury.events e
    join (select run_id, max(seq) as last from jury.events group by run_id) l on l.run_id = e.run_id
    where e.line::json ->> 'type' in ${ENDS} and e.seq <> l.last`,
  'a count that is not the number of events': `select r.id, r.event_count, max(e.seq) as last from jury.runs r
    join jury.events e on e.run_id = r.id where r.state not in ${OPEN} and r.event_base is not null
    group by r.id, r.event_count having max(e.seq) <> r.event_count`,
  'two runs of a project that share ids': `select a.id, b.id as other from jury.runs a join jury.runs b
    on a.project_id = b.project_id and a.id < b.id and a.event_base is not null and b.event_base is not null
    and a.event_base < b.event_base + b.event_count and b.event_base < a.event_base + a.event_count
    where a.event_count > 0 and b.event_count > 0`,
  'two runs of a project at once': `select a.id, b.id as other from jury.runs a join jury.runs b
    on a.project_id = b.project_id and a.id <> b.id and a.started_at is not null and b.started_at > a.started_at
    and b.started_at < a.ended_at`,
  'a run that began before an older one of its project': `select a.id, b.id as other from jury.runs a join jury.runs b
    on a.project_id = b.project_id and b.created_at > a.created_at and b.started_at < a.started_at`,
  'an owner of what is over': `select id, owner from jury.runs where state not in ${OPEN} and owner is not null`,
  'a page of a round that is not stored': `select r.run_id as id, r.n from jury.rounds r join jury.runs on runs.id = r.run_id
    where r.artifact_sha256 is not null and not exists (select 1 from jury.files f
      where f.artifact_id = runs.artifact_id and f.sha256 = r.artifact_sha256)`,
  'content that belongs to no file': `select sha256 as id from jury.file_parts p
    where not exists (select 1 from jury.files f where f.sha256 = p.sha256) group by sha256`,
  'a file without its content': `select f.name as id, f.bytes from jury.files f
    where f.bytes <> (select coalesce(sum(octet_length(data)), 0) from jury.file_parts p where p.sha256 = f.sha256)`,
  'two final pages of a run': `select artifact_id as id, count(*) from jury.files where is_final group by artifact_id having count(*) > 1`,
  'a job that is left': `select id, state::text from jury_queue.job where name = 'runs' and state not in ('completed', 'cancelled')`,
};

export interface Fault {
  what: string;
  rows: unknown[];
}

export async function checkInvariants(url: string): Promise<Fault[]> {
  const client = await plainClient(url);
  const faults: Fault[] = [];
  try {
    for (const [what, text] of Object.entries(QUESTIONS)) {
      const { rows } = await client.query(text);
      if (rows.length > 0) faults.push({ what, rows: rows.slice(0, 5) });
    }
    const wrong = await wrongHashes(client);
    if (wrong.length > 0) faults.push({ what: 'content that is not what its hash says', rows: wrong });
  } finally {
    await client.end();
  }
  return faults;
}

async function wrongHashes(client: Client): Promise<string[]> {
  const { rows: known } = await client.query<{ sha256: string }>(
    'select distinct sha256 from jury.file_parts',
  );
  const wrong: string[] = [];
  for (const { sha256 } of known) {
    const { rows } = await client.query<{ data: Buffer }>(
      'select data from jury.file_parts where sha256 = $1 order by part',
      [sha256],
    );
    const hash = createHash('sha256');
    for (const { data } of rows) hash.update(data);
    if (hash.digest('hex') !== sha256) wrong.push(sha256);
  }
  return wrong;
}
