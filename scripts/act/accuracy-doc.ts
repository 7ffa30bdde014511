/** docs/accuracy.md, from a run of the ACT cases. Pure. */
import { OURS } from '../../apps/daemon/src/measure/test/act/questions.ts';
import { type Figures, precision, recall, type Score } from '../../apps/daemon/src/measure/test/act/score.ts';
import type { ActCase } from '../../apps/daemon/src/measure/test/act/suite.ts';
import { generatedMark, table } from '../generated-doc.ts';

interface Run {
  cases: readonly ActCase[];
  /** By tool; `, rewritten` for the second set. */
  scores: ReadonlyMap<string, Score>;
  versions: Record<'axe' | 'alfa' | 'accesslint', string>;
}

export function accuracyDoc({ cases, scores, versions }: Run): string {
  const names: Record<string, string> = {
    static: 'ours, from the source',
    browser: 'ours, with a browser',
    axe: `axe ${versions.axe}, in Chromium, every rule`,
    alfa: `Alfa ${versions.alfa}, on our page model`,
    accesslint: `AccessLint ${versions.accesslint}, in Chromium, every rule`,
  };
  const tools = Object.keys(names).filter((tool) => scores.has(tool));
  const rules = new Map(cases.map(({ rule, ruleName }) => [rule, ruleName]));
  const failed = cases.filter(({ expected }) => expected === 'failed').length;
  const approved = cases.filter((one) => one.approved);
  const approvedFailed = approved.filter(({ expected }) => expected === 'failed').length;
  return `${generatedMark('npm run truth -- act FOLDER --write', 'a run of W3C’s ACT cases')}

# Accuracy

How often we are right on pages we did not write: W3C’s test cases of the ACT rules, ${cases.length} pages for
${rules.size} rules, of which ${failed} have a fault; ${approved.length} of them (${approvedFailed} with a fault) belong to
approved rules. *Caught*: a check that asks what the rule asks calls something on the page wrong. *False*: it does so on a
page that passes or that the rule does not apply to. A question that stays open is neither. Rules we never ask count as
missed. What axe, Alfa and AccessLint ask is taken from what their makers told W3C.

The cases were read while our checks were written, so these are figures of development, not of a locked set. Which of our
checks asks what a rule asks is our own word (the column *Our checks*); ours was asked at level AAA.

Nothing of the cases is in this repository: the command reads a clone of github.com/w3c/wcag-act-rules.

${table(
  ['Tool', 'Approved: caught', 'Approved: false', 'All: caught', 'All: false', 'Recall', 'Precision'],
  tools.map((tool) => totals(names[tool] ?? tool, scores.get(tool))),
)}

## The same cases, rewritten

A second set is made from the first by other ids, classes and words, extra wrappers, other tags of the same meaning and other
order of attributes. Words stay where a rule is about their meaning, names and nesting where a script may use them. The
rewriting is ours too: it shows that no check knows a case by its names, not how it does on pages of other makers.

${table(
  ['Tool', 'Approved: caught', 'Approved: false', 'All: caught', 'All: false', 'Recall', 'Precision'],
  tools
    .filter((tool) => scores.has(`${tool}, rewritten`))
    .map((tool) => totals(names[tool] ?? tool, scores.get(`${tool}, rewritten`))),
)}

## By rule

Caught of those with a fault, and after the comma false of the others, where there are any.

${table(
  ['Rule', 'Our checks', ...tools],
  [...rules]
    .sort((a, b) => (a[1] < b[1] ? -1 : 1))
    .map(([rule, name]) => [
      `[${name}](https://www.w3.org/WAI/standards-guidelines/act/rules/${rule}/)`,
      (OURS[rule] ?? []).map((id) => `\`${id}\``).join(', ') || 'never asked',
      ...tools.map((tool) => cell(scores.get(tool)?.byRule.get(rule))),
    ]),
)}

## What we get wrong

${tools
  .filter((tool) => tool === 'static' || tool === 'browser')
  .map((tool) => mistakes(names[tool] ?? tool, scores.get(tool), rules))
  .join('\n\n')}
`;
}

function totals(name: string, score: Score | undefined): string[] {
  if (score === undefined) return [name, '', '', '', '', '', ''];
  const { all, approved, left } = score;
  const whole = (isWhole: boolean, ...cells: string[]): string[] =>
    isWhole ? cells : cells.map(() => 'not run');
  return [
    left.all === 0 ? name : `${name} (${left.all} cases not asked)`,
    ...whole(
      left.approved === 0,
      `${approved.hits} of ${approved.failed}`,
      `${approved.falses} of ${approved.others}`,
    ),
    ...whole(
      left.all === 0,
      `${all.hits} of ${all.failed}`,
      `${all.falses} of ${all.others}`,
      recall(all).toFixed(2),
      precision(all).toFixed(2),
    ),
  ];
}

function cell(figures: Figures | undefined): string {
  if (figures === undefined) return '';
  const { hits, failed, falses } = figures;
  return `${hits}/${failed}${falses === 0 ? '' : `, ${falses} false`}`;
}

function mistakes(name: string, score: Score | undefined, rules: ReadonlyMap<string, string>): string {
  if (score === undefined) return '';
  const rows = [...Map.groupBy([...score.falses, ...score.misses], ({ rule }) => rule)].map(([rule]) => {
    const of = (list: Score['misses']): string =>
      list
        .filter((one) => one.rule === rule)
        .map(({ id }) => `\`${id.slice(0, 8)}\``)
        .join(' ');
    return [rules.get(rule) ?? rule, of(score.falses), of(score.misses)];
  });
  return `### ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${table(['Rule', 'False alarms', 'Missed'], rows)}`;
}
