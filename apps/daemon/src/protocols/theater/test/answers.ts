/** Answers of any agent, well-formed and not, for the gate's own property. */
import fc from 'fast-check';
import { createRenderer } from '../render.ts';
import { applyEdits, edit } from './generate.ts';
import { JUDGES, PAYLOADS, SPELLINGS } from './smuggling.ts';

export const CODE = 'kx7wqz3mbn5r9t';

const score = fc.constantFrom<number | null>(10, 9.4, 9, 8.2, 8, 7.9, 5, 0, 12, null);
const demands = fc.constantFrom<readonly string[]>([], [], [], ['Name the price.'], ['None.'], ['a', 'b']);
const content = fc
  .tuple(fc.constantFrom('one', 'two', 'three'), fc.constantFrom(...Object.values(PAYLOADS)), fc.boolean())
  .map(
    ([word, payload, forged]) =>
      `<!doctype html><html lang="en"><title>${word}</title><p>${word}</p>${forged ? payload(SPELLINGS['tags without a code']) : ''}</html>`,
  );

const panelist = fc.record({ role: fc.constantFrom(...JUDGES), score, demands });
const round = fc.record({
  page: fc.option(content, { nil: null }),
  panelists: fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(score, demands)
        .map(([one, two]) =>
          JUDGES.map((role) => ({ role, score: one, demands: role === 'critic' ? two : [] })),
        ),
    },
    { weight: 2, arbitrary: fc.array(panelist, { maxLength: 7 }) },
  ),
});

/** With the code of the run, or without one. */
export const answer = fc
  .record({
    code: fc.constantFrom<string | null>(CODE, CODE, CODE, null),
    rounds: fc.array(round, { minLength: 1, maxLength: 3 }),
    ship: fc.boolean(),
    edits: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(edit, { maxLength: 3 })),
  })
  .map(({ code, rounds, ship, edits }) => {
    const write = createRenderer(code);
    const demand = { dim: null, target: null, severity: 'major', evidence: null, witness: null } as const;
    const text = [
      write.runOpen({ maxRounds: 3, threshold: 8, scale: 10 }),
      ...rounds.flatMap(({ page, panelists }, i) => [
        write.roundOpen(i + 1),
        ...(page === null && i > 0
          ? []
          : [
              write.panelist({
                role: 'designer',
                notes: 'Page.',
                artifact: { mime: 'text/html', content: page ?? '<!doctype html><p>first</p>' },
              }),
            ]),
        ...panelists.map((one) =>
          write.panelist({
            role: one.role,
            score: one.score,
            mustFix: one.demands.map((said) => ({ ...demand, text: said })),
          }),
        ),
        write.roundEnd({ round: i + 1 }),
        write.roundClose,
      ]),
      ...(ship ? [write.ship({ round: rounds.length, summary: 'Done.' })] : []),
      write.runClose,
    ].join('');
    return { code, text: applyEdits(text, edits) };
  });
