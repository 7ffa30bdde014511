import { describe, expect, test } from 'vitest';
import { AUDITS } from '../audits/index.ts';
import { measure } from '../measure.ts';
import { buildPage } from '../model/page.ts';
import { ruleOn, type Step } from './acceptance.ts';
import type { Edit, Proposal } from './proposal.ts';

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tides of the harbour</title>
<style>body { color: #222; background: #fff } .a { color: #aaa } .b { color: #333 } .c { color: #bbb }</style></head>
<body><main><h1>Tide tables</h1><p class="a">High water comes at nine today.</p><p class="b">Low water comes at noon today.</p>
<p class="c">The pilot answers on channel nine.</p></main></body></html>`;

function replacing(from: string, to: string): Edit {
  const start = PAGE.indexOf(from);
  return { start, end: start + from.length, text: to };
}

async function rule(edits: Edit[], proposals: Omit<Proposal, 'tier' | 'selector' | 'summary'>[]) {
  const sorted = [...edits].sort((a, b) => a.start - b.start);
  let html = PAGE;
  for (const { start, end, text } of [...sorted].reverse())
    html = html.slice(0, start) + text + html.slice(end);
  const [old, now] = [await buildPage({ html: PAGE }), await buildPage({ html })];
  const steps: Step[] = [
    {
      page: old,
      edits: sorted,
      proposals: proposals.map((proposal) => ({
        tier: 'automatic',
        selector: 'p',
        summary: 'x',
        ...proposal,
      })),
    },
  ];
  return ruleOn({
    before: { page: old, results: measure(old, AUDITS) },
    after: { page: now, results: measure(now, AUDITS) },
    steps,
  });
}

const readable = replacing('.a { color: #aaa }', '.a { color: #444 }');

describe('a changed page', () => {
  test('stands when its fix helps and nothing else changes', async () => {
    expect(await rule([readable], [{ auditId: 'contrast-text' }])).toEqual({ kind: 'better' });
  });

  test('is known again behind text that was inserted before it', async () => {
    const inserted = replacing('<h1>', '<!-- a remark --><h1>');
    expect(await rule([readable, inserted], [{ auditId: 'contrast-text' }])).toEqual({ kind: 'better' });
  });

  test('falls when another audit finds more, and the finding is named', async () => {
    const skipped = replacing('<p class="b">Low', '<h4>Then</h4><p class="b">Low');
    const ruling = await rule([readable, skipped], [{ auditId: 'contrast-text' }]);
    expect(ruling).toMatchObject({ kind: 'worse' });
    expect(ruling.kind === 'worse' && ruling.reason).toMatch(
      /^heading-order went from 0 to 1: .+ \(.*h4.*, line 4\)$/,
    );
  });

  test('falls when one fault goes and another comes, though the count is the same', async () => {
    const broken = replacing('.b { color: #333 }', '.b { color: #999 }');
    const ruling = await rule([readable, broken], [{ auditId: 'contrast-text' }]);
    expect(ruling.kind === 'worse' && ruling.reason).toMatch(
      /^contrast-text would fail elsewhere: .*#999999/,
    );
  });

  test('names the fixes that did not help, beside one that did', async () => {
    const page = await buildPage({ html: PAGE });
    const [, , third] = page.byTag('p');
    const ruling = await rule(
      [readable],
      [
        { auditId: 'contrast-text' },
        { auditId: 'contrast-text', places: third === undefined ? [] : [third] },
      ],
    );
    expect(ruling.kind === 'idle' && ruling.idle.length).toBe(1);
  });

  test('does not stand on a fix of a fault that is still there', async () => {
    const words = replacing('at nine today', 'at ten today');
    expect(await rule([words], [{ auditId: 'contrast-text' }])).toMatchObject({ kind: 'idle' });
  });
});
