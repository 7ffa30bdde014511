/** Units without figures, "in euros" here and "in cents" there, and units declared for a whole file. */
import type { Compared } from './compare-figures.ts';
import { isRole } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { FigureFact, UnitFact } from './fact.ts';
import type { Described, Relation } from './same-subject.ts';

const MOST_UNITS = 300;
/** Measures of which a small project keeps one kind of thing. */
const SELDOM: ReadonlySet<string> = new Set(['energy', 'temperature', 'pressure', 'power', 'mass', 'speed']);

export function compareUnits(
  units: readonly UnitFact[],
  figures: readonly FigureFact[],
  relationOf: (group: readonly (Described & { base: number })[]) => Relation,
): Compared {
  const all = [said(units, relationOf), declared(units, figures), shares(units, figures)];
  return {
    found: all.flatMap(({ found }) => found),
    pairs: all.reduce((sum, { pairs }) => sum + pairs, 0),
  };
}

function said(
  units: readonly UnitFact[],
  relationOf: (group: readonly (Described & { base: number })[]) => Relation,
): Compared {
  const found: Contradiction[] = [];
  const told = units.filter(({ isDeclared }) => !isDeclared).slice(0, MOST_UNITS);
  const relation = relationOf(told.map((fact) => ({ ...fact, base: fact.unit.factor })));
  const namesOf = (kinds: readonly string[], dimension: string): Set<string> =>
    new Set(
      told
        .filter((one) => kinds.includes(one.kind) && one.unit.dimension === dimension)
        .map((one) => one.unit.name),
    );
  let pairs = 0;
  for (const [index, one] of told.entries())
    for (const other of told.slice(index + 1)) {
      if (one.path === other.path || one.unit.dimension !== other.unit.dimension) continue;
      const { dimension } = one.unit;
      const isAlone =
        SELDOM.has(dimension) &&
        (one.kind === 'prose') !== (other.kind === 'prose') &&
        namesOf(['prose'], dimension).size === 1 &&
        namesOf(['code', 'data'], dimension).size === 1;
      const strength = isAlone ? 1 : relation(one, other);
      if (strength < 0.5) continue;
      pairs++;
      if (one.unit.name === other.unit.name) continue;
      const claim = `In ${one.word} in ${placeOf(one)}, but in ${other.word} in ${placeOf(other)}.`;
      found.push({ key: keyOf('unit', [one, other]), claim, places: [one, other], strength });
    }
  return { found, pairs };
}

/** A unit declared for a file that nothing else uses. */
function declared(units: readonly UnitFact[], figures: readonly FigureFact[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const unit of units.filter(({ isDeclared }) => isDeclared)) {
    const used = figures.filter(
      ({ path, figure }) => path !== unit.path && figure.unit?.dimension === unit.unit.dimension,
    );
    const [first] = used;
    if (first === undefined) continue;
    pairs++;
    if (used.some(({ figure }) => figure.unit?.name === unit.unit.name)) continue;
    const shown = first.figure.unit?.name ?? '';
    const claim = `${unit.word} is the unit of ${placeOf(unit)}, but ${first.figure.shown} (${shown}) stands in ${placeOf(first)}.`;
    found.push({ key: keyOf('unit', [unit]), claim, places: [unit, first], strength: 1 });
  }
  return { found, pairs };
}

/** A field that a document keeps in per cent, and data that keep it as a part of one. */
function shares(units: readonly UnitFact[], figures: readonly FigureFact[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const unit of units.filter(
    ({ kind, unit: { dimension } }) => kind === 'prose' && dimension === 'share',
  ))
    for (const fact of figures) {
      const { figure, kind, own, isField } = fact;
      if (kind === 'prose' || isField !== true || figure.unit !== null) continue;
      const terms = [...own].filter((term) => !isRole(term));
      if (terms.length === 0 || !terms.every((term) => unit.own.has(term))) continue;
      pairs++;
      if (figure.value <= 0 || figure.value >= 1) continue;
      const claim = `In ${unit.word} in ${placeOf(unit)}, but ${figure.shown} in ${placeOf(fact)}.`;
      found.push({ key: keyOf('unit', [unit, fact]), claim, places: [unit, fact], strength: 1 });
    }
  return { found, pairs };
}
