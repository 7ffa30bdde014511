import { describe, test } from 'vitest';
import { readDesignMd } from '../measure/model/design-md.ts';
import { buildPage } from '../measure/model/page.ts';
import { examine } from '../measure/panel.ts';
import { contactsOf } from './addresses.ts';
import { draftPage } from './draft.ts';
import { loadLibrary } from './library.ts';
import { keptWords, visibleText } from './test/kept-words.ts';
import { PROSE_BRIEFS } from './test/prose-briefs.ts';

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

describe.for(PROSE_BRIEFS.map((brief, index) => [brief.kind, brief, index] as const))(
  'a brief in prose: %s',
  ([, { text, leftOut }, index]) => {
    // A brief says each of its addresses once.
    const addresses = contactsOf(text).map(({ href }) => href.replace(/^(?:https?:\/\/|mailto:)/, ''));

    test.for(skills)(
      '$id says each of its words and addresses once in every system, and adds none',
      (skill, { expect }) => {
        for (const { text: design } of designs) {
          const html = draftPage({ template: skill.template ?? '', brief: text, design });
          expect(keptWords(text, html, leftOut)).toEqual({ lost: [], repeated: [], added: [] });
          const seen = visibleText(html);
          for (const address of addresses.filter((one) => !one.startsWith('tel:')))
            expect([address, seen.split(address).length - 1]).toEqual([address, 1]);
        }
      },
    );

    // Each brief in three of the kinds and three of the systems, and each kind with several briefs.
    const judgedIn = skills.flatMap((skill, at) =>
      (at + index) % 3 === 0 ? [[skill.id, designs[(at + index) % designs.length]] as const] : [],
    );
    test.for(judgedIn)('%s passes the panel', async ([id, design], { expect }) => {
      const { composite, demands } = await judged(id, text, design?.text ?? '');
      expect(demands.map((demand) => demand.text)).toEqual([]);
      expect(composite).toBeGreaterThanOrEqual(8);
    });
  },
);

test('a currency beside its figure is no word in capitals for emphasis', async ({ expect }) => {
  const design = designs.find(({ id }) => id === 'commons')?.text ?? '';
  const found = async (brief: string): Promise<number> =>
    (await judged('finance-report', brief, design)).demands.length;
  expect(
    await found(
      'Sales were NOK 48 million in spring. Profit fell from NOK 3 million to NOK 2 million in the same time.',
    ),
  ).toBe(0);
  expect(
    await found(
      'Sales were NOW OVER forty million in spring. Profit fell from three million to two million in the same time.',
    ),
  ).toBe(1);
});

test.for(['magazine-poster', 'simple-deck'])(
  '%s on a dark paper has a dark sheet, and its drawing the accent',
  (id, { expect }) => {
    const template = skills.find((skill) => skill.id === id)?.template ?? '';
    const sheetOf = (system: string): (string | undefined)[] => {
      const design = designs.find((one) => one.id === system)?.text ?? '';
      const page = draftPage({ template, brief: 'A night of radio in the old shed.', design });
      expect(page).toMatch(/background:var\(--cover\);color:var\(--on-cover\)/);
      return ['cover', 'on-cover', 'cover-art'].map(
        (name) => new RegExp(`--${name}:(#\\w+)`).exec(page)?.[1],
      );
    };
    expect(sheetOf('tty')).toEqual(['#18211c', '#dbe7d9', '#7fe08d']);
    expect(sheetOf('kiln')[0]).not.toBe(sheetOf('kiln')[1]);
    expect(sheetOf('raster')).toEqual(['#d0021b', '#ffffff', '#ffffff']);
  },
);

test('a page speaks the language of its brief, in its own few words too', ({ expect }) => {
  const template = skills.find(({ id }) => id === 'saas-landing')?.template ?? '';
  const german = PROSE_BRIEFS.find(({ kind }) => kind === 'German')?.text ?? '';
  const page = draftPage({ template, brief: german, design: null });
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('>Zum Inhalt<');
  // Of a language without such words, what a reader cannot do without is marked as English.
  const danish = draftPage({
    template,
    brief:
      'Vi bager brød hver dag og har åbent fra seks. Det er ikke dyrt, og man kan få kaffe til. Kom og smag på det hos os i den gamle by.',
    design: null,
  });
  expect(danish).toMatch(/<a class="skip" href="#content" lang="en">/);
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
