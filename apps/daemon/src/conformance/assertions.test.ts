import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { describe, expect, it } from 'vitest';
import { judgeText } from '../protocols/theater/judge-text.ts';
import { judge } from './assertions.ts';
import { BRIEF_TEMPLATES, CANONICAL_BRIEF } from './briefs.ts';
import { pageText, runText } from './model-server/panel-texts.ts';
import { SCENARIOS, titleOf } from './model-server/scenarios.ts';

const IDENTITY = { runId: 'r', adapter: 'a', artifactRef: { projectId: 'p', artifactId: 'a' } };
const PAGE = pageText('Tides', 3);

function played(text: string): CritiqueSseEvent[] {
  return judgeText([text], IDENTITY, DEFAULT_CRITIQUE_CONFIG).events;
}

function said(scenario: keyof typeof SCENARIOS): string {
  const request = {
    model: 'm',
    stream: true,
    messages: [{ role: 'user', text: 'CRITIQUE_RUN' }] as const,
    tools: [],
    wantsJson: false,
  };
  return [...SCENARIOS[scenario](request, 1)].map((act) => (act.type === 'text' ? act.text : '')).join('');
}

describe('the four assertions', () => {
  it('hold for a jury that speaks in order, counts right and leaves a page', () => {
    expect(judge(played(runText({ title: 'Tides' })), PAGE)).toEqual({
      failed: {},
      cleanParse: true,
      complete: true,
    });
  });

  it.each(['malformed', 'oversize', 'empty'] as const)('%s text is not a clean parse', (scenario) => {
    const judged = judge(played(said(scenario)), null);
    expect(judged.cleanParse).toBe(false);
    expect(judged.complete).toBe(false);
    expect(judged.failed.parses).toBeDefined();
  });

  it('a wrong composite is found, and is no parse error', () => {
    const { failed, cleanParse } = judge(played(said('sloppy')), PAGE);
    expect(Object.keys(failed)).toEqual(['composite']);
    expect(cleanParse).toBe(true);
  });

  it('a panelist who is missing or out of turn breaks the order', () => {
    const text = runText({ title: 'Tides' });
    const brandless = text.replaceAll(/<PANELIST role="brand".*?<\/PANELIST>\n/gs, '');
    expect(judge(played(brandless), PAGE)).toMatchObject({
      failed: { order: 'in round 1 spoke designer, critic, a11y, copy' },
      complete: false,
    });
    const swapped = text.replace(
      /(<PANELIST role="brand".*?<\/PANELIST>\n)(<PANELIST role="a11y".*?<\/PANELIST>\n)/s,
      '$2$1',
    );
    expect(judge(played(swapped), PAGE).failed.order).toBe(
      'in round 1 spoke designer, critic, a11y, brand, copy',
    );
  });

  it('a page that is not there or not well-formed is named', () => {
    const events = played(runText({ title: 'Tides' }));
    expect(judge(events, null).failed).toEqual({ 'well-formed': 'there is no page' });
    expect(judge(events, '<!doctype html><div id="a" id="a"></div>').failed['well-formed']).toBe(
      'duplicate-attribute in line 1',
    );
  });

  it('a verdict of no is complete all the same', () => {
    const strict = runText({ title: 'Tides' }).replaceAll(
      /(role="(?:critic|brand|a11y|copy)") score="[\d.]+"/g,
      '$1 score="3"',
    );
    const events = played(strict);
    expect(events.at(-1)).toMatchObject({ type: 'critique.ship', status: 'below_threshold' });
    expect(judge(events, PAGE)).toMatchObject({ cleanParse: true, complete: true });
  });
});

describe('briefs', () => {
  it('are one canonical brief and ten templates, each with its own title in a line the script finds', () => {
    const all = [CANONICAL_BRIEF, ...BRIEF_TEMPLATES];
    expect(all).toHaveLength(11);
    expect(new Set(all.map(({ id }) => id)).size).toBe(11);
    for (const { title, text } of all) {
      const request = {
        model: 'm',
        stream: true,
        messages: [{ role: 'user', text }] as const,
        tools: [],
        wantsJson: false,
      };
      expect(titleOf(request)).toBe(title);
    }
  });
});
