import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { processorMs } from '../../../../scripts/machine-pace.ts';
import { type ModelServer, startModelServer } from '../conformance/model-server/server.ts';
import { type AskQuestion, askAgent, askText } from './ask.ts';
import { understandJson } from './json-answer.ts';
import { readJson } from './json-reader.ts';
import { agentAt, EVERY_PROVIDER, MARKED_KEY } from './models/test/providers-at.ts';
import { createProgramAgent } from './program.ts';
import type { Agent, AgentDelta } from './session.ts';

const Verdict = z.object({
  evidence: z.array(z.string()).describe('what was looked at'),
  pass: z.boolean(),
});
const GOOD = '{"evidence": ["3 of 3 links"], "pass": true}';
const VALUE = { evidence: ['3 of 3 links'], pass: true };

describe('[M9] JSON in an answer', () => {
  test.each([
    ['bare', GOOD],
    ['with blanks around it', `\n\n  ${GOOD}\n`],
    ['with a byte order mark', `\ufeff${GOOD}`],
    ['in a fence', `\`\`\`json\n${GOOD}\n\`\`\``],
    ['in a fence without a language', `\`\`\`\n${GOOD}\n\`\`\``],
    ['after prose', `Here's what I found {as asked}:\n${GOOD}`],
    ['before prose', `${GOOD}\nLet me know if [1] helps.`],
    ['between prose and a fence', `Sure!\n\`\`\`json\n${GOOD}\n\`\`\`\nThat's it.`],
    ['in single quotes', `{'evidence': ['3 of 3 links'], 'pass': true}`],
    ['with trailing commas', '{"evidence": ["3 of 3 links",], "pass": true,}'],
    ['over several lines', '{\n  "evidence": [\n    "3 of 3 links"\n  ],\n  "pass": true\n}'],
    ['said twice, the same', `${GOOD}\n${GOOD}`],
    ['in a list of one', `[${GOOD}]`],
    ['with fields in another order', '{"pass": true, "evidence": ["3 of 3 links"]}'],
    ['with an unknown field', '{"evidence": ["3 of 3 links"], "pass": true, "mood": "good"}'],
  ])('is understood %s', (_name, text) => {
    expect(understandJson(text, Verdict)).toEqual({ ok: true, value: VALUE });
  });

  test.each([
    ['nothing', '', 'the answer is empty'],
    ['blanks and a byte order mark', '\ufeff \n', 'the answer is empty'],
    ['prose', 'It passes, I think.', 'the answer holds no JSON document'],
    ['an answer that breaks off', '{"evidence": ["3 of', 'it ends in the middle of a string'],
    [
      'an answer that breaks off after a whole inner one',
      `{"answer": ${GOOD}, "more": [`,
      'it ends in the middle',
    ],
    [
      'a whole one, and one that breaks off',
      `${GOOD}\n{"evidence": ["no`,
      'it ends in the middle of a string',
    ],
    ['two that differ', `${GOOD}\n{"evidence": [], "pass": false}`, '2 different documents'],
    ['a wrong type', '{"evidence": "3 of 3 links", "pass": true}', 'evidence: '],
    ['a word for a truth', '{"evidence": [], "pass": "true"}', 'pass: '],
    ['NaN', '{"evidence": [], "pass": NaN}', 'NaN is not a JSON value'],
    ['Infinity', '{"evidence": [], "pass": Infinity}', 'Infinity is not a JSON value'],
    ['a missing field', '{"evidence": []}', 'pass: '],
    ['a field said twice', '{"pass": false, "evidence": [], "pass": true}', '"pass" is said twice'],
    ['keys without quotes', '{evidence: [], pass: true}', 'a key without quotes'],
    ['an apostrophe in single quotes', "{'evidence': ['it's'], 'pass': true}", 'belongs'],
    ['a list of two', `[${GOOD}, ${GOOD}]`, 'the document: '],
    ['one inside another', `{"quoted": ${GOOD}}`, 'evidence: '],
    ['one inside a string', JSON.stringify({ page: GOOD }), 'evidence: '],
    ['the wrong document', '{"name": "x"}', 'evidence: '],
    ['a number', '5', 'no JSON document'],
    ['a broken escape', '{"evidence": ["\\x"], "pass": true}', 'is not an escape'],
    ['very deep brackets', '['.repeat(100_000), 'nested deeper than 100'],
  ])('is not guessed from %s', (_name, text, message) => {
    const understood = understandJson(text, Verdict);
    expect(understood).toMatchObject({ ok: false });
    expect(understood.ok ? '' : understood.message).toContain(message);
  });

  test('names of built-in properties are keys like others', () => {
    const read = understandJson('{"__proto__": {"pass": true}, "evidence": []}', Verdict);
    expect(read).toMatchObject({ ok: false });
    const open = understandJson(
      '{"a": {"__proto__": 1, "constructor": 2}}',
      z.object({ a: z.record(z.string(), z.number()) }),
    );
    expect(open.ok).toBe(true);
    expect(({} as Record<string, unknown>).pass).toBeUndefined();
  });

  test('a text full of brackets is read in one go', () => {
    const started = processorMs();
    for (const text of [
      '{'.repeat(300_000),
      '[ '.repeat(300_000),
      '{"a":'.repeat(50_000),
      '{x}'.repeat(100_000),
    ])
      expect(understandJson(text, Verdict).ok).toBe(false);
    expect(processorMs() - started).toBeLessThan(10_000);
  });

  test('any JSON reads as JSON.parse reads it, pretty or not, with anything after it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(4), fc.string(), (value, indent, rest) => {
        const text = JSON.stringify({ value }, null, indent);
        expect(readJson(`${text}${rest}`, 0)).toEqual({ value: JSON.parse(text), end: text.length });
      }),
    );
  });

  test('no beginning of a document is taken for a document', () => {
    const text = JSON.stringify({ evidence: ['a "quoted" word', "it's"], pass: true });
    for (let length = 0; length < text.length; length++)
      expect(understandJson(text.slice(0, length), Verdict).ok).toBe(false);
    expect(understandJson(text, Verdict).ok).toBe(true);
  });

  test('escapes mean what they mean in JSON', () => {
    const text = String.raw`{"evidence": ["a\nb", "\u00e9\"\\", 'it\'s'], "pass": false}`;
    expect(understandJson(text, Verdict)).toEqual({
      ok: true,
      value: { evidence: ['a\nb', 'é"\\', "it's"], pass: false },
    });
  });
});

async function question(
  changes: Partial<AskQuestion> = {},
): Promise<AskQuestion & { schema: typeof Verdict }> {
  const workDir = await mkdtemp(join(tmpdir(), 'ask-'));
  onTestFinished(() => rm(workDir, { recursive: true, force: true }));
  return {
    prompt: 'Do all links lead somewhere?',
    schema: Verdict,
    runId: 'r-ask',
    workDir,
    signal: new AbortController().signal,
    ...changes,
  };
}

function program(...args: string[]): Agent {
  return createProgramAgent(
    {
      id: 'answers',
      name: 'Answers',
      command: process.execPath,
      args: [join(import.meta.dirname, 'test/answers.mjs'), ...args],
    },
    { PATH: process.env.PATH },
    { killGraceMs: 500 },
  );
}

describe('[M10] asking a program', () => {
  const said = (text: string) => JSON.stringify(text);

  test('an answer in prose is understood', async () => {
    expect(await askAgent(program(said(`Sure:\n${GOOD}\nBye.`)), await question())).toEqual({
      ok: true,
      value: VALUE,
      usage: null,
    });
  });

  test('is told the question and the schema, fields in their order', async () => {
    const asked = await askAgent(program('PROMPT'), await question());
    const prompt = asked.ok ? (asked.value.evidence[0] ?? '') : '';
    expect(prompt).toContain('Do all links lead somewhere?');
    expect(prompt.indexOf('"evidence"')).toBeGreaterThan(0);
    expect(prompt.indexOf('"evidence"')).toBeLessThan(prompt.indexOf('"pass"'));
  });

  test('an answer that does not fit is sent back once, and the second counts', async () => {
    expect(await askAgent(program(said('{"pass": "maybe"}'), said(GOOD)), await question())).toMatchObject({
      ok: true,
      value: VALUE,
    });
  });

  test('twice useless is a failure with its reason', async () => {
    expect(
      await askAgent(program(said('I cannot say.'), said('{"evidence": ["cut')), await question()),
    ).toMatchObject({
      ok: false,
      reason: 'malformed',
      message: expect.stringContaining('it ends in the middle of a string'),
    });
  });

  test('one that is not there, crashes or says nothing is typed', async () => {
    const missing = createProgramAgent(
      { id: 'x', name: 'X', command: '/nonexistent/x', args: [] },
      {},
      { killGraceMs: 100 },
    );
    expect(await askAgent(missing, await question())).toMatchObject({ ok: false, reason: 'unavailable' });
    const crashing = createProgramAgent(
      { id: 'x', name: 'X', command: process.execPath, args: ['-e', 'process.exit(3)'] },
      {},
      { killGraceMs: 100 },
    );
    expect(await askAgent(crashing, await question())).toMatchObject({ ok: false, reason: 'exit' });
    const silent = await question({ limits: { firstByteTimeoutMs: 5_000, idleTimeoutMs: 200 } });
    expect(await askAgent(program(said(GOOD), said(GOOD), '--hang'), silent)).toMatchObject({
      ok: false,
      reason: 'timeout',
    });
  });

  test('an interrupt ends it', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const asked = await askAgent(
      program(said('x'), said('x'), '--hang'),
      await question({ signal: stop.signal }),
    );
    expect(asked).toMatchObject({ ok: false, reason: 'interrupted' });
    const before = await askAgent(program(said(GOOD)), await question({ signal: AbortSignal.abort() }));
    expect(before).toMatchObject({ ok: false, reason: 'interrupted' });
  });

  test('an answer is read up to its limit', async () => {
    const filled = (chars: number) => program(said(GOOD + ' '.repeat(chars - GOOD.length)));
    const limits = { maxAnswerChars: 1_000 };
    expect((await askAgent(filled(1_000), await question({ limits }))).ok).toBe(true);
    expect(await askAgent(filled(1_001), await question({ limits }))).toMatchObject({ reason: 'malformed' });
  });

  test('text without a schema is the whole answer; an empty one is none', async () => {
    expect(await askText(program(said('Some words.')), await question())).toMatchObject({
      value: 'Some words.',
    });
    expect(await askText(program(said(' ')), await question())).toMatchObject({ ok: false, reason: 'cut' });
  });
});

let server: ModelServer;
beforeAll(async () => {
  const json = (answer: Record<string, unknown>) =>
    function* (request: { tools: readonly string[] }) {
      const [tool] = request.tools;
      if (tool !== undefined) yield { type: 'tool_call', name: tool, input: answer } as const;
      else yield { type: 'text', text: JSON.stringify(answer) } as const;
    };
  server = await startModelServer({
    scenarios: {
      fits: json(VALUE),
      corrected: (request, nth) => (nth % 2 === 1 ? json({ pass: 'maybe' })(request) : json(VALUE)(request)),
      useless: json({ pass: 'maybe' }),
      listed: json({ answer: ['a', 'b'] }),
      chatty: () => [{ type: 'text', text: 'No idea.' }],
    },
  });
});
afterAll(() => server.close());

describe.each(EVERY_PROVIDER)('[M10] asking %s', (id) => {
  test('an answer without a word is no text', async () => {
    expect(await askText(agentAt(id, server.urlFor('empty')), await question())).toMatchObject({
      ok: false,
      reason: 'malformed',
    });
  });

  test('a value of the schema, and what it used', async () => {
    const deltas: AgentDelta[] = [];
    const asked = await askAgent(
      agentAt(id, server.urlFor('fits')),
      await question({ onDelta: (delta) => deltas.push(delta) }),
    );
    expect(asked).toMatchObject({ ok: true, value: VALUE });
    expect(asked.usage?.inputTokens).toBeGreaterThan(0);
    expect(deltas.at(-1)).toEqual({ type: 'end' });
  });

  test('a corrected answer, in the same conversation and with both usages', async () => {
    const before = server.answers().length;
    const asked = await askAgent(agentAt(id, server.urlFor('corrected')), await question());
    expect(asked).toMatchObject({ ok: true, value: VALUE });
    const [first, second, more] = server.answers().slice(before);
    expect(more).toBeUndefined();
    expect(second?.prompt).toContain('could not be used');
    expect(second?.prompt).toContain('maybe');
    expect(asked.usage?.inputTokens).toBeGreaterThan((first?.prompt.length ?? 0) / 4);
  });

  test.each([
    ['useless', 'malformed'],
    ['chatty', 'malformed'],
    ['401', 'auth'],
    ['500', 'server'],
    ['cut', 'cut'],
    ['refusal', 'refused'],
    ['empty', 'malformed'],
  ])('%s is %s', async (scenario, reason) => {
    const asked = await askAgent(agentAt(id, server.urlFor(scenario)), await question());
    expect(asked).toMatchObject({ ok: false, reason });
    expect(JSON.stringify(asked)).not.toContain(MARKED_KEY);
  });

  test('silence is a timeout of ours', async () => {
    const limits = { firstByteTimeoutMs: 200 };
    expect(await askAgent(agentAt(id, server.urlFor('silent')), await question({ limits }))).toMatchObject({
      reason: 'timeout',
    });
  });

  test('a budget that is passed ends it', async () => {
    const asked = await askAgent(
      agentAt(id, server.urlFor('fits')),
      await question({ limits: { maxTokens: 3 } }),
    );
    expect(asked).toMatchObject({ ok: false, reason: 'budget_exceeded' });
  });

  test('a schema that is no object travels inside one', async () => {
    const { schema: _verdict, ...rest } = await question();
    const asked = await askAgent(agentAt(id, server.urlFor('listed')), {
      ...rest,
      schema: z.array(z.string()),
    });
    expect(asked).toMatchObject({ ok: true, value: ['a', 'b'] });
  });
});
