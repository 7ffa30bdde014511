/**
 * `npm run mcp:conformance`: the conformance suite of MCP against the "everything" server, which is made of the parts
 * that serve ours. The suite is brought from the registry, pinned, into conformance/optional/. Ends with 1 where a scenario that a
 * revision requires, or one of the tasks extension, does not pass.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everything } from '../apps/daemon/src/cli/mcp/test/everything/everything.ts';
import { bring, runBeside } from './programs-of-others.ts';

const SUITE = ['@modelcontextprotocol/conformance', '0.2.0-alpha.12'] as const;
const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
/** `✓ name: 2 passed, 0 failed` of the suite's summary. */
const LINE = /^(✓|✗) ([\w/-]+): \d+ passed, (\d+) failed/;
const NOT_SCORED = /^ {2}(?:✓|✗) ([\w/-]+) \((extension|pending|added-after-release)\)/;

interface Outcome {
  passed: string[];
  failed: string[];
}

/** Required scenarios and the others apart, as the suite itself tells them apart. */
function read(said: string): { required: Outcome; tasks: Outcome; others: Outcome } {
  const lines = said.split('\n');
  const notScored = new Set(lines.flatMap((line) => NOT_SCORED.exec(line)?.[1] ?? []));
  const [required, tasks, others] = [0, 1, 2].map((): Outcome => ({ passed: [], failed: [] }));
  if (required === undefined || tasks === undefined || others === undefined) throw new Error('never');
  for (const line of lines) {
    const [, mark, name] = LINE.exec(line) ?? [];
    if (name === undefined) continue;
    const group = !notScored.has(name) ? required : name.startsWith('tasks-') ? tasks : others;
    (mark === '✓' ? group.passed : group.failed).push(name);
  }
  return { required, tasks, others };
}

function tell(what: string, { passed, failed }: Outcome): void {
  const all = passed.length + failed.length;
  console.log(
    `${what}: ${passed.length} of ${all}${failed.length === 0 ? '' : `; not: ${failed.join(', ')}`}`,
  );
}

const suite = join(bring(...SUITE), 'dist/index.js');
const server = await everything();
const out = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
try {
  for (const revision of REVISIONS) {
    const argv = [suite, 'server', '--url', server.url, '--requirements', revision, '-o', out];
    const { said } = await runBeside(argv, out);
    const { required, tasks, others } = read(said);
    tell(`${revision}, required`, required);
    if (revision === '2026-07-28') tell('tasks extension', tasks);
    tell(`${revision}, not scored by the suite`, others);
    if (required.passed.length === 0 || required.failed.length + tasks.failed.length > 0)
      process.exitCode = 1;
  }
} finally {
  await server.close();
  rmSync(out, { recursive: true, force: true });
}
