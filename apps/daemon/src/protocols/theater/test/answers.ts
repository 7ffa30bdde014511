/** Answers of any agent, well-formed and not, for the gate's own property. */
import fc from 'fast-check';
import { createRenderer } from '../render.ts';
import { DISGUISES } from './disguises.ts';
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

/** A demand under a tag that only looks like one, in the block of a judge: with the code of the run, or without. */
const disguised = fc.option(
  fc.tuple(fc.constantFrom(...Object.values(DISGUISES)), fc.boolean()).map(
    ([disguise, marked]) =>
      (code: string | null) =>
        disguise('MUST_FIX', marked && code !== null ? `-${code}` : '', 'Name the price in other letters.'),
  ),
  { nil: null, freq: 12 },
);

const panelist = fc.record({ role: fc.constantFrom(...JUDGES), score, demands, disguised });
const round = fc.record({
  page: fc.option(content, { nil: null }),
  panelists: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(score, demands, disguised).map(([one, two, three]) =>
        JUDGES.map((role) => ({
          role,
          score: one,
          demands: role === 'critic' ? two : [],
          disguised: role === 'copy' ? three : null,
        })),
      ),
    },
    { weight: 2, arbitrary: fc.array(panelist, { maxLength: 7 }) },
  ),
});

/** With the code of the run, or without one; `hidden`: a judge of the last round demands something in disguise. */
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
        ...panelists.map((one) => {
          const said = write.panelist({
            role: one.role,
            score: one.score,
            mustFix: one.demands.map((words) => ({ ...demand, text: words })),
          });
          const end = said.lastIndexOf('</');
          return `${said.slice(0, end)}${one.disguised?.(code) ?? ''}${said.slice(end)}`;
        }),
        write.roundEnd({ round: i + 1 }),
        write.roundClose,
      ]),
      ...(ship ? [write.ship({ round: rounds.length, summary: 'Done.' })] : []),
      write.runClose,
    ].join('');
    // What a text says after it was torn is not known here; of a whole one it is.
    const last = rounds.at(-1)?.panelists ?? [];
    const hidden = edits.length === 0 && last.some((one) => one.disguised !== null);
    return { code, text: applyEdits(text, edits), hidden };
  });
