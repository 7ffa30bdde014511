import { describe, expect, test } from 'vitest';
import type { AgentDelta } from '../../../agents/session.ts';
import { createGroundedAgent } from './grounded-agent.ts';

const PAGE = `<!doctype html><html lang="en"><head><title>Tide tables</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { color: #222; background: #fff } .note { color: #aaa }</style></head>
<body><main><h1>Tide tables for the north coast</h1><p class="note">Updated every morning at six.</p></main></body></html>`;

const artifact = (content: string) => ({ kind: 'artifact' as const, content, mime: 'text/html', path: null });

async function play(rounds: number, html = PAGE): Promise<{ text: string[]; deltas: AgentDelta[] }> {
  const request = { runId: 'r', subject: artifact(html), workDir: '.' };
  const session = await createGroundedAgent().open(request, new AbortController().signal);
  const deltas: AgentDelta[] = [];
  const text: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    let said = '';
    for await (const delta of session.send({ kind: 'round', round, prompt: '' })) {
      deltas.push(delta);
      if (delta.type === 'text') said += delta.text;
    }
    text.push(said);
  }
  await session.close();
  return { text, deltas };
}

describe('the grounded agent', () => {
  test('opens the run once and says one round per turn, every role in it', async () => {
    const { text } = await play(2);
    expect(text[0]).toMatch(/^<CRITIQUE_RUN version="1"/);
    expect(text[1]).toMatch(/^<ROUND n="2">/);
    for (const said of text) {
      expect([...said.matchAll(/<PANELIST role="(\w+)"/g)].map((match) => match[1])).toEqual([
        'designer',
        'critic',
        'brand',
        'a11y',
        'copy',
      ]);
    }
  });

  test('gives the original bytes first and a page that passes AA in the next round', async () => {
    const { text } = await play(2);
    expect(text[0]).toContain(`<![CDATA[${PAGE}]]>`);
    expect(text[0]).toContain('witness="contrast-text"');
    expect(text[1]).not.toContain('witness="contrast-text"');
    expect(text[1]).not.toContain('#aaa }');
  });

  test('says the same bytes every time', async () => {
    const [first, second] = [await play(3), await play(3)];
    expect(second.text).toEqual(first.text);
  });

  test('stops at an interrupt without a torn block', async () => {
    const request = { runId: 'r', subject: artifact(PAGE), workDir: '.' };
    const session = await createGroundedAgent().open(request, new AbortController().signal);
    const said: string[] = [];
    for await (const delta of session.send({ kind: 'round', round: 1, prompt: '' })) {
      if (delta.type === 'text') said.push(delta.text);
      if (said.length === 2) session.interrupt();
    }
    expect(said).toHaveLength(2);
    expect(said[1]).toMatch(/<\/PANELIST>\n$/);
  });

  test('refuses to write a page from a brief', async () => {
    const request = { runId: 'r', subject: { kind: 'brief' as const, text: 'a page' }, workDir: '.' };
    await expect(createGroundedAgent().open(request, new AbortController().signal)).rejects.toThrow(
      /--agent/,
    );
  });
});
