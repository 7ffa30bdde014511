import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { createGroundedAgent } from '../../protocols/theater/offline/grounded-agent.ts';
import { revise } from '../fixes/revise.ts';
import { readDesignMd } from '../model/design-md.ts';
import { buildPage } from '../model/page.ts';
import { examine } from '../panel.ts';

// Seconds on an idle machine; a busy one has taken a hundred. What hangs takes longer.
vi.setConfig({ testTimeout: 240_000 * machinePace() });

const GOOD = `---
title: Tides
---

# Tide tables

The harbour office writes down every tide by hand. See [how it is done](#how-it-is-done) or write \`{{ name }}\`.

## How it is done

1. Two clerks read the gauge.
2. One of them writes.

| Day | High water |
|---|---|
| Monday | 9:40 |

![The gauge at the old pier](https://nordkai.no/gauge.jpg)
`;

const POOR = `# Tides

#### Today

The water rises in the the harbour. Come early in order to see it.

Lorem ipsum dolor sit amet, consectetur adipiscing elit.

![](boat.png "The pilot boat")

[Click here](#nowhere) and [](https://nordkai.no).
`;

const pageOf = (html: string) => buildPage({ html, format: 'markdown' });
const found = async (html: string) =>
  examine(await pageOf(html)).findings.map(({ auditId, line }) => `${auditId} ${line}`);

describe('Markdown', () => {
  test('a good text has no finding, though it has no style, head or landmark', async () => {
    const { findings, notes, roles } = examine(await pageOf(GOOD));
    expect(findings).toEqual([]);
    expect(notes.join(' ')).toContain('read as Markdown');
    expect(roles.copy.score).not.toBeNull();
    expect(roles.a11y.score).not.toBeNull();
    expect(roles.brand.abstains?.reason).toContain('no DESIGN.md');
  });

  test('findings name the line of the Markdown', async () => {
    expect(await found(POOR)).toEqual(
      expect.arrayContaining([
        'heading-order 3',
        'repeated-words 5',
        'wordy-phrases 5',
        'placeholder-text 7',
        'image-name 9',
        'vague-actions 11',
        'dead-links 11',
        'link-name 11',
      ]),
    );
  });

  test('what needs a style sheet or a head is not applicable: no pass, no failure, no gap', async () => {
    const { results, roles, notes } = examine(await pageOf(GOOD));
    const state = (id: string) => results.find(({ audit }) => audit.id === id)?.state;
    expect(['contrast-text', 'page-title', 'text-size', 'main-landmark'].map(state)).toEqual(
      Array.from({ length: 4 }, () => 'not_applicable'),
    );
    expect(roles.critic.dims.map(({ name }) => name)).toEqual(['hierarchy']);
    expect(notes.filter((note) => note.includes('not measured:'))).toEqual([]);
  });

  test('and HTML is not asked what only Markdown can answer', async () => {
    const { results } = examine(await buildPage({ html: '<!doctype html><h1>Tides</h1>' }));
    expect(results.find(({ audit }) => audit.id === 'code-language')?.state).toBe('not_applicable');
  });

  test('the author changes words, levels and picture texts where they stand, and nothing else', async () => {
    const page = await pageOf(POOR);
    const { html, applied } = await revise(page, examine(page));
    expect(html).toBe(
      POOR.replace('the the', 'the')
        .replace('in order to see', 'to see')
        .replace('#### Today', '## Today')
        .replace('![](boat.png "The pilot boat")', '![The pilot boat](boat.png "The pilot boat")'),
    );
    expect(applied.map(({ auditId }) => auditId)).toEqual([
      'repeated-words',
      'wordy-phrases',
      'image-name',
      'heading-order',
    ]);
  });

  test('a paragraph of many lines: the line of the word itself', async () => {
    const text =
      '# Tides\r\n\r\nThe water rises.\r\nIt falls in the the evening,\r\nand in the the night.\r\n';
    expect(await found(text)).toEqual(['repeated-words 4', 'repeated-words 5']);
    const page = await pageOf(text);
    expect((await revise(page, examine(page))).html).toBe(text.replaceAll('the the', 'the'));
  });

  test('a byte order mark and front matter move nothing', async () => {
    for (const head of ['\uFEFF', '---\ntitle: Tides\n---\n', '\uFEFF+++\ntitle = "Tides"\n+++\n']) {
      const lines = head.split('\n').length - 1;
      expect(await found(`${head}## Tides\n\nIn the the harbour.\n`)).toEqual([
        ...(head.includes('title') ? [] : ['single-h1 1']),
        `repeated-words ${lines + 3}`,
      ]);
    }
  });

  test('a title block in HTML counts: its heading, and pictures without a text', async () => {
    const block =
      '<h1 align="center">\n  <img src="logo.svg" alt="Tides">\n</h1>\n\n<p align="center">\n<img src="a.png">\n</p>\n';
    expect(await found(`${block}\nWords.\n`)).toEqual(['image-name 6']);
  });

  test('a note to self in a comment goes; what is beside it stays', async () => {
    const page = await pageOf('# Tides\n\n<!-- kept --><!-- TODO: more --> Words.\n');
    expect((await revise(page, examine(page))).html).toBe('# Tides\n\n<!-- kept --> Words.\n');
  });

  test('relative links are looked up in the file’s site; routes of a site are not', async () => {
    const html =
      '# A\n\n[One](gone.md) [Two](markdown.ts) [Three](guide/start) [Four](../up.md) [Five](/root.md)\n';
    const path = fileURLToPath(new URL('note.md', import.meta.url));
    const { findings } = examine(await buildPage({ html, path }));
    expect(findings.map(({ auditId, measured }) => `${auditId} ${measured}`)).toEqual([
      'dead-links href="gone.md"',
      'dead-links href="../up.md"',
    ]);
  });

  test('the voice of a DESIGN.md holds for Markdown too', async () => {
    const design = readDesignMd(
      '---\nname: Nordkai\n---\n\n# Nordkai\n\n## Voice\nAvoid: passion, unique.\n',
    );
    const { findings } = examine(
      await buildPage({ html: '# Tides\n\nA unique harbour.\n', format: 'markdown', design }),
    );
    expect(findings.map(({ auditId, line }) => `${auditId} ${line}`)).toEqual(['brand-voice 3']);
  });

  test('code is not read as text, in a block or in a line', async () => {
    expect(await found('# A\n\nUse `the the` here.\n\n```text\nlorem ipsum dolor sit amet\n```\n')).toEqual(
      [],
    );
  });

  test('anchors of headings and of raw HTML are known', async () => {
    const text = '# A\n\n[One](#two-words) [Two](#here)\n\n## Two words!\n\n<a id="here"></a>\n';
    expect(await found(text)).toEqual([]);
  });

  test('the agent keeps the type and the bytes', async () => {
    const subject = { kind: 'artifact' as const, content: GOOD, mime: 'text/markdown', path: null };
    const session = await createGroundedAgent().open(
      { runId: 'r', subject, workDir: '.' },
      new AbortController().signal,
    );
    let said = '';
    for await (const delta of session.send({ kind: 'round', round: 1, prompt: '' })) {
      if (delta.type === 'text') said += delta.text;
      if (delta.type === 'error') throw new Error(delta.message);
    }
    expect(said).toContain(GOOD);
    expect(said).not.toContain('<MUST_FIX');
  });

  test.each([
    ['nothing but space', ' \n '],
    ['deep quotes', `${'> '.repeat(20_000)}deep`],
    ['deep emphasis', '*a **b '.repeat(5_000) + '** *'.repeat(5_000)],
    ['deep brackets', `${'['.repeat(20_000)}x${'](y)'.repeat(20_000)}`],
    ['deep lists', Array.from({ length: 800 }, (_, depth) => `${'  '.repeat(depth)}- item`).join('\n')],
    ['open comments', 'a <!-- '.repeat(50_000)],
    ['many quotes', '> a\n\n'.repeat(20_000)],
    ['runs of ticks', Array.from({ length: 1_000 }, (_, run) => `${'`'.repeat(run + 1)}a`).join(' ')],
    ['stars that cross', 'a**b'.repeat(20_000) + 'c* '.repeat(20_000)],
    ['many links', '[a](b) '.repeat(50_000)],
    ['a text of eight megabytes', 'Words of a long text.\n\n'.repeat(350_000)],
    ['unclosed everything', '[a](b ![c](d ``` *e **f'],
    ['a long table', `| a |\n|---|\n${'| b |\n'.repeat(2_000)}`],
  ])('%s is read without a crash', async (_, text) => {
    const { results } = examine(await pageOf(text));
    expect(results.filter(({ note }) => note?.startsWith('the audit stopped'))).toEqual([]);
  });
});
