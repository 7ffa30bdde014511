/** Calls that can be typed as they stand, for the help of each command and docs/cli.md: what follows `jury `, and what it does. */
import type { CommandName } from './command-flags.ts';

type Example = readonly [line: string, does: string];

export const EXAMPLES: Readonly<Record<CommandName, readonly [Example, ...Example[]]>> = {
  review: [
    ['review page.html', 'a verdict, a better copy and its diff, in .jury/'],
    ['review site/ --brief "a shop for tea"', 'every page of a folder, and what they are for'],
    ['review page.html --apply', 'put the better copy in the place of the page'],
    ['review page.html --agent claude', 'let an agent write and judge; instruments still gate'],
  ],
  check: [
    ['check page.html', 'a verdict, and nothing is changed'],
    ["check 'site/**/*.html' --base origin/main", 'as in CI: by the rules of that commit'],
    ['check site/ --sarif jury.sarif --json', 'for code scanning and scripts'],
    ['check site/ --baseline jury.baseline.json', 'only what is new holds a page back'],
    [
      'check http://127.0.0.1:8080 --crawl 20 --report out',
      'a site as it is served, with an index of its pages',
    ],
  ],
  init: [
    ['init', 'asks, and writes what is missing'],
    ['init --yes --ci github --agent claude', 'asks nothing; a workflow and instructions for Claude Code'],
  ],
  run: [
    [
      'run --brief "Leaf is a tea shop in Bergen. It sells green teas by the gram, daily from 10 to 18." --skill saas-landing',
      'from a template, measured',
    ],
    ['run --brief @brief.md --agent codex', 'written by an agent and judged'],
  ],
  skills: [['skills', 'which kinds of pages and design systems there are']],
  serve: [
    ['serve', 'the Theater in the browser, on port 4747'],
    ['serve --port 0 --browser', 'on a free port, opened at once'],
  ],
  open: [['open --browser', 'opens the daemon that runs']],
  replay: [
    ['replay <run>', 'watch it again'],
    ['replay .jury/page/transcript.ndjson --speed instant', 'from a file, at once'],
  ],
  rejudge: [['rejudge <run> --threshold 9', 'would it have passed a higher bar?']],
  drill: [['drill page.html', 'how many planted defects does the jury see?']],
  worker: [['worker --concurrency 4', 'perform up to four runs at once for the fleet']],
  db: [
    ['db status', 'which tables the database has, and which it should have'],
    ['db import', 'take the runs of this project over into the database'],
  ],
  token: [['token add ci --project p-1', 'a token for one project, shown once']],
  noise: [['noise page.html --agent claude --times 5', 'how far are five verdicts on one page apart?']],
  stats: [['stats', 'what did the rounds change, and are the judges independent?']],
  witness: [['witness add <run>', 'what this run resolved is asked by every check from now on']],
  key: [
    ['key new', 'a key of yours to sign verdicts with'],
    ['key trust colleague.pub', 'believe what that key has signed'],
  ],
  certify: [['certify .jury/page', 'a signed verdict beside the report, and in it']],
  verify: [
    ['verify .jury/page/certificate.dsse.json --page page.html', 'does it hold, and is it of this page?'],
  ],
  agents: [['agents', 'which are installed, and how each logs in']],
  conformance: [['conformance --agent codex', 'one agent through all briefs']],
  converge: [
    ['converge --task tasks/login --type requirements-discovery', 'two workers that need no model'],
    ['converge --resume <run>', 'go on with a run that was put aside'],
  ],
  'plan-check': [['plan-check plan.md --project .', 'a gate over every item of the plan']],
  accept: [
    ['accept --task tasks/login --run-commands', 'what was delivered, with the commands of the brief'],
  ],
  content: [['content ideas/tidewatch --type website', "a site from an idea's documents"]],
  loop: [
    ['loop docs/spec.md --command spec', 'pass by pass until nothing new is found'],
    ['loop --revert <run>', 'put the file back as it was'],
  ],
  data: [
    ['data', 'where runs are, how many and how large'],
    ['data prune --older-than 90', 'list what is old, and remove it when you say yes'],
  ],
  trust: [['trust jury.config.ts', 'allow this file as it is now']],
  logs: [['logs --level warn', 'what was noted, the grave part']],
  mcp: [['mcp --root site', 'tools for a coding agent, over the files below site/']],
  completion: [
    ['completion bash >> ~/.bash_completion', 'for bash'],
    ['completion fish > ~/.config/fish/completions/jury.fish', 'for fish'],
  ],
  uninstall: [
    ['uninstall', 'what there is; removes nothing'],
    ['uninstall --data', 'lists the data and removes it when you say yes'],
  ],
  doctor: [
    ['doctor', 'what is there and what is missing'],
    ['doctor --fix', 'installs a browser, clears what dead runs left'],
  ],
};
