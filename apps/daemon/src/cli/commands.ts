/**
 * Every command of the CLI. Adding one is adding a row, its flags in `command-flags.ts` and its file: `cli/<name>.ts` exports
 * `run(argv)`, which gets the arguments after the name and resolves with the exit code.
 * A command is loaded only when it is called, so `--help` stays fast however many there are.
 */

import type { CommandName } from './command-flags.ts';
import type { Shell } from './shell.ts';

export interface CommandModule {
  run(argv: string[], shell?: Shell): Promise<number>;
}

export interface Command {
  name: CommandName;
  /** One line for `jury --help`. */
  summary: string;
  /** What follows `jury ` on the usage line; a second way to call it is a second line. */
  usage: readonly string[];
  /** Words that are no flags and need saying more of. */
  arguments?: readonly { name: string; help: string }[];
  /** Sentences below the flags, a line each. */
  notes?: readonly string[];
  load: () => Promise<CommandModule>;
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'review',
    summary: 'judge a page in scored rounds, fix what can be fixed, and say whether it may go out',
    usage: ['review <file, folder or pattern…> [options]'],
    load: () => import('./review.ts'),
  },
  {
    name: 'check',
    summary: 'say whether files pass as they are on disk; changes nothing; for CI and commit hooks',
    usage: ['check <file, folder, pattern or address…> [options]'],
    notes: [
      'Ends with 0 only when all files pass, 1 when one does not, 3 when there is too little to judge or no verdict.',
      'SARIF, JUnit, --json and the exit code say the same.',
      'An address is opened in a browser that reaches public sites, and in private networks only the hosts you name.',
    ],
    load: () => import('./check.ts'),
  },
  {
    name: 'init',
    summary:
      'set up a project: configuration, baseline, a CI file, instructions for coding agents; overwrites nothing',
    usage: ['init [options]'],
    notes: [
      'Asks at a terminal. Elsewhere, and with --yes, it takes what it would have proposed.',
      'What is there already stays as it is; what would go into it is shown instead.',
    ],
    load: () => import('./init.ts'),
  },
  {
    name: 'run',
    summary: 'write a page from a brief and judge it; without an agent from a skill’s template',
    usage: ['run --brief TEXT --skill ID [options]'],
    load: () => import('./run.ts'),
  },
  {
    name: 'skills',
    summary: 'kinds of pages and design systems that can be used, and what is wrong with others',
    usage: ['skills [options]'],
    load: () => import('./skills.ts'),
  },
  {
    name: 'serve',
    summary: 'the daemon: runs over HTTP, live events, the Theater',
    usage: ['serve [options]'],
    load: () => import('./serve.ts'),
  },
  {
    name: 'worker',
    summary: 'in a fleet: carry out runs that other nodes accepted (OD_DATABASE_URL)',
    usage: ['worker [options]'],
    load: () => import('./worker.ts'),
  },
  {
    name: 'db',
    summary: "of a fleet: its database's tables, and taking over a data folder (OD_DATABASE_URL)",
    usage: ['db status|migrate [options]', 'db import [data folder] [options]'],
    notes: [
      'migrate is refused while nodes run. import can be called again: what is there is checked, not repeated.',
    ],
    load: () => import('./db.ts'),
  },
  {
    name: 'token',
    summary: 'named tokens for a daemon: for certain projects, with a rate limit, revocable one by one',
    usage: ['token add <name> [options]', 'token list', 'token revoke <name>'],
    notes: ['Of the fleet where OD_DATABASE_URL names its database, else of the data folder.'],
    load: () => import('./token.ts'),
  },
  {
    name: 'open',
    summary: 'an address that opens the running daemon in a browser',
    usage: ['open [options]'],
    load: () => import('./open.ts'),
  },
  {
    name: 'replay',
    summary: 'watch a run again from its transcript',
    usage: ['replay <run or transcript> [options]'],
    load: () => import('./replay.ts'),
  },
  {
    name: 'rejudge',
    summary: 'decide a finished run again with other rules, without asking a model',
    usage: ['rejudge <run, transcript or folder of them> [options]'],
    notes: ['Of a folder every transcript below it is judged again, and the exit code is that of the worst.'],
    load: () => import('./rejudge.ts'),
  },
  {
    name: 'key',
    summary: 'keys for signing verdicts, and keys of others that are trusted here',
    usage: ['key new [options]', 'key list [options]', 'key trust <file>', 'key revoke <id>'],
    load: () => import('./key.ts'),
  },
  {
    name: 'certify',
    summary: 'sign what a run came to, with the events it came from, so that anybody can check it offline',
    usage: ['certify <run, transcript or folder of results> [options]'],
    notes: ['Of a folder of results the certificate is written beside the report, and into it.'],
    load: () => import('./certify.ts'),
  },
  {
    name: 'verify',
    summary: 'check a certificate without a network: the verdict is made again from what was signed',
    usage: ['verify <certificate or report> [options]'],
    notes: [
      'Ends with 0 when it holds and its verdict is a yes, 1 when it holds and the verdict is a no, 3 when it does not hold or proves nothing.',
    ],
    load: () => import('./verify.ts'),
  },
  {
    name: 'noise',
    summary: 'ask the same panel about the same page several times, and say how much its verdicts vary',
    usage: ['noise <page> [options]'],
    notes: [
      'Each time counts as a run, and costs what a run of the agent costs.',
      'Ends by the median of all runs: 0 when it passes, 1 when it does not, 3 when too few gave a verdict. The best one never counts.',
    ],
    load: () => import('./noise.ts'),
  },
  {
    name: 'stats',
    summary: 'what the rounds of the newest runs changed, and how far the votes of a panel are independent',
    usage: ['stats [options]'],
    load: () => import('./stats.ts'),
  },
  {
    name: 'witness',
    summary: 'turn must-fixes that a run resolved into checks that jury check asks from then on',
    usage: ['witness add <run>', 'witness list', 'witness waive <audit> --reason TEXT'],
    load: () => import('./witness.ts'),
  },
  {
    name: 'drill',
    summary: 'test the jury itself: plant defects in copies of a page and count what it sees',
    usage: ['drill <page> [options]'],
    notes: [
      'Ends with 0 when it sees 0.95 of the kinds the checks were built with and 0.9 in every role, else with 1. What was written without knowing the checks is counted apart, and decides nothing.',
    ],
    load: () => import('./drill.ts'),
  },
  {
    name: 'agents',
    summary: 'which agents can write and judge here: installed, logged in, what each can do',
    usage: ['agents [clear-degraded <id>] [options]'],
    arguments: [
      { name: 'clear-degraded ID', help: 'use an agent again that conformance took off the panel' },
    ],
    load: () => import('./agents.ts'),
  },
  {
    name: 'conformance',
    summary:
      'test the agent CLIs that are installed: every brief against a scripted model, on this machine alone',
    usage: ['conformance [options]'],
    notes: [
      'An agent with two bad cycles in a row is off the panel for 24 hours; a good one brings it back.',
      'Ends with 0 when all are healthy, 1 when one is not, 3 when none is installed (npm run conformance:install).',
    ],
    load: () => import('./conformance.ts'),
  },
  {
    name: 'converge',
    summary: 'let several workers analyse a task alone, cross-verify what they found, and write one report',
    usage: ['converge --task DIR --type PHASE [options]', 'converge --resume RUN'],
    notes: [
      'Without options, at a terminal, it asks what to do.',
      'Ends with 0 when the workers agree on what they found, however much it is; 1 when something is still open or a plan is blocked; 3 when too few answered or there was nothing to look at.',
      'Ctrl-C puts the run aside, with 130; --resume continues it, also a run of plan-check or accept.',
    ],
    load: () => import('./converge.ts'),
  },
  {
    name: 'plan-check',
    summary: 'check every item of a plan: paths, order, validation, rollback; a gate that code decides',
    usage: ['plan-check <plan.md> [options]'],
    notes: [
      'Ends with 0 when the gate passes, 1 when it is blocked, 3 when too few could vote or no step can be read.',
    ],
    load: () => import('./plan-check.ts'),
  },
  {
    name: 'accept',
    summary: 'say whether delivered work may go out: requirements covered, the commands of the brief run',
    usage: ['accept --task DIR [options]'],
    notes: [
      'Ends with 0 when accepted, 1 when blocked or a requirement is not delivered, 3 when too few answered or the brief names nothing that could be proved.',
    ],
    load: () => import('./accept.ts'),
  },
  {
    name: 'content',
    summary: "write a text from an idea's documents, let chosen critics review it, and serve the page",
    usage: ['content <folder> [options]'],
    arguments: [
      {
        name: '<folder>',
        help: 'holds positioning.md, brand-voice.md, seo-strategy.md and others like them',
      },
    ],
    notes: [
      'Ends with 0 when approved, 1 when the rounds are used up, 3 when it failed, 4 when it paused.',
      'Limits, retries and times are settings: OD_CONTENT_… or "content" in jury.config.json, see docs/configuration.md.',
    ],
    load: () => import('./content.ts'),
  },
  {
    name: 'loop',
    summary: 'check a spec, a plan or any text against criteria, pass by pass, until nothing new is found',
    usage: ['loop <file> --command NAME | --criteria FILE [options]', 'loop --resume RUN | --revert RUN'],
    notes: [
      'Fixes change the file itself; every pass keeps its versions and patches.',
      'Ends with 0 when converged, 1 at the safety cap or with a finding nobody decided, 3 when nothing was proved or most criteria were put off, 4 when it waits for an answer.',
    ],
    load: () => import('./loop.ts'),
  },
  {
    name: 'data',
    summary: 'where runs of this project are kept, how many and how large; moves, imports and removes them',
    usage: ['data [options]', 'data move [<to>] [options]', 'data prune [options]'],
    arguments: [
      {
        name: 'move TO',
        help: 'move them into this folder, and remember it; without it, to the default place',
      },
      { name: 'prune', help: 'list data of projects that are gone, and remove it when you say yes' },
    ],
    load: () => import('./data.ts'),
  },
  {
    name: 'trust',
    summary: 'allow a jury.config.ts to run as it is now; after a change it must be allowed again',
    usage: ['trust [<file>] [options]', 'trust --list', 'trust --revoke [<file or hash>]'],
    notes: [
      'jury.config.json is data and needs no consent. Where CI is set, only --trust-config runs such a file.',
    ],
    load: () => import('./trust.ts'),
  },
  {
    name: 'logs',
    summary: 'the log of the daemon and its runs: of one run, or all of it',
    usage: ['logs [run id or report id] [options]'],
    notes: ['Kept in the data folder, in logs/; OD_LOG_LEVEL says how much.'],
    load: () => import('./logs.ts'),
  },
  {
    name: 'mcp',
    summary: 'the tools of the jury for a coding agent: an MCP server on standard input and output',
    usage: ['mcp [options]'],
    notes: [
      'Claude Code: claude mcp add jury -- jury mcp. Others: the command is `jury`, its argument `mcp`.',
      'A client can name files below the folder only, none that hold secrets; nothing a file names is run.',
    ],
    load: () => import('./mcp.ts'),
  },
  {
    name: 'completion',
    summary: 'print the completion of commands and flags for a shell',
    usage: ['completion bash|zsh|fish'],
    notes: [
      'bash: add `source <(jury completion bash)` to ~/.bashrc. zsh: add `source <(jury completion zsh)` to ~/.zshrc, after compinit.',
      'fish: jury completion fish > ~/.config/fish/completions/jury.fish',
    ],
    load: () => import('./completion.ts'),
  },
  {
    name: 'uninstall',
    summary: 'what this program has left on the machine, and how to remove it; with --data, remove the data',
    usage: ['uninstall [options]'],
    load: () => import('./uninstall.ts'),
  },
  {
    name: 'doctor',
    summary: 'what is installed and healthy, and what to do about the rest',
    usage: ['doctor [options]'],
    load: () => import('./doctor.ts'),
  },
];
