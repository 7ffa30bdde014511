/**
 * Every numbered rule of docs/spec.md has a test whose name starts with its id, and no test names a rule
 * that does not exist. A rule is a list item or a table row that begins with `[P1]`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, sourceFiles } from './files.ts';
import { printTable, runSteps } from './steps.ts';

const SPEC = 'docs/spec.md';
const RULE = /^\s*(?:[-*]|\d+\.|\|)\s*[*_`]*\[([A-Z]{1,3}\d+[a-z]?)\]/gm;
/** A name as the first argument of a call; skipped and planned tests prove nothing. */
const TEST_NAME = /(\.(?:skip|todo)\s*)?\(\s*['"`]((?:\[[A-Z]{1,3}\d+[a-z]?\]\s*)+)/g;

export function rulesIn(spec: string): string[] {
  return [...spec.matchAll(RULE)].map((match) => match[1] ?? '');
}

export function rulesNamedIn(tests: string): string[] {
  return [...tests.matchAll(TEST_NAME)]
    .filter((match) => match[1] === undefined)
    .flatMap((match) => [...(match[2] ?? '').matchAll(/\[(\w+)\]/g)].map((id) => id[1] ?? ''));
}

export function checkRules(): string[] {
  if (!existsSync(join(ROOT, SPEC))) return [`${SPEC}: is missing`];
  const listed = rulesIn(readFileSync(join(ROOT, SPEC), 'utf8'));
  const rules = new Set(listed);
  const problems = listed
    .filter((rule, index) => listed.indexOf(rule) !== index)
    .map((rule) => `${SPEC}: rule [${rule}] is listed twice`);
  if (rules.size === 0) problems.push(`${SPEC}: holds no rules`);
  const tested = new Set<string>();
  for (const file of sourceFiles(/\.(test|spec)\.tsx?$/)) {
    for (const rule of rulesNamedIn(readFileSync(join(ROOT, file), 'utf8'))) {
      tested.add(rule);
      if (!rules.has(rule)) problems.push(`${file}: a test names [${rule}], which ${SPEC} does not list`);
    }
  }
  for (const rule of rules) {
    if (!tested.has(rule)) problems.push(`${SPEC}: rule [${rule}] has no test whose name starts with it`);
  }
  console.log(`  ${rules.size} rules, ${[...rules].filter((rule) => tested.has(rule)).length} with a test`);
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runSteps([{ name: 'rules', run: checkRules }]);
  printTable(results);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
