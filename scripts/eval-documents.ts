/**
 * `npm run eval:documents [-- FOLDER …] [--only PATTERN] [--json] [--verbose]`: documents with known answers through the commands their
 * users have, and how much of what is said is right and of what is wrong is said. Without a model.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run as accept } from '../apps/daemon/src/cli/accept.ts';
import { run as content } from '../apps/daemon/src/cli/content.ts';
import { run as converge } from '../apps/daemon/src/cli/converge.ts';
import { run as loop } from '../apps/daemon/src/cli/loop.ts';
import { run as planCheck } from '../apps/daemon/src/cli/plan-check.ts';
import { FINDINGS } from '../apps/daemon/src/cli/test/document-findings.ts';
import {
  type Answers,
  AnswersSchema,
  type CaseScore,
  score,
  type Total,
  total,
} from '../apps/daemon/src/cli/test/document-score.ts';
import { recordingShell } from '../apps/daemon/src/cli/test/recording-shell.ts';
import { ROOT } from './files.ts';

const COMMANDS = new Map([
  ['accept', accept],
  ['content', content],
  ['converge', converge],
  ['loop', loop],
  ['plan-check', planCheck],
]);

interface Scored {
  name: string;
  answers: Answers;
  score: CaseScore;
}

async function runCase(folder: string, name: string): Promise<Scored | string> {
  const answers = AnswersSchema.parse(JSON.parse(readFileSync(join(folder, name, 'answers.json'), 'utf8')));
  const read = FINDINGS[answers.protocol];
  // A copy: some commands change what they are given.
  const copy = mkdtempSync(join(tmpdir(), 'jury-documents-'));
  try {
    cpSync(join(folder, name), join(copy, 'case'), { recursive: true });
    rmSync(join(copy, 'case/answers.json'));
    const [, command = '', ...rest] = answers.command.map((word) =>
      word.replaceAll('{dir}', join(copy, 'case')),
    );
    // Whoever plays the documents has read the commands they name.
    if (command === 'accept' && !rest.includes('--run-commands')) rest.push('--run-commands');
    const { shell, output, errors } = recordingShell(copy);
    const run = COMMANDS.get(command);
    if (run === undefined) return `${name}: there is no command ${command}`;
    await run(rest, shell);
    // A draft that is refused is told what is wrong with it.
    if (output() === '' && answers.protocol === 'content')
      return { name, answers, score: score([{ text: errors().trim(), places: [] }], answers) };
    if (output() === '') return `${name}: ${errors().trim()}`;
    return { name, answers, score: score(read(JSON.parse(output())), answers) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function tableOf(scored: readonly Scored[]): string[] {
  const rows = [...Map.groupBy(scored, ({ answers }) => answers.protocol)].flatMap(([protocol, own]) => [
    row(protocol, 'all', total(own.map((one) => one.score))),
    ...by(own, ({ answers }) => answers.class).map(([name, sum]) => row(protocol, name, sum)),
    ...by(own, ({ answers }) => answers.language).map(([name, sum]) => row(protocol, name, sum)),
    ...kindsOf(own).map((line) => `${protocol.padEnd(9)} ${line}`),
  ]);
  return ['protocol  of              precision  recall   right  wrong  found', ...rows];
}

function by(scored: readonly Scored[], key: (one: Scored) => string): [string, Total][] {
  const groups = Map.groupBy(scored, key);
  return [...groups].toSorted().map(([name, own]) => [name, total(own.map((one) => one.score))]);
}

function row(
  protocol: string,
  of: string,
  { precision, recall, right, wrong, found, truths }: Total,
): string {
  const share = (value: number | null): string => (value === null ? '–' : value.toFixed(2)).padStart(9);
  return `${protocol.padEnd(9)} ${of.padEnd(14)} ${share(precision)} ${share(recall)} ${String(right).padStart(5)} ${String(wrong).padStart(6)}  ${found} of ${truths}`;
}

function kindsOf(scored: readonly Scored[]): string[] {
  const truths = scored.flatMap(({ answers, score: { missed } }) =>
    answers.truths.map(({ id, kind }) => ({ kind, isFound: !missed.includes(id) })),
  );
  return [...Map.groupBy(truths, ({ kind }) => kind)]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([kind, own]) => `${kind}: ${own.filter(({ isFound }) => isFound).length} of ${own.length}`);
}

function detailsOf({ name, score: { judged, missed } }: Scored): string[] {
  return [
    `${name}: missed ${missed.join(', ') || 'nothing'}`,
    ...judged.map(({ verdict, truths, text }) => `  ${verdict} ${truths.join(',')}: ${text.slice(0, 300)}`),
  ];
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, verbose: { type: 'boolean' }, only: { type: 'string' } },
  });
  const folders = positionals.length > 0 ? positionals : [join(ROOT, 'bench/evals/documents')];
  const only = new RegExp(values.only ?? '', 'u');
  const scored: Scored[] = [];
  for (const folder of folders)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith('_') || !only.test(entry.name)) continue;
      const result = await runCase(folder, entry.name);
      if (typeof result === 'string') console.error(result);
      else scored.push(result);
    }
  if (values.json === true) console.log(JSON.stringify(scored, null, 2));
  else {
    if (values.verbose === true) console.log(scored.flatMap(detailsOf).join('\n'));
    console.log(tableOf(scored).join('\n'));
  }
  return 0;
}

process.exitCode = await main();
