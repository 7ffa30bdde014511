/** Everything somebody could change about a certificate: each change is refused, and says why. */
import { EXTENSION, type Statement } from '@design-jury/contracts/trust/certificate';
import { expect, test } from 'vitest';
import { choosing } from '../../drill/seed.ts';
import { sha256Of } from './envelope.ts';
import { makeRun, pageOf, scriptOf } from './test/runs.ts';
import { type Signer, signed, signer, statementFor, withLines } from './test/signing.ts';
import { verifyCertificate } from './verify.ts';

const NOW = Date.UTC(2026, 0, 3);
const OURS = signer('ours');
const pick = choosing(23, 'tamper');
const below = (limit: number): number => pick(Array.from({ length: limit }, (_, n) => n)) ?? 0;

const counted = { refused: 0, reasons: new Map<string, number>() };

async function expectRefused(
  what: string,
  text: string,
  more: { page?: Uint8Array; keys?: Signer[] } = {},
): Promise<void> {
  const keys = (more.keys ?? [OURS]).map(({ known }) => known);
  const found = await verifyCertificate(text, { keys, now: NOW, page: more.page ?? null });
  expect({ what, holds: found.holds }).toEqual({ what, holds: false });
  if (found.holds) return;
  expect(found.message.length).toBeGreaterThan(10);
  counted.refused += 1;
  counted.reasons.set(found.reason, (counted.reasons.get(found.reason) ?? 0) + 1);
}

/** One of each way to end. */
const SCRIPTS = [0, 2, 3, 5, 6, 8, 9, 10, 13, 16, 17, 18];

test('[T3] no byte of the file can change: turned, left out, doubled, put in, cut off', async () => {
  for (const n of SCRIPTS) {
    const text = signed(await statementFor(makeRun(scriptOf(n))), OURS);
    for (let time = 0; time < 40; time += 1) {
      const at = below(text.length);
      const code = text.charCodeAt(at);
      const other = String.fromCharCode(33 + ((code - 33 + 1 + below(90)) % 94));
      await expectRefused(
        `byte ${at}`,
        `${text.slice(0, at)}${other === text[at] ? '~' : other}${text.slice(at + 1)}`,
      );
    }
    for (let time = 0; time < 5; time += 1) {
      const at = below(text.length);
      await expectRefused('left out', text.slice(0, at) + text.slice(at + 1));
      await expectRefused('put in', `${text.slice(0, at)} ${text.slice(at)}`);
      await expectRefused('cut off', text.slice(0, at));
    }
    await expectRefused('a line more', `${text}\n`);
    await expectRefused('on one line', JSON.stringify(JSON.parse(text)));
    await expectRefused('one more key', JSON.stringify({ ...JSON.parse(text), note: 'x' }, null, 2));
  }
});

test('[T3] nothing that is signed can change without the key', async () => {
  const stranger = signer('stranger');
  for (const n of SCRIPTS) {
    const statement = await statementFor(makeRun(scriptOf(n)));
    const envelope = JSON.parse(signed(statement, OURS));
    for (const change of FORGERIES) {
      const forged = structuredClone(statement);
      change(forged);
      const payload = Buffer.from(JSON.stringify(forged)).toString('base64');
      if (payload === envelope.payload) continue;
      await expectRefused('another payload', `${JSON.stringify({ ...envelope, payload }, null, 2)}\n`);
    }
    const theirs = JSON.parse(signed(statement, stranger));
    const renamed = { ...theirs, signatures: [{ ...theirs.signatures[0], keyid: OURS.known.id }] };
    await expectRefused("a stranger's signature under our name", `${JSON.stringify(renamed, null, 2)}\n`);
    await expectRefused("a stranger's certificate", signed(statement, stranger));
  }
});

type Change = (statement: Statement) => void;

/** Said of a run by somebody who holds a trusted key: what the events do not support is refused all the same. */
const FORGERIES: readonly Change[] = [
  (one) => {
    one.predicate.result = one.predicate.result === 'PASSED' ? 'FAILED' : 'PASSED';
  },
  (one) => {
    const { run } = one.predicate[EXTENSION];
    run.state = run.state === 'shipped' ? 'below_threshold' : 'shipped';
    run.outcome = run.state;
  },
  (one) => {
    one.predicate[EXTENSION].run.exitCode = 4;
  },
  (one) => {
    one.predicate[EXTENSION].run.id = 'r-other';
  },
  (one) => {
    one.predicate[EXTENSION].run.config = { ...one.predicate[EXTENSION].run.config, scoreThreshold: 1 };
  },
  (one) => {
    one.predicate[EXTENSION].votes = { critic: 10, brand: 10, a11y: 10, copy: 10 };
  },
  (one) => {
    one.predicate[EXTENSION].transcript.head = '0'.repeat(64);
  },
  (one) => {
    one.predicate[EXTENSION].transcript.count += 1;
  },
  (one) => {
    one.predicate[EXTENSION].transcript.lines.pop();
  },
  (one) => {
    one.predicate[EXTENSION].transcript.lines.reverse();
  },
  (one) => {
    for (const subject of one.subject) subject.digest = { sha256: 'a'.repeat(64) };
  },
  (one) => {
    one.predicate.configuration = [{ name: 'config', digest: { sha256: 'b'.repeat(64) } }];
  },
  (one) => {
    one.subject = one.subject.filter(({ name }) => name === 'page');
    one.subject.push({ name: 'other', digest: { sha256: 'c'.repeat(64) } });
  },
];

test('[T4] a trusted key does not make true what the events do not support', async () => {
  for (const n of SCRIPTS) {
    const statement = await statementFor(makeRun(scriptOf(n)));
    for (const [index, change] of FORGERIES.entries()) {
      const forged = structuredClone(statement);
      change(forged);
      await expectRefused(`forgery ${index} of ${n}`, signed(forged, OURS));
    }
  }
});

interface Entry {
  type: string;
  seq: number;
  [key: string]: unknown;
}

/** Events that decide, each told otherwise. Null where this one cannot be. */
const LIES: readonly ((event: Entry) => Entry | null)[] = [
  (event) =>
    event.type === 'critique.panelist_close' && typeof event.score === 'number' && event.role !== 'designer'
      ? { ...event, score: event.score > 5 ? event.score - 3 : event.score + 3 }
      : null,
  (event) =>
    event.type === 'critique.round_end' ? { ...event, composite: Number(event.composite) + 0.5 } : null,
  (event) => (event.type === 'critique.round_end' ? { ...event, mustFix: Number(event.mustFix) + 1 } : null),
  (event) =>
    event.type === 'critique.round_end'
      ? { ...event, decision: event.decision === 'ship' ? 'continue' : 'ship' }
      : null,
  (event) =>
    event.type === 'critique.round_end'
      ? { ...event, missing: ['critic', 'brand', 'a11y', 'copy', 'designer'] }
      : null,
  (event) => (event.type === 'critique.run_started' ? { ...event, threshold: 0.5 } : null),
  (event) =>
    event.type === 'critique.run_started'
      ? { ...event, weights: { designer: 1, critic: 0, brand: 0, a11y: 0, copy: 0 } }
      : null,
  (event) => (event.type === 'critique.ship' ? { ...event, composite: 9.99 } : null),
  (event) =>
    event.type === 'critique.ship'
      ? { ...event, status: event.status === 'shipped' ? 'below_threshold' : 'shipped' }
      : null,
  (event) => (event.type === 'critique.ship' ? { ...event, round: 9 } : null),
  (event) => ({ ...event, runId: 'r-other' }),
  (event) => ({ ...event, type: 'critique.unheard_of' }),
];

/** Without these a verdict would still follow: words, not votes. */
const DECIDES = new Set([
  'critique.run_started',
  'critique.round_end',
  'critique.ship',
  'critique.degraded',
  'critique.failed',
  'critique.interrupted',
]);

test('[T4] events that are changed, moved, doubled or left out are refused, though chain and signature fit them', async () => {
  for (const n of SCRIPTS) {
    const made = makeRun(scriptOf(n));
    const statement = await statementFor(made);
    // A run that stopped and keeps nothing names no round: whoever holds the key can leave its last one out.
    const keepsNothing = made.page === null;
    const again = (lines: string[]): string => signed(subjectOf(withLines(statement, lines)), OURS);
    for (const [index, line] of made.lines.entries()) {
      const event = JSON.parse(line) as Entry;
      const rest = made.lines.toSpliced(index, 1);
      await expectRefused(`without event ${index + 1}`, again(rest));
      if (DECIDES.has(event.type) && !(event.type === 'critique.round_end' && keepsNothing))
        await expectRefused(
          `${n} without ${event.type} ${index + 1} of ${made.lines.length}, counted anew`,
          again(numbered(rest)),
        );
    }
    // In a round that never closed no vote has decided anything.
    const closes = made.lines.some((line) => line.includes('"critique.round_end"'));
    for (const lie of closes ? LIES : LIES.slice(1)) {
      const at = made.lines.findIndex((line) => lie(JSON.parse(line)) !== null);
      const told = at === -1 ? null : lie(JSON.parse(made.lines[at] ?? '{}'));
      if (told !== null)
        await expectRefused(`lie of ${n}: ${told.type}`, again(made.lines.with(at, JSON.stringify(told))));
    }
    for (let time = 0; time < 6; time += 1) {
      const at = below(made.lines.length - 1);
      const [one = '', other = ''] = made.lines.slice(at, at + 2);
      await expectRefused('two events changed places', again(made.lines.toSpliced(at, 2, other, one)));
      await expectRefused('an event twice', again(made.lines.toSpliced(at, 0, one)));
      await expectRefused('cut off', again(made.lines.slice(0, Math.max(1, at))));
      await expectRefused('no event', again(made.lines.with(at, 'not an event')));
    }
  }
});

/** Subjects that fit the lines again, as a forger would write them. */
function subjectOf(statement: Statement): Statement {
  const { lines } = statement.predicate[EXTENSION].transcript;
  const hash = sha256Of(`${lines.join('\n')}\n`);
  const subject = statement.subject.map((one) =>
    one.name === 'page' ? one : { ...one, digest: { sha256: hash } },
  );
  return { ...statement, subject };
}

function numbered(lines: readonly string[]): string[] {
  return lines.map((line, index) => JSON.stringify({ ...JSON.parse(line), seq: index + 1 }));
}

test('[T5] another page than the one that was judged is refused, were it one byte', async () => {
  const made = makeRun(scriptOf(2));
  const text = signed(await statementFor(made), OURS);
  const bytes = Buffer.from(made.page ?? '');
  for (let time = 0; time < 150; time += 1) {
    const changed = Buffer.from(bytes);
    const at = below(bytes.length);
    changed[at] = (changed[at] ?? 0) ^ (1 + below(255));
    await expectRefused(`page byte ${at}`, text, { page: changed });
  }
  await expectRefused('an empty page', text, { page: Buffer.alloc(0) });
  await expectRefused('the page of another round', text, { page: Buffer.from(pageOf(7)) });
  await expectRefused('a line end more', text, { page: Buffer.concat([bytes, Buffer.from('\n')]) });
});

test('[T3] together these are more than a thousand changes', () => {
  expect(counted.refused).toBeGreaterThan(1_000);
  expect(counted.reasons.size).toBeGreaterThan(10);
});
