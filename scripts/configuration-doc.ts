/** `npm run docs:configuration`: writes docs/configuration.md from the tables of variables and keys; `--check` compares. */
import { fileURLToPath } from 'node:url';
import { DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import { CLI_AGENTS } from '../apps/daemon/src/agents/cli-table.ts';
import { ConfigFileSchema, SUPPRESSION_KEYS } from '../apps/daemon/src/cli/config-file.ts';
import { CONTENT_VARIABLES, CRITIQUE_VARIABLES, VARIABLE_GROUPS } from '../apps/daemon/src/env-table.ts';
import { type GeneratedDoc, generatedMark, runGenerator, sentence, table } from './generated-doc.ts';

export const CONFIGURATION_DOC: GeneratedDoc = {
  file: 'docs/configuration.md',
  command: 'npm run docs:configuration',
  text: configurationDoc,
};

const code = (text: string): string => `\`${text}\``;

function configurationDoc(): string {
  const [first, ...others] = CLI_AGENTS.map(({ environment: { allow = [] } }) => allow);
  const forAll = (first ?? []).filter((variable) => others.every((allow) => allow.includes(variable)));
  return `${generatedMark(CONFIGURATION_DOC.command, 'the tables of variables and of configuration keys')}

# Configuration

Nothing has to be configured. What can be is here: [flags](cli.md) for one call, variables for a machine or a job,
\`jury.config.json\` for a project.

## What wins

1. The flag of the command, such as \`--threshold 9\`.
2. The environment variable, such as \`OD_CRITIQUE_SCORE_THRESHOLD=9\`.
3. The key in \`jury.config.json\`, such as \`"threshold": 9\`.
4. The default.

One exception: \`model\` in \`jury.config.json\` belongs to the \`agent\` beside it and wins over \`OD_MODEL\`. A field of a
request to the daemon counts as a flag. Variables are read once, at the start; a blank one counts as not set. A value
that is not taken stops the start with a sentence that names the variable, the value and what it takes.

## A theater run

\`review\`, \`run\` and the daemon. The names in the second column are those of the stored configuration of a run.

${table(
  ['Variable', 'Sets', 'What it does', 'Takes', 'Not set'],
  Object.entries(CRITIQUE_VARIABLES).map(([name, { key, does, takes, otherwise }]) => [
    code(name),
    code(key),
    sentence(does),
    takes,
    otherwise,
  ]),
)}

## The content pipeline

The second column is the key under \`"content"\` in \`jury.config.json\`. Limits of tokens hold for models that are asked
over their API; programs and CLIs have limits of their own.

${table(
  ['Variable', 'Key', 'Default', 'What it does'],
  Object.entries(CONTENT_VARIABLES).map(([name, { setting, does }]) => [
    code(name),
    code(setting),
    String(DEFAULT_CONTENT_SETTINGS[setting]),
    sentence(does),
  ]),
)}

${VARIABLE_GROUPS.map(({ title, variables }) => group(title, variables)).join('\n')}
## jury.config.json

Read from the working folder, or from the file that \`jury review --config\` names. A key that is not known is refused.

\`jury.config.ts\` (or \`.mts\`, \`.js\`, \`.mjs\`, \`.cjs\`) with a default export is the same, and is code of the project. It runs only
when you have allowed what it says now, with \`jury trust\`; after a change it is refused until you allow it again. Where
\`CI\` is set it never runs unless \`--trust-config\` is given. It is one file: it may import Node's own modules and nothing
else, and it runs in a process without files, network, programs or variables (but \`CI\`, \`NODE_ENV\`, \`LANG\`, \`LC_ALL\`, \`TZ\`).
\`jury trust --list\` shows what is allowed, \`jury trust --revoke\` takes it back.

Paths in it lead to places in the project alone: the checkout that holds the file, else the file's folder, also behind
links, and never \`.git\`. A flag may name any place; one that lies in a checkout must not be a link out of it.

${table(['Key', 'What it does'], keysOf(ConfigFileSchema.shape))}

Each entry of \`suppress\`:

${table(['Key', 'What it does'], keysOf(SUPPRESSION_KEYS))}

## What agent CLIs are given

A CLI that works for a run gets an environment of its own: \`PATH\`, \`HOME\`, the locale, \`TZ\`, \`TERM\`, and the variables
in its row. All of them also get
${forAll.map(code).join(', ')}.
Nothing else of ours reaches them. How to log in: [agent-adapters.md](agent-adapters.md).

${table(
  ['Agent', 'Variables it is given'],
  CLI_AGENTS.map(({ name, environment: { allow = [] } }) => [
    name,
    allow
      .filter((variable) => !forAll.includes(variable))
      .map(code)
      .join(', '),
  ]),
)}
`;
}

function group(
  title: string,
  variables: Readonly<Record<string, { does: string; takes: string; otherwise: string }>>,
): string {
  const rows = Object.entries(variables).map(([name, { does, takes, otherwise }]) => [
    code(name),
    sentence(does),
    takes,
    otherwise,
  ]);
  return `## ${title}\n\n${table(['Variable', 'What it does', 'Takes', 'Not set'], rows)}\n`;
}

function keysOf(shape: Readonly<Record<string, { description?: string | undefined }>>): string[][] {
  return Object.entries(shape).map(([key, { description }]) => {
    if (description === undefined) throw new Error(`the key ${key} of jury.config.json has no description`);
    return [code(key), sentence(description)];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runGenerator(CONFIGURATION_DOC, process.argv);
