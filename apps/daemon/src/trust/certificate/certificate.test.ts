import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CRITIQUE_STATUSES } from '@design-jury/contracts/theater/critique';
import { EXTENSION } from '@design-jury/contracts/trust/certificate';
import { expect, test } from 'vitest';
import { parsePublicKey } from '../../home/keys.ts';
import { makeRun, scriptOf } from './test/runs.ts';
import { signed, signer, statementFor } from './test/signing.ts';
import { verifyCertificate } from './verify.ts';

const NOW = Date.UTC(2026, 0, 3);
const OURS = signer('ours');

test('[T1] 200 honest certificates of every status and agent hold, with the page they are about', async () => {
  const statuses = new Map<string, number>();
  for (let n = 0; n < 200; n += 1) {
    const made = makeRun(scriptOf(n));
    const text = signed(await statementFor(made), OURS);
    const page = made.page === null ? null : Buffer.from(made.page);
    const found = await verifyCertificate(text, { keys: [OURS.known], now: NOW, page });
    expect({ n, ...found }).toMatchObject({ n, holds: true, status: made.run.state, runId: made.run.id });
    statuses.set(made.run.state, (statuses.get(made.run.state) ?? 0) + 1);
  }
  const judged = CRITIQUE_STATUSES.filter((status) => status !== 'legacy');
  expect([...statuses.keys()].sort()).toEqual(judged.toSorted());
});

test('[T1] what is signed is an in-toto statement in a DSSE envelope, about the page and the transcript', async () => {
  const made = makeRun(scriptOf(2));
  const envelope = JSON.parse(signed(await statementFor(made), OURS));
  expect(envelope).toMatchObject({
    payloadType: 'application/vnd.in-toto+json',
    signatures: [{ keyid: OURS.known.id }],
  });
  expect(JSON.parse(Buffer.from(envelope.payload, 'base64').toString())).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    subject: [{ name: 'page' }, { name: 'transcript.ndjson' }],
    predicate: { result: 'PASSED', [EXTENSION]: { votes: { brand: 9 }, run: { agent: 'codex' } } },
  });
});

test('[T1] a certificate of when the trust line had one recall holds, and keeps what that meant', async () => {
  const statement = await statementFor(makeRun(scriptOf(2)));
  const recall = { planted: 51, caught: 51, share: 1, low: 0.93, high: 1, seed: 7 };
  // As it was signed then, byte for byte: no version, and five quantities.
  const trust = { coverage: null, recall, noise: null, effectiveVotes: null, heldOut: null };
  const text = signed(
    {
      ...statement,
      predicate: {
        ...statement.predicate,
        [EXTENSION]: { ...statement.predicate[EXTENSION], trust },
      },
    },
    OURS,
  );
  expect(await verifyCertificate(text, { keys: [OURS.known], now: NOW })).toMatchObject({
    holds: true,
    trust: { version: 2, recall: null, knownRecall: recall },
  });
});

test('[T2] a key that nobody trusts, and one that has ended, are refused by name', async () => {
  const text = signed(await statementFor(makeRun(scriptOf(2))), OURS);
  const other = signer('other');
  expect(await verifyCertificate(text, { keys: [other.known], now: NOW })).toMatchObject({
    reason: 'unknown_key',
  });
  expect(await verifyCertificate(text, { keys: [], now: NOW })).toMatchObject({ reason: 'unknown_key' });
  const brief = signer('brief', '2026-01-02T12:00:00.000Z');
  const short = signed(await statementFor(makeRun(scriptOf(2))), brief);
  const before = Date.UTC(2026, 0, 2, 11);
  expect(await verifyCertificate(short, { keys: [brief.known], now: before })).toMatchObject({ holds: true });
  expect(await verifyCertificate(short, { keys: [brief.known], now: NOW })).toMatchObject({
    reason: 'expired_key',
  });
});

test('[T2] nobody lengthens the life of a key on the way, or gives it another name', () => {
  const brief = signer('brief', '2026-01-02T12:00:00.000Z').known;
  expect(parsePublicKey(JSON.stringify(brief))).toEqual(brief);
  for (const change of [{ expiresAt: null }, { expiresAt: '2030-01-01T00:00:00.000Z' }, { name: 'ours' }])
    expect(() => parsePublicKey(JSON.stringify({ ...brief, ...change }))).toThrow('it was changed since');
  const { publicKey, id } = signer('other').known;
  expect(() => parsePublicKey(JSON.stringify({ ...brief, publicKey, id }))).toThrow('it was changed since');
});

test('[T1] what recorded answers of agents were judged as holds too', async () => {
  const folder = fileURLToPath(new URL('../../../../../__fixtures__/critique/v1/', import.meta.url));
  let held = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ndjson'))) {
    const lines = readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n');
    const made = recorded(lines);
    if (made === null) continue;
    const found = await verifyCertificate(signed(await statementFor(made), OURS), {
      keys: [OURS.known],
      now: NOW,
    });
    expect({ name, ...found }).toMatchObject({ name, holds: true });
    held += 1;
  }
  expect(held).toBeGreaterThan(15);
});

/** A recorded transcript with the record that fits its end. */
function recorded(lines: string[]) {
  const events = lines.map((line) => JSON.parse(line));
  const end = events.find(({ status, type }) => status !== undefined && type !== 'critique.run_started');
  const begun = events.find(({ type }) => type === 'critique.run_started');
  if (end === undefined || begun === undefined) return null;
  const made = makeRun(scriptOf(end.status === 'shipped' ? 2 : 0));
  const kept = end.type === 'critique.ship' ? (end.artifactRef === null ? null : end.round) : end.bestRound;
  const codes: Record<string, number> = { shipped: 0, below_threshold: 1, interrupted: 130 };
  const { cast, weights, threshold: scoreThreshold, scale: scoreScale, maxRounds } = begun;
  const config = { ...made.run.config, cast, weights, scoreThreshold, scoreScale, maxRounds };
  const run = {
    ...made.run,
    config,
    id: begun.runId,
    state: end.status,
    outcome: end.status,
    exitCode: codes[end.status] ?? 3,
    finalRound: kept,
  };
  return { run, lines, page: null };
}
