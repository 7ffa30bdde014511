/**
 * The golden chain: `<case>.txt` → `.ndjson` (what a run says) → `.state.json` (what a viewer sees).
 * `npm run fixtures -- --write` writes the goldens anew; read the diff before you commit it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { CritiqueConfigSchema } from '@design-jury/contracts/theater/critique';
import { foldAll } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { judgeText } from '../apps/daemon/src/protocols/theater/judge-text.ts';

type Version = 1 | 2;
const folderOf = (version: Version): URL => new URL(`../__fixtures__/critique/v${version}/`, import.meta.url);
/** What the tags of every fixture of version 2 carry. */
export const FIXTURE_CODE = 'kx7wqz3mbn5r9t';
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

export function fixtureNames(version: Version = 1): string[] {
  return readdirSync(folderOf(version))
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length));
}

/** What the code makes of a fixture's text today. */
export function goldenOf(name: string, version: Version = 1): Golden {
  const text = readFileSync(new URL(`${name}.txt`, folderOf(version)), 'utf8');
  const config = CritiqueConfigSchema.parse({
    ...DEFAULT_CRITIQUE_CONFIG,
    protocolVersion: version,
    ...overrides(name, version),
  });
  // Version 1 is read and judged as it was when its fixtures were written; version 2 as a live answer is.
  const live = version === 1 ? undefined : { code: FIXTURE_CODE };
  const { events } = judgeText([text], IDENTITY, config, live);
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
export function recorded(name: string, version: Version = 1): { ndjson: string; state: string } {
  return {
    ndjson: readFileSync(new URL(`${name}.ndjson`, folderOf(version)), 'utf8'),
    state: readFileSync(new URL(`${name}.state.json`, folderOf(version)), 'utf8'),
  };
}

function overrides(name: string, version: Version): object {
  try {
    return JSON.parse(readFileSync(new URL(`${name}.config.json`, folderOf(version)), 'utf8'));
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
  for (const version of [1, 2] as const) {
    for (const name of fixtureNames(version)) {
      const { ndjson, state } = goldenOf(name, version);
      writeFileSync(new URL(`${name}.ndjson`, folderOf(version)), ndjson);
      writeFileSync(new URL(`${name}.state.json`, folderOf(version)), state);
    }
    console.log(`version ${version}: ${fixtureNames(version).length} goldens written`);
  }
}
