/**
 * Agents for the scenarios that need no model: scripts at the far end of a real socket, asked through the same client as
 * any model. The editor does its work; the flatterer likes everything and changes nothing; the grumbler likes nothing and
 * rewrites all. What the first passes and one of the others fails is measured by the scenario, not by the script.
 */
import type { Act, Scenario } from '../../../conformance/model-server/act.ts';
import { promptText } from '../../../conformance/model-server/act.ts';

export const SCRIPTED_NAMES = ['editor', 'flatterer', 'grumbler'] as const;
export type ScriptedName = (typeof SCRIPTED_NAMES)[number];

type Asked =
  | { kind: 'select'; contentType: string; ids: string[] }
  | { kind: 'critique'; critic: string; draft: string }
  | { kind: 'revise'; draft: string; product: string }
  | { kind: 'draft'; product: string };

interface Issue {
  severity: 'high' | 'medium' | 'low';
  description: string;
  suggestion: string;
}

/** What a prompt asks for, by the words of our own prompts. */
function askedIn(prompt: string): Asked {
  const critic = /^You are evaluating this content as (.+)\.$/m.exec(prompt)?.[1];
  const product = ['Seedshelf', 'Stairlight'].find((name) => prompt.includes(name)) ?? 'Tidewatch';
  if (prompt.includes('Choose who shall review'))
    return {
      kind: 'select',
      contentType: /^Content type: (\S+)/m.exec(prompt)?.[1] ?? '',
      ids: [...prompt.matchAll(/^- ([a-z-]+): evaluates/gm)].map(([, id = '']) => id),
    };
  const [, draft = ''] =
    /(?:The draft|The content to evaluate):\n<[^>\n]+>\n?([\s\S]*?)\n?<\//.exec(prompt) ?? [];
  if (critic !== undefined) return { kind: 'critique', critic, draft };
  return prompt.includes('Revise this:') ? { kind: 'revise', draft, product } : { kind: 'draft', product };
}

const critiqueOf = (issues: readonly Issue[]): string =>
  JSON.stringify({
    issues,
    score: Math.max(1, 9 - 3 * issues.filter(({ severity }) => severity === 'high').length - issues.length),
    pass: issues.every(({ severity }) => severity !== 'high'),
  });

const FAULTS: Readonly<Record<string, readonly [found: RegExp, issue: Issue][]>> = {
  'Positioning Strategist': [
    [
      /cargo logistics/i,
      {
        severity: 'high',
        description: 'The headline sells cargo logistics, which the positioning denies',
        suggestion: 'Name tide alerts for small harbours.',
      },
    ],
    [
      /customs paperwork/i,
      {
        severity: 'medium',
        description: 'Customs paperwork is claimed and stands in no document',
        suggestion: 'Leave it out.',
      },
    ],
  ],
  'SEO Expert': [
    [
      /^####/m,
      {
        severity: 'medium',
        description: 'The heading hierarchy goes from level 1 to level 4',
        suggestion: 'Use a second-level heading.',
      },
    ],
    [
      /^# (?:Tidewatch|Seedshelf|Stairlight)$/m,
      {
        severity: 'high',
        description: 'The first heading is only the name; nobody searches for it',
        suggestion: 'Use the keyword.',
      },
    ],
  ],
  'Behavioural Scientist': [
    [
      /create an account/i,
      {
        severity: 'high',
        description: 'The call to action has too much friction: account, form, card',
        suggestion: 'Ask for one easy step.',
      },
    ],
  ],
};

interface Site {
  title: string;
  description: string;
  lead: string;
  action: string;
  section: string;
  items: readonly string[];
}

const SITES: Readonly<Record<string, Site>> = {
  Tidewatch: {
    title: 'Tide alert for small harbours',
    description:
      'Tidewatch warns small harbours by text message 40 minutes before the water reaches the quay.',
    lead: 'Tidewatch is for harbour masters of harbours with fewer than 200 berths. Time to move boats before the quay floods.',
    action: '[Order a gauge](mailto:hello@tidewatch.example)',
    section: 'A tide gauge on your own quay',
    items: [
      'Alerts by text message 40 minutes before the water reaches the mark you set',
      '14 harbours on the Frisian coast have used it since March 2024',
      'Instead of printed tide tables or a weather app',
    ],
  },
  Seedshelf: {
    title: 'A seed library for your allotment society',
    description:
      'Seedshelf labels, lends and takes back seed for allotment societies, so that members sow what grew well.',
    lead: 'Seedshelf is for secretaries of allotment societies with 30 to 300 plots: seed lending, so that members sow what grew well next door.',
    action: '[Label your first box](https://seedshelf.example/start)',
    section: 'Seed swap software with a label for every packet',
    items: [
      'A label for every packet that any phone can read',
      '22 societies in Kent lend with it since spring 2023',
      'Instead of envelopes in a shoe box',
    ],
  },
  Stairlight: {
    title: 'Stairwell motion light for small houses',
    description:
      'Stairlight fits the sockets of your stairwell and lights one floor ahead. 61 percent less current in 9 houses.',
    lead: 'Stairlight is for owners of houses with 4 to 12 flats: motion lights for shared stairwells. Nobody stands in the dark, and the house pays for less light.',
    action: '[Count your lamps](mailto:light@stairlight.example)',
    section: 'Staircase lighting that fits the sockets that are there',
    items: [
      'Light goes up one floor ahead of whoever climbs',
      '61 percent less current in 9 houses in Ghent, measured over a winter',
      'Instead of a timer switch',
    ],
  },
};

function pageOf(product: string, headline: (site: Site) => string): string {
  const site = SITES[product] ?? SITES.Tidewatch;
  if (site === undefined) return '';
  return [
    `---\ntitle: ${site.title}\ndescription: ${site.description}\n---\n# ${headline(site)}`,
    site.lead,
    site.action,
    `## ${site.section}`,
    site.items.map((item) => `- ${item}`).join('\n'),
  ].join('\n\n');
}

/** Mends what is wrong and leaves the rest. */
function mended(draft: string, product: string): string {
  const easy = SITES[product]?.action.replace(/\]\(.*$/, '').slice(1) ?? 'Start';
  return draft
    .replace(/^# (?:Tidewatch|Seedshelf|Stairlight)$/m, () => `# ${SITES[product]?.title ?? ''}`)
    .replace(/^#{3,} /gm, '## ')
    .replace(/\[Create an account[^\]]*\]/g, () => `[${easy}]`)
    .replace(/^- .*customs paperwork.*\n?/gim, '');
}

const FITTING: Readonly<Record<string, readonly string[]>> = {
  website: ['positioning', 'seo-expert', 'behavioural-science'],
  'blog-post': ['positioning', 'seo-expert'],
  'social-post': ['positioning'],
};

function editor(asked: Asked): string {
  switch (asked.kind) {
    case 'select': {
      const fitting = FITTING[asked.contentType] ?? [];
      return `These fit:\n\`\`\`json\n${JSON.stringify(asked.ids.filter((id) => fitting.includes(id)))}\n\`\`\``;
    }
    case 'critique':
      return critiqueOf(
        (FAULTS[asked.critic] ?? []).flatMap(([found, issue]) => (found.test(asked.draft) ? [issue] : [])),
      );
    case 'draft':
      return pageOf(asked.product, () => asked.product);
    case 'revise':
      return mended(asked.draft, asked.product);
  }
}

function flatterer(asked: Asked): string {
  switch (asked.kind) {
    case 'select':
      return JSON.stringify(asked.ids);
    case 'critique':
      return critiqueOf([]);
    case 'draft':
      return pageOf(asked.product, () => asked.product);
    case 'revise':
      return asked.draft;
  }
}

function grumbler(asked: Asked): string {
  switch (asked.kind) {
    case 'select':
      return '[]';
    case 'critique':
      return critiqueOf([{ severity: 'high', description: 'It is weak', suggestion: 'Write it anew.' }]);
    case 'draft':
      return pageOf(asked.product, ({ title }) => title);
    case 'revise':
      return '# Something else entirely\n\nBuy now.\n';
  }
}

const scenarioOf =
  (answer: (asked: Asked) => string): Scenario =>
  (request): Act[] => [{ type: 'text', text: answer(askedIn(promptText(request))) }];

export const SCRIPTED_AGENTS: Readonly<Record<ScriptedName, Scenario>> = {
  editor: scenarioOf(editor),
  flatterer: scenarioOf(flatterer),
  grumbler: scenarioOf(grumbler),
};
