/** Streams of all twelve, as their programs print them: what they say, and that no chunking changes it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLI_AGENTS } from '../cli-table.ts';
import type { AgentDelta, AgentExit } from '../session.ts';
import type { CreateDecoder } from './decoder.ts';

const FIXTURES = fileURLToPath(new URL('../../../../../__fixtures__/agents/', import.meta.url));

interface Recording {
  agent: string;
  name: string;
  file: string;
  bytes: Buffer;
  exit: AgentExit;
  decoder: CreateDecoder;
}

const RECORDINGS: readonly Recording[] = CLI_AGENTS.flatMap(({ id, decoder }) =>
  readdirSync(join(FIXTURES, id))
    .filter((name) => /\.(?:jsonl|txt)$/.test(name))
    .map((entry) => {
      const file = join(FIXTURES, id, entry);
      const name = basename(entry).replace(/\.\w+$/, '');
      const exit: AgentExit = JSON.parse(readFileSync(join(dirname(file), `${name}.exit.json`), 'utf8'));
      return { agent: id, name, file, bytes: readFileSync(file), exit, decoder };
    }),
);

function decode({ decoder, exit }: Recording, chunks: readonly Uint8Array[]): AgentDelta[] {
  const reading = decoder();
  return [...chunks.flatMap((chunk) => reading.write(chunk)), ...reading.end(exit)];
}

/** Pieces of plain text are as large as the chunks: only what they say together counts. */
function joined(deltas: readonly AgentDelta[]): AgentDelta[] {
  const result: AgentDelta[] = [];
  for (const delta of deltas) {
    const last = result.at(-1);
    if (delta.type === 'text' && last?.type === 'text')
      result[result.length - 1] = { type: 'text', text: last.text + delta.text };
    else result.push(delta);
  }
  return result;
}

function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...at, bytes.length].map((end, i) => bytes.subarray(at[i - 1] ?? 0, end));
}

test('of each of the twelve there is one stream that comes whole, and two that do not', () => {
  for (const { id } of CLI_AGENTS) {
    const ends = RECORDINGS.filter(({ agent }) => agent === id).map(
      (one) => decode(one, [one.bytes]).at(-1)?.type,
    );
    expect(ends.filter((type) => type === 'end').length, `${id}: whole`).toBeGreaterThanOrEqual(1);
    expect(ends.filter((type) => type !== 'end').length, `${id}: broken`).toBeGreaterThanOrEqual(2);
  }
});

test('there is a whole answer and a refused key of each of the twelve', () => {
  expect(CLI_AGENTS).toHaveLength(12);
  for (const { id } of CLI_AGENTS) {
    const names = RECORDINGS.filter(({ agent }) => agent === id).map(({ name }) => name);
    expect(names, id).toEqual(expect.arrayContaining(['answers', 'unauthorized']));
  }
});

test.each(RECORDINGS.filter(({ name }) => name === 'answers'))('$agent: the whole answer', (recording) => {
  const deltas = decode(recording, [recording.bytes]);
  const from = deltas.findLastIndex(({ type }) => type === 'restart') + 1;
  const said = deltas.slice(from).map((delta) => (delta.type === 'text' ? delta.text : ''));
  const answer = 'Grüße an die Jury ✓\n{"a":1}\nEnde.';
  // Plain text has more around it.
  if (recording.file.endsWith('.txt')) expect(said.join('')).toContain(answer);
  else expect(said.join('')).toBe(answer);
});

describe.each(RECORDINGS)('$agent, $name', (recording) => {
  const { agent, name, file, bytes } = recording;
  const deltas = joined(decode(recording, [bytes]));

  test('says what is on file', async () => {
    const golden = file.replace(/\.\w+$/, '.deltas.json');
    await expect(`${JSON.stringify(deltas, null, 2)}\n`).toMatchFileSnapshot(golden);
  });

  test('ends once, with the right word', () => {
    const closing = deltas.filter(({ type }) => type === 'end' || type === 'error');
    expect(closing).toHaveLength(1);
    expect(deltas.at(-1)).toBe(closing[0]);
    if (name === 'answers') expect(closing[0]).toEqual({ type: 'end' });
    if (name === 'unauthorized') expect(closing[0]).toMatchObject({ type: 'error', kind: 'auth' });
    if (name === 'rate-limited') expect(closing[0]).toMatchObject({ type: 'error', kind: 'rate_limit' });
    if (name === 'cut') expect(closing[0]).toMatchObject({ type: 'error' });
  });

  test('any chunking says the same', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 40 }), (cuts) => {
        expect(joined(decode(recording, pieces(bytes, cuts)))).toEqual(deltas);
      }),
      { numRuns: 60 },
    );
    const single = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect(joined(decode(recording, single))).toEqual(deltas);
  });

  test('line ends of another system say the same', () => {
    if (file.endsWith('.txt')) return;
    const crlf = Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n'));
    expect(joined(decode(recording, [crlf]))).toEqual(deltas);
  });

  test('cut anywhere, it never claims to be complete', () => {
    // Where the exit is the last word, a stream cannot tell.
    const byExit = ['kimi', 'continue', 'aider'].includes(agent);
    if (byExit || deltas.at(-1)?.type !== 'end') return;
    const text = bytes.toString('utf8').trimEnd();
    const last = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1));
    fc.assert(
      fc.property(fc.nat({ max: last }), (length) => {
        const short = decode(recording, [bytes.subarray(0, length)]);
        const claims = short.at(-1)?.type === 'end';
        // Some say more after their last word.
        if (claims) expect(joined(short)).toEqual(deltas);
        else expect(short.at(-1)).toMatchObject({ type: 'error' });
      }),
      { numRuns: 60 },
    );
  });
});
