/** Holds the code to the table of variables: nobody else reads the environment, and no name is unknown to the table. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_VARIABLES, VARIABLES } from '../apps/daemon/src/env-table.ts';
import { ROOT, sourceFiles } from './files.ts';

/** The process itself: the entry, and the shell that gives commands their frozen copy. */
const MAY_ASK_THE_PROCESS = new Set(['apps/daemon/src/main.ts', 'apps/daemon/src/cli/shell.ts']);
const TESTS = /\.test\.tsx?$|\/(?:test|__tests__)\//;
const OWN_NAME = /\bOD_[A-Z][A-Z0-9_]*[A-Z0-9]\b/g;

/** Of the product's own sources; `environment` names the rule that a line breaks. */
export function environmentProblems(file: string, source: string): string[] {
  const known = new Set([...Object.keys(VARIABLES), ...Object.keys(CONTENT_VARIABLES)]);
  return source.split('\n').flatMap((line, index) => {
    const place = `${file}:${index + 1}`;
    const unknown = [...line.matchAll(OWN_NAME)].map(([name]) => name).filter((name) => !known.has(name));
    return [
      ...(/\bprocess\.env\b/.test(line) && !MAY_ASK_THE_PROCESS.has(file)
        ? [`${place}: reads process.env; take what main passes in`]
        : []),
      ...(/\benv(?:\.|\[')[A-Z]/.test(line) && !MAY_ASK_THE_PROCESS.has(file)
        ? [`${place}: reads a variable by itself; use readVariable of env.ts`]
        : []),
      ...unknown.map((name) => `${place}: ${name} is not in apps/daemon/src/env-table.ts`),
    ];
  });
}

export function checkEnvironment(): string[] {
  return sourceFiles(/^apps\/daemon\/src\/.*\.ts$/)
    .filter((file) => !TESTS.test(file))
    .flatMap((file) => environmentProblems(file, readFileSync(join(ROOT, file), 'utf8')));
}
