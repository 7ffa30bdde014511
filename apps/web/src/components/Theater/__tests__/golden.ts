/** The golden chain shared with the daemon: what was said, and what a viewer must see after it. */
import { readdirSync, readFileSync } from 'node:fs';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';

const FOLDER = new URL('../../../../../../__fixtures__/critique/v1/', import.meta.url);

export function goldenNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ndjson'))
    .map((file) => file.replace('.ndjson', ''));
}

export function goldenText(name: string): string {
  return readFileSync(new URL(`${name}.ndjson`, FOLDER), 'utf8');
}

export function goldenEvents(name: string): TranscriptEvent[] {
  return goldenText(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export function goldenState(name: string): CritiqueState {
  return JSON.parse(readFileSync(new URL(`${name}.state.json`, FOLDER), 'utf8'));
}
