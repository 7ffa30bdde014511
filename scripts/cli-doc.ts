/** `npm run docs:cli`: writes docs/cli.md from the table of commands; `--check` says whether it is up to date. */
import { fileURLToPath } from 'node:url';
import { EXIT_MEANINGS, EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import { COMMANDS, type Command } from '../apps/daemon/src/cli/commands.ts';
import { EXAMPLES } from '../apps/daemon/src/cli/examples.ts';
import { helpRows } from '../apps/daemon/src/cli/help.ts';
import { type GeneratedDoc, generatedMark, runGenerator, sentence, table } from './generated-doc.ts';

export const CLI_DOC: GeneratedDoc = { file: 'docs/cli.md', command: 'npm run docs:cli', text: cliDoc };

const PROTOCOLS: Record<keyof typeof EXIT_OF_STATUS, string> = {
  theater: '`review`, `run`, `rejudge`',
  content: '`content`',
  convergence: '`converge`, `plan-check`, `accept`',
  loop: '`loop`',
};

function cliDoc(): string {
  const links = COMMANDS.map(({ name, summary }) => [`[\`${name}\`](#jury-${name})`, sentence(summary)]);
  return `${generatedMark(CLI_DOC.command, 'the table of commands')}

# The command line

\`./jury <command> [options]\` in a clone, \`npx design-jury <command>\` with the package; \`--help\` after any command prints
its part of this page, and hints name the command as it was called. The result goes to standard output, progress and warnings go to standard error. \`--json\` prints one JSON document and nothing else on
standard output. A flag wins over a variable, and a variable over \`jury.config.json\`: see
[configuration.md](configuration.md).

${table(['Command', 'What it does'], links)}

${exitCodes()}
${COMMANDS.map(section).join('\n')}`;
}

function exitCodes(): string {
  const meanings = EXIT_MEANINGS.map(({ code, means }) => [String(code), sentence(means)]);
  const statuses = Object.entries(PROTOCOLS).map(([protocol, commands]) => [
    commands,
    ...EXIT_MEANINGS.map(({ code }) => statusesWith(protocol as keyof typeof EXIT_OF_STATUS, code)),
  ]);
  return `## Exit codes

${table(['Code', 'Means'], meanings)}

Every status a run can end with, and its code. Where several pages are reviewed, the gravest one counts: interrupted,
then wrong usage, inconclusive, waiting, does not ship.

${table(['Commands', ...EXIT_MEANINGS.map(({ code }) => String(code))], statuses)}
`;
}

function statusesWith(protocol: keyof typeof EXIT_OF_STATUS, wanted: number): string {
  return Object.entries(EXIT_OF_STATUS[protocol])
    .filter(([, code]) => code === wanted)
    .map(([status]) => `\`${status}\``)
    .join(', ');
}

function section(command: Command): string {
  const { name, summary, usage, notes = [] } = command;
  const rows = helpRows(command).map(({ head, help }) => [`\`${head}\``, sentence(help)]);
  return `## jury ${name}

${sentence(summary)}

\`\`\`sh
${usage.map((line) => `jury ${line}`).join('\n')}
\`\`\`

${rows.length === 0 ? '' : `${table(['Option', 'Means'], rows)}\n\n`}${examples(name)}
${notes.length === 0 ? '' : `\n${notes.join(' ')}\n`}`;
}

function examples(name: Command['name']): string {
  const width = Math.max(...EXAMPLES[name].map(([line]) => line.length));
  const lines = EXAMPLES[name].map(([line, does]) => `jury ${line.padEnd(width)}  # ${does}`);
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runGenerator(CLI_DOC, process.argv);
