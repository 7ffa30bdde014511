import { describe, test } from 'vitest';
import { readDesignMd } from '../measure/model/design-md.ts';
import { buildPage } from '../measure/model/page.ts';
import { examine } from '../measure/panel.ts';
import { draftPage } from './draft.ts';
import { loadLibrary } from './library.ts';

const { skills, designs } = await loadLibrary({ dataDir: '/nowhere', env: {} });
const WEIGHTS = { critic: 0.4, brand: 0.2, a11y: 0.2, copy: 0.2 } as const;

async function judged(skillId: string, brief: string, design: string) {
  const template = skills.find(({ id }) => id === skillId)?.template ?? '';
  const html = draftPage({ template, brief, design });
  const page = await buildPage({ html, path: null, design: readDesignMd(design), brief, format: 'html' });
  const { roles } = examine(page);
  const composite = Object.entries(WEIGHTS).reduce(
    (sum, [role, weight]) => sum + weight * (roles[role as keyof typeof WEIGHTS].score ?? 0),
    0,
  );
  return { html, composite, demands: Object.values(roles).flatMap(({ demands }) => demands) };
}

describe.for(skills.map((skill) => [skill.id, skill] as const))(
  '%s, from its example brief',
  ([id, skill]) => {
    test.for(designs.map((design) => [design.id, design] as const))(
      'passes the panel in %s: at least 8.0, nothing that must be fixed',
      async ([, design], { expect }) => {
        const { html, composite, demands } = await judged(id, skill.exampleBrief ?? '', design.text);
        expect(demands.map(({ text }) => text)).toEqual([]);
        expect(composite).toBeGreaterThanOrEqual(8);
        expect(html).not.toMatch(/\{\{[#^/.\w]|undefined|\[object/);
      },
    );
  },
);

/** Briefs nobody prepared a template for: each is kept whole, and nothing is added. */
const PROSE = [
  'Landing page for Tidewater, a booking tool for small ferry operators. 40 operators in Norway use it. It costs €29 per boat per month. Start a free trial.',
  'We need a page about the night school in Leith. Courses start on 12 January. Welding takes six evenings and costs £180. Write to office@leithnight.org to get a place. Make it look friendly.',
  'Poster for the Harbour Swim 2027. It starts at 9 am on Saturday 5 June at Pier 4. 600 swimmers came last year. “I was cold for an hour and happy for a week.” Register at https://harbourswim.org/start.',
] as const;

describe('a brief in a few sentences', () => {
  test.for(
    PROSE.flatMap((brief) =>
      ['saas-landing', 'magazine-poster', 'weekly-update'].map((id) => [id, brief] as const),
    ),
  )('%s: %s', async ([id, brief], { expect }) => {
    const { composite, demands } = await judged(id, brief, designs[1]?.text ?? '');
    expect(demands.map(({ text }) => text)).toEqual([]);
    expect(composite).toBeGreaterThanOrEqual(8);
  });
});

test('nothing is invented: every figure on the page stands in the brief', ({ expect }) => {
  for (const { template, exampleBrief } of skills) {
    const brief = exampleBrief ?? '';
    const html = draftPage({ template: template ?? '', brief, design: null });
    const body = html.slice(html.indexOf('<body>')).replace(/<[^>]*>|&#?\w+;/g, ' ');
    const figures = body.match(/\d[\d.,]*\d|\d/g) ?? [];
    const known = new Set(brief.match(/\d[\d.,]*\d|\d/g) ?? []);
    // Counting what is there is no invention: cards in a column, slides in a deck, numbered sections.
    const counts = new Set(Array.from({ length: 13 }, (_, n) => String(n)));
    expect(figures.filter((figure) => !known.has(figure) && !counts.has(figure))).toEqual([]);
  }
});

test.for(skills.filter(({ template }) => template !== null).map(({ id }) => id))(
  '%s does not say the name twice where it is the title',
  async (id, { expect }) => {
    const template = skills.find((skill) => skill.id === id)?.template ?? '';
    const html = draftPage({
      template,
      brief: '# Harbour team\n\n## Done\n- Sold 12 berths\n',
      design: designs[0]?.text ?? '',
    });
    const end = html.indexOf('</h1>');
    const head = html.slice(Math.max(html.lastIndexOf('<main', end), html.lastIndexOf('<header', end)), end);
    expect(head.match(/Harbour team/g)).toHaveLength(1);
  },
);
