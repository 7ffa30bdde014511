/** The Theater played by scripted agents: turns, ends, and what is left of them. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { type Agent, AgentUnavailableError } from '../../agents/session.ts';
import {
  PAGE,
  type Performance,
  pageOf,
  perform,
  performScript,
  roundText,
  type Script,
  say,
  scriptedAgent,
} from './test/theater.ts';

let theater: Performance;

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const typesOf = (): string[] => theater.events.map(({ type }) => type);
const never = new Promise<never>(() => {});

async function play(script: Script, options: Parameters<typeof performScript>[1] = {}) {
  const { heard, ...performance } = await performScript(script, options);
  theater = performance;
  return heard;
}

describe('turns', () => {
  test('three rounds, one turn each; the gate ends the run on its own yes', async () => {
    const rounds = [roundText(1, 6, { mustFix: ['Darker.'] }), roundText(2, 7), roundText(3, 9)];
    const heard = await play((turn) => [say(turn.kind === 'round' ? (rounds[turn.round - 1] ?? '') : '')]);
    expect(await theater.end()).toMatchObject({ type: 'critique.ship', status: 'shipped', round: 3 });
    const demand = { role: 'critic', text: 'Darker.' };
    expect(heard.turns).toMatchObject([
      { kind: 'round', round: 1, prompt: 'turn 1', news: null },
      { kind: 'round', round: 2, prompt: 'turn 2', news: { round: 2, open: [demand], fixed: [] } },
      { kind: 'round', round: 3, prompt: 'turn 3', news: { round: 3, open: [], fixed: ['Darker.'] } },
    ]);
    expect(heard.turns).toHaveLength(3);
    expect(heard).toMatchObject({ opened: 1, closed: 1 });
    expect(theater.rounds.map(({ n, composite, decision }) => [n, composite, decision])).toEqual([
      [1, 6, 'continue'],
      [2, 7, 'continue'],
      [3, 9, 'ship'],
    ]);
    expect(await theater.final()).toBe(`${sha(pageOf(3))}.html`);
  });

  test('a SHIP the gate refuses does not end a conversation: the next round is heard', async () => {
    const early = `${roundText(1, 6)}<SHIP round="1"><SUMMARY>Done.</SUMMARY></SHIP></CRITIQUE_RUN>`;
    await play((turn) => [say(turn.kind === 'round' && turn.round === 1 ? early : roundText(2, 9))]);
    expect(await theater.end()).toMatchObject({ type: 'critique.ship', status: 'shipped', round: 2 });
  });

  test.each(['one-shot', 'conversational'] as const)(
    'what was used is told after the verdict, and still counts (%s)',
    async (turns) => {
      await play(
        () => [
          say(roundText(1, 9)),
          { type: 'usage', inputTokens: 50, outputTokens: 70, costUsd: null },
          { type: 'end' },
        ],
        { turns },
      );
      expect(await theater.end()).toMatchObject({ type: 'critique.ship', status: 'shipped' });
      const { usage } = await theater.done;
      expect(usage).toMatchObject({ inputTokens: 50, outputTokens: 70 });
    },
  );

  test('an agent that talks on after the verdict is not waited for', async () => {
    await play(async function* () {
      yield say(roundText(1, 9));
      for (;;) yield delay(5, say('and another thing '));
    });
    expect(await theater.end()).toMatchObject({ type: 'critique.ship', status: 'shipped' });
  });

  test('a turn that closes no round ends the run as unreadable', async () => {
    await play(() => [say('Sorry, I cannot do that.')]);
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded', reason: 'malformed_block' });
  });
});

describe('the agent’s own word', () => {
  const again = { type: 'restart', message: 'asked again' } as const;
  const failed = (agentError: string) => ({ type: 'critique.failed', cause: 'agent_error', agentError });

  test('[S16] an answer without it fails, however whole its text looks', async () => {
    const { agent } = scriptedAgent(() => [say(roundText(1, 6))], 'conversational', false);
    theater = await perform(agent);
    expect(await theater.end()).toMatchObject({ ...failed('cut'), bestRound: 1 });
  });

  test('[S16] in one answer too, and a page without a panel is then not taken', async () => {
    const { agent } = scriptedAgent(() => [say(roundText(1, 6))], 'one-shot', false);
    theater = await perform(agent);
    expect(await theater.end()).toMatchObject(failed('cut'));
    expect(await theater.final()).toBe(`${sha(PAGE)}.html`);
  });

  test('[S17] what nobody judged is forgotten, and said as a retry', async () => {
    await play(() => [say('Let me see. <ROU'), again, say(roundText(1, 9))]);
    expect(await theater.end()).toMatchObject({ type: 'critique.ship', status: 'shipped' });
    expect(theater.events).toContainEqual(
      expect.objectContaining({ type: 'critique.agent_notice', kind: 'retry', message: 'asked again' }),
    );
  });

  test('[S17] what was judged is told again in the same words, and counts once', async () => {
    const whole = roundText(1, 9);
    const half = whole.slice(0, whole.length / 2);
    await play(() => [say(half), again, say(whole.slice(0, 10)), say(whole.slice(10))]);
    expect(await theater.end()).toMatchObject({ type: 'critique.ship', status: 'shipped', composite: 9 });
    expect(typesOf().filter((type) => type === 'critique.panelist_open')).toHaveLength(5);
  });

  test.each([
    ['says something else', [say(roundText(1, 9))]],
    ['says less', [say('<CRIT')]],
  ])('[S17] an agent that %s the second time fails', async (_, second) => {
    const first = roundText(1, 6).slice(0, 400);
    await play(() => [say(first), again, ...second]);
    expect(await theater.end()).toMatchObject({
      ...failed('cut'),
      message: 'Scripted began its answer anew after part of it had been judged',
    });
  });

  test('[S17] a page without a panel is taken as it was told last', async () => {
    const page = PAGE.replace('Pay', 'Legacy');
    await play((turn) =>
      turn.kind === 'legacy' ? [say('<html>old'), again, say(page)] : [say('<ROUND n="1"></DIM>')],
    );
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded' });
    expect(await theater.final()).toBe(`${sha(page)}.html`);
  });

  test('an agent that complains of being stopped was still only stopped', async () => {
    await play(async function* () {
      yield say(roundText(1, 6));
      theater.stage.stop.request({ type: 'interrupted', recoveryReason: null });
      await delay(20);
      yield { type: 'error', kind: 'exit', message: 'killed' };
    });
    expect(await theater.end()).toMatchObject({ type: 'critique.interrupted', bestRound: 1 });
  });

  test('a process that ends with a failure is told as that', async () => {
    await play(() => [{ type: 'error', kind: 'exit', message: 'the agent ended with code 3' }], {
      turns: 'one-shot',
    });
    expect(await theater.end()).toEqual(
      expect.objectContaining({ cause: 'cli_exit_nonzero', message: 'the agent ended with code 3' }),
    );
  });
});

describe('a panel that cannot be read', () => {
  const broken = `${roundText(1, 6)}<ROUND n="2"><PANELIST role="critic"><NOTES>x</DIM>`;

  test('the page of one more turn is kept, and the run is labelled degraded', async () => {
    const page = PAGE.replace('Pay', 'Legacy');
    const heard = await play(function* (turn) {
      if (turn.kind === 'legacy') {
        yield { type: 'usage', inputTokens: 5, outputTokens: 7, costUsd: null };
        yield say(`Here it is:\n\`\`\`html\n${page}\n\`\`\`\n`);
      } else {
        yield say(broken);
        yield say('more of it, never read');
      }
    });
    expect(await theater.end()).toMatchObject({
      type: 'critique.degraded',
      reason: 'malformed_block',
      bestRound: 1,
    });
    expect(heard.turns.map(({ kind }) => kind)).toEqual(['round', 'legacy']);
    expect(heard.interrupts).toBeGreaterThan(0);
    expect(await theater.final()).toBe(`${sha(page)}.html`);
    expect((await theater.done).usage).toMatchObject({ inputTokens: 5, outputTokens: 7 });
    expect(theater.rounds).toHaveLength(1);
  });

  test('a turn that never ends does not keep the page from being asked for', async () => {
    const heard = await play(async function* (turn) {
      if (turn.kind === 'legacy') yield say(PAGE);
      else {
        yield say(broken);
        yield say('');
        await never;
      }
    });
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded' });
    expect(heard.turns.map(({ kind }) => kind)).toEqual(['round', 'legacy']);
    expect(await theater.final()).toBe(`${sha(PAGE)}.html`);
  });

  test.each<[string, Script, { maxArtifactBytes?: number }]>([
    ['too large', () => [say(`${PAGE}${' '.repeat(5000)}`)], { maxArtifactBytes: 5000 }],
    [
      'cut short by an error',
      () => [say(`${PAGE} <p>half`), { type: 'error', kind: 'other', message: 'gone' }],
      {},
    ],
    ['no page', () => [say('I cannot.')], {}],
  ])('a page that is %s is not kept; the round before is', async (_, legacy, limits) => {
    await play((turn, signal) => (turn.kind === 'legacy' ? legacy(turn, signal) : [say(broken)]), { limits });
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded', bestRound: 1 });
    expect(await theater.final()).toBe(`${sha(PAGE)}.html`);
    expect('legacy' in (await theater.done).pages).toBe(false);
  });

  test('a page that takes too long leaves the run degraded, with the reason it had', async () => {
    await play(
      async function* (turn) {
        if (turn.kind === 'round') yield say(broken);
        else {
          yield say(PAGE.slice(0, 80));
          await never;
        }
      },
      { limits: { idleTimeoutMs: 80 } },
    );
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded', reason: 'malformed_block' });
    expect('legacy' in (await theater.done).pages).toBe(false);
  });

  test('an artifact over the limit is an oversize block, not a failing disk', async () => {
    await play(() => [say(roundText(1, 9, { page: `${PAGE}${'x'.repeat(200_000)}` }))], {
      limits: { maxArtifactBytes: 100_000 },
      turns: 'one-shot',
    });
    expect(await theater.end()).toMatchObject({ type: 'critique.degraded', reason: 'oversize_block' });
  });
});

const SILENCE_MS = 800 * machinePace();

describe('limits', () => {
  test.each([
    [{ maxTokens: 100 }, { inputTokens: 60, outputTokens: 41, costUsd: null }, 'tokens'],
    [{ maxCostUsd: 0.5 }, { inputTokens: 1, outputTokens: 1, costUsd: 0.51 }, 'cost'],
  ])('a budget that is passed ends the run and is named: %o', async (config, usage, budget) => {
    await play(() => [say(roundText(1, 6)), { type: 'usage', ...usage }, say(roundText(2, 9))], { config });
    expect(await theater.end()).toMatchObject({
      type: 'critique.failed',
      cause: 'budget_exceeded',
      budget,
      bestRound: 1,
    });
    expect(typesOf()).toContain('critique.usage');
  });

  test.each([
    ['in its first turn', 1, 0],
    ['in a later turn', 2, 50],
  ])(
    'an agent that is stopped %s has used at least what it told, and that is said before the end',
    async (_, last, told) => {
      await play(
        async function* (turn) {
          const round = turn.kind === 'round' ? turn.round : 0;
          if (round === last) yield never;
          yield say(roundText(round, 6));
          yield { type: 'usage', inputTokens: 50, outputTokens: 70, costUsd: null };
        },
        // Long enough for a round that is answered, on a busy machine too.
        { limits: { firstByteTimeoutMs: SILENCE_MS, idleTimeoutMs: SILENCE_MS } },
      );
      expect(await theater.end()).toMatchObject({ status: 'timed_out' });
      const usage = theater.events.findLast(({ type }) => type === 'critique.usage');
      expect(usage).toMatchObject({ inputTokens: told, atLeast: true });
      expect((await theater.done).usage).toMatchObject({ inputTokens: told, atLeast: true });
    },
  );

  test('notices are bounded in number and in length', async () => {
    await play(
      () => [
        ...Array.from({ length: 50 }, () => ({
          type: 'notice' as const,
          kind: 'progress' as const,
          message: 'x'.repeat(10_000),
        })),
        say(roundText(1, 9)),
      ],
      { limits: { maxNotices: 10 } },
    );
    expect(await theater.end()).toMatchObject({ status: 'shipped' });
    const notices = theater.events.filter((event) => event.type === 'critique.agent_notice');
    expect(notices).toHaveLength(10);
    for (const { message } of notices) expect(message.length).toBeLessThan(1000);
  });

  test('warnings are bounded: a flood of mistakes does not fill the log', async () => {
    const strangers = '<PANELIST role="nobody"></PANELIST>'.repeat(5000);
    const text = roundText(1, 9).replace('<PANELIST role="critic"', `${strangers}<PANELIST role="critic"`);
    await play(() => [say(text)], { limits: { maxWarnings: 20 } });
    expect(await theater.end()).toMatchObject({ status: 'shipped' });
    const warnings = theater.events.filter((event) => event.type === 'critique.parser_warning');
    expect(warnings).toHaveLength(20);
    expect(warnings.at(-1)).toMatchObject({ detail: expect.stringContaining('not listed') });
  });

  test('an answer in one piece, larger than the log takes at once, is still written', async () => {
    const notes = 'n'.repeat(240_000);
    const panelist = (role: string) =>
      `<PANELIST role="${role}" score="5"><NOTES>${notes}</NOTES></PANELIST>`;
    const round = (n: number) =>
      `<ROUND n="${n}"><PANELIST role="designer"><ARTIFACT><![CDATA[${PAGE}]]></ARTIFACT></PANELIST>${['critic', 'brand', 'a11y', 'copy'].map(panelist).join('')}<ROUND_END/></ROUND>`;
    await play(() => [say(Array.from({ length: 20 }, (_, i) => round(i + 1)).join(''))], {
      turns: 'one-shot',
      config: { maxRounds: 20 },
    });
    expect(await theater.end()).toMatchObject({ status: 'below_threshold' });
  });
});

describe('agents that go wrong', () => {
  test('an error of the agent ends the run, in its own words, bounded', async () => {
    await play(() => [
      say(roundText(1, 6)),
      { type: 'error', kind: 'other', message: `quota ${'x'.repeat(9000)}` },
    ]);
    const end = await theater.end();
    expect(end).toMatchObject({ type: 'critique.failed', cause: 'agent_error', bestRound: 1 });
    expect(JSON.stringify(end).length).toBeLessThan(1500);
  });

  test('an iterator that throws is our own failure, and the run still ends', async () => {
    // biome-ignore lint/correctness/useYield: it throws before it could
    await play(function* () {
      throw new Error('against the contract');
    });
    expect(await theater.end()).toMatchObject({
      cause: 'orchestrator_internal',
      message: 'against the contract',
    });
  });

  test('an agent that cannot be opened', async () => {
    const { agent } = scriptedAgent(() => []);
    theater = await perform({
      ...agent,
      open: async () => {
        throw new AgentUnavailableError('not installed');
      },
    });
    expect(await theater.end()).toMatchObject({ cause: 'agent_unavailable', message: 'not installed' });
  });
});

describe('stops', () => {
  const interrupted = { type: 'interrupted', recoveryReason: null } as const;

  test('a run that was stopped before it began starts no agent', async () => {
    const { agent, heard } = scriptedAgent(() => [say(roundText(1, 9))]);
    theater = await perform(agent, { before: (stage) => stage.stop.request(interrupted) });
    expect(await theater.end()).toMatchObject({ type: 'critique.interrupted', bestRound: null });
    expect(heard.opened).toBe(0);
  });

  test('an agent that opens after the stop is closed before the run is over', async () => {
    const { agent, heard } = scriptedAgent(() => [say(roundText(1, 9))]);
    const opening = Promise.withResolvers<void>();
    const slow: Agent = {
      ...agent,
      async open(request, signal) {
        opening.resolve();
        await delay(60);
        return agent.open(request, signal);
      },
    };
    theater = await perform(slow);
    await opening.promise;
    theater.stage.stop.request(interrupted);
    expect(await theater.end()).toMatchObject({ type: 'critique.interrupted' });
    expect(heard).toMatchObject({ opened: 1, closed: 1 });
  });

  test('an agent that never opens does not hold the run', async () => {
    const { agent } = scriptedAgent(() => []);
    theater = await perform({ ...agent, open: () => never });
    theater.stage.stop.request(interrupted);
    expect(await theater.end()).toMatchObject({ type: 'critique.interrupted' });
  });

  test('what is on its way at an interrupt is read from where the reading stood: no piece is lost', async () => {
    const text = `${roundText(1, 9)}<SHIP round="1"><ARTIFACT><![CDATA[${PAGE}]]></ARTIFACT></SHIP>`;
    const cut = text.indexOf('<SHIP') + 60;
    await play(
      async function* (_turn, signal) {
        yield say(text.slice(0, cut));
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield say(text.slice(cut, cut + 20));
        yield say(text.slice(cut + 20));
      },
      { turns: 'one-shot' },
    );
    await expect.poll(typesOf).toContain('critique.round_end');
    theater.stage.stop.request(interrupted);
    expect(await theater.end()).toMatchObject({ type: 'critique.ship', status: 'shipped' });
    expect(await theater.final()).toBe(`${sha(PAGE)}.html`);
  });

  test('an interrupted agent that says nothing more is not waited for', async () => {
    const heard = await play(async function* () {
      yield say(roundText(1, 6));
      yield say('<ROUND n="2">');
      await never;
    });
    await expect.poll(typesOf).toContain('critique.round_end');
    theater.stage.stop.request(interrupted);
    expect(await theater.end()).toMatchObject({ type: 'critique.interrupted', bestRound: 1 });
    expect(heard).toMatchObject({ closed: 1 });
  });

  test('a deadline beyond what a timer can count does not expire at once', async () => {
    await play(() => [delay(30).then(() => say(roundText(1, 9)))], {
      config: { perRoundTimeoutMs: 2 ** 40, totalTimeoutMs: 2 ** 40 },
      limits: { firstByteTimeoutMs: 2 ** 40, idleTimeoutMs: 2 ** 40 },
    });
    expect(await theater.end()).toMatchObject({ status: 'shipped' });
  });
});
