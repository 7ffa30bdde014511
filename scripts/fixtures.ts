/**
 * The golden chain: `<case>.txt` → `.ndjson` (what a run says) → `.state.json` (what a viewer sees).
 * `npm run fixtures -- --write` writes the goldens anew; read the diff before you commit it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { CritiqueConfigSchema } from '@design-jury/contracts/theater/critique';
import { foldAll } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { playText } from '../apps/daemon/src/protocols/theater/play.ts';

const FOLDER = new URL('../__fixtures__/critique/v1/', import.meta.url);
const IDENTITY = {
  runId: 'run',
  adapter: 'fixture',
  artifactRef: { projectId: 'project', artifactId: 'artifact' },
};
/** One event a second from here: goldens must not depend on a clock. */
const EPOCH = Date.parse('2026-01-01T00:00:00.000Z');

export interface Golden {
  name: string;
  text: string;
  config: typeof DEFAULT_CRITIQUE_CONFIG;
  ndjson: string;
  state: string;
}

export function fixtureNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length));
}

/** What the code makes of a fixture's text today. */
export function play(name: string, chunks?: (text: string) => Iterable<string>): Golden {
  const text = readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8');
  const config = CritiqueConfigSchema.parse({
    ...DEFAULT_CRITIQUE_CONFIG,
    protocolVersion: 1,
    ...overrides(name),
  });
  const { events } = playText(chunks?.(text) ?? [text], IDENTITY, config);
  const stamped = events.map(
    (event, i): TranscriptEvent => ({ seq: i + 1, at: new Date(EPOCH + i * 1000).toISOString(), ...event }),
  );
  return {
    name,
    text,
    config,
    ndjson: stamped.map((event) => `${JSON.stringify(event)}\n`).join(''),
    state: `${JSON.stringify(foldAll(stamped), null, 2)}\n`,
  };
}

/** What is on record. */
export function recorded(name: string): { ndjson: string; state: string } {
  return {
    ndjson: readFileSync(new URL(`${name}.ndjson`, FOLDER), 'utf8'),
    state: readFileSync(new URL(`${name}.state.json`, FOLDER), 'utf8'),
  };
}

function overrides(name: string): object {
  try {
    return JSON.parse(readFileSync(new URL(`${name}.config.json`, FOLDER), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

if (import.meta.main) {
  if (!process.argv.includes('--write')) {
    console.error('usage: npm run fixtures -- --write');
    process.exit(2);
  }
  for (const name of fixtureNames()) {
    const { ndjson, state } = play(name);
    writeFileSync(new URL(`${name}.ndjson`, FOLDER), ndjson);
    writeFileSync(new URL(`${name}.state.json`, FOLDER), state);
  }
  console.log(`${fixtureNames().length} goldens written`);
}
