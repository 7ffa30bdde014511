/**
 * The flags of every command as data: what parses them, `jury <command> --help` and docs/cli.md come from here.
 * Only data, so that `--help` stays fast.
 */

export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  /** What follows the flag in the help, such as `FILE`. */
  readonly value?: string;
  /** Null: for our own use, not in the help. */
  readonly help: string | null;
}

function takes(value: string, help: string) {
  return { type: 'string', value, help } as const;
}

function takesMany(value: string, help: string) {
  return { type: 'string', multiple: true, value, help } as const;
}

function on(help: string) {
  return { type: 'boolean', help } as const;
}

const BRIEF = { brief: takes('TEXT', 'what the page is for; @FILE reads it from a file') };
const FORMAT = {
  format: takes(
    'HOW',
    'screen (words for people) or literal (the grammar of the protocol); screen at a terminal, literal in a pipe',
  ),
} as const;
const LANG = { lang: takes('L', 'of the report: en, de, ja, ko, zh-CN, zh-TW') };
const JSON_OUT = { json: on('one JSON document on stdout') };
const DATA = { data: takes('DIR', 'where runs are kept (as jury data says, or OD_DATA_DIR)') };
const TRUST = {
  'trust-config': on('run a jury.config.ts of this project though nobody has allowed it with jury trust'),
};
const IN_CI = {
  sarif: takes('FILE', 'findings for code scanning, SARIF 2.1.0'),
  junit: takes('FILE', 'verdicts for CI, JUnit XML'),
  config: takes('FILE', 'jury.config.json or jury.config.ts; found automatically in this folder'),
  ...TRUST,
  baseline: takes('FILE', 'accept what it lists: only new findings count'),
  'update-baseline': on('write what is open now to the baseline'),
};
const VIEW = { plain: on('lines instead of the live view'), quiet: on('no progress') };
const SANDBOX = {
  sandbox: takes('MODE', "around an agent's program: auto (where the machine has one), require, off"),
};
const MODEL = { model: takes('NAME', 'which model the agent uses') };
const RUN_COMMANDS = {
  'run-commands': on('run the commands that the file names: they are code of whoever wrote it'),
};
const WORKER_LIMITS = {
  'max-rounds': takes('N', 'rounds of cross-verification, 1 to 3'),
  'worker-timeout': takes('S', 'seconds one answer of a worker may take (600)'),
  language: takes('L', 'of the report: en, de, ja, ko, zh-CN, zh-TW'),
};

const DESIGN = takes('FILE', 'a DESIGN.md the page must follow; one beside the page is found automatically');

/** Who judges, and by what: `jury run`, `jury review` and `jury check` share them. */
const JUDGES = {
  ...MODEL,
  grounding: takes('MODE', "measuring an agent's page: gate (faults must be fixed), advise, off"),
  panel: takes('MODE', 'single-session (one agent has all roles) or independent (each role is asked alone)'),
  seats: takes('R=A,…', 'which agent has which role on an independent panel: critic=codex,a11y=gemini'),
  browser: takes(
    'WHEN',
    'also measure in a browser: auto (where one is installed and it helps), always, never',
  ),
  level: takes('LEVEL', 'what WCAG asks of the page: AA or AAA'),
  strict: on('no verdict (exit code 3) where something that blocks could not be measured'),
  ...SANDBOX,
  threshold: takes('N', 'composite the page must reach (8.0)'),
  'max-tokens': takes('N', 'stop once the run has used more tokens than this'),
  'max-cost': takes('USD', 'stop once the run is known to have cost more than this'),
  unattended: takes(
    'P',
    'when a run proved nothing: defer (ask in jury serve whether to try again) or pause (also end with 4)',
  ),
};

/** How far the verdict can be believed: `jury review` and `jury check`. */
const BELIEF = {
  trust: on(
    'state how far the verdict can be believed: coverage, recall on planted defects, effective votes, held-out panel',
  ),
  'trust-runs': takes(
    'N',
    'with --trust and an agent: runs of one round for its recall, each with a planted defect (8; 0: none)',
  ),
};

/** And when a run stops that may go on. */
const PANEL = {
  ...JUDGES,
  'max-rounds': takes('N', 'rounds at most (3)'),
  plateau: takes('K', 'stop after K rounds in which nothing improved (0, never)'),
};

export const COMMAND_FLAGS = {
  review: {
    ...BRIEF,
    design: DESIGN,
    agent: takes('ID', 'which agent writes and judges (grounded, which needs no model)'),
    ...PANEL,
    ...BELIEF,
    'held-out': takes(
      'MODE',
      'with --trust, when checks that the author did not know fail: warn, stop (it does not ship), off',
    ),
    'held-out-agent': takes(
      'ID',
      'with --trust: another agent that judges the kept page once, at the end; the author does not know of it',
    ),
    out: takes('DIR', 'where page, diff, transcript and report are written (.jury/<page>)'),
    ...LANG,
    ...IN_CI,
    apply: {
      type: 'string',
      multiple: true,
      value: '[ID]',
      help: 'put the copy in the place of the page, or only the fixes of the must-fixes named; refused if the page changed since',
    },
    watch: on('review again whenever a page changes'),
    ...JSON_OUT,
    ...VIEW,
    ...DATA,
  },
  check: {
    crawl: takes('N', 'of an address: also the pages it links to and those of its sitemap, N at most'),
    report: takes(
      'DIR',
      'an index of all pages with their verdicts and pictures, as index.html in this folder',
    ),
    ...LANG,
    witnesses: takes(
      'MODE',
      'checks of jury.witnesses.json: fail (a broken one fails the file), strict (a stale or waived one too), off',
    ),
    base: takes(
      'REF',
      'a commit whose configuration, suppressions, baseline, brief and DESIGN.md hold, as in CI',
    ),
    'changed-since': takes(
      'REF',
      'only pages that differ from this commit, or whose files do, or that name a file which is gone; 0 when there is none',
    ),
    against: takes('DIR', 'the same files as they were: tells which faults are new, fixed and unchanged'),
    'code-quality': takes('FILE', "findings as GitLab's code quality report"),
    ...BRIEF,
    design: DESIGN,
    agent: takes('ID', 'which agent judges (grounded, which needs no model)'),
    ...JUDGES,
    ...BELIEF,
    ...IN_CI,
    ...JSON_OUT,
    ...VIEW,
    ...DATA,
  },
  init: {
    pages: takesMany(
      'WHAT',
      'a file, folder or pattern that is checked (every .html page below this folder)',
    ),
    ci: takes('WHERE', 'github, gitlab or none (what the project has)'),
    agent: takesMany(
      'WHO',
      'write instructions for claude, codex, gemini, cursor or copilot; may be repeated',
    ),
    'no-baseline': on('write no baseline: everything that is open now holds a page back'),
    yes: on('do not ask'),
    ...JSON_OUT,
    ...DATA,
  },
  run: {
    ...BRIEF,
    skill: takesMany('ID', 'the kind of page, as jury skills lists them; several are combined'),
    design: takes('D', 'a design system: an id, as jury skills lists them, or a DESIGN.md'),
    agent: takes('ID', 'which agent writes and judges; without it the template is filled and measured'),
    jury: takes('on|off', "whether this run is judged; a skill's policy comes first"),
    ...PANEL,
    out: takes('DIR', 'where page, diff, transcript and report are written (.jury/<skill>)'),
    ...TRUST,
    ...JSON_OUT,
    ...VIEW,
    ...DATA,
  },
  skills: {
    ...TRUST,
    ...JSON_OUT,
    data: takes(
      'DIR',
      'where runs are kept (as jury data says, or OD_DATA_DIR); its skills/ and design-systems/ are read too',
    ),
  },
  serve: {
    port: takes('N', 'port to listen on (4747); 0 takes a free one'),
    host: takes('H', 'address to listen on (127.0.0.1); beyond this machine nothing is encrypted'),
    token: takes(
      'T',
      'instead of the one in the data folder; other users can see it here, but not in OD_TOKEN',
    ),
    browser: on('open the printed address in the browser'),
    root: takes('DIR', 'clients of /mcp can only name files below it (this folder)'),
    ...SANDBOX,
    'no-worker': on('in a fleet: only answer requests, and leave the runs to jury worker'),
    json: on('one line of JSON with the address'),
    ...TRUST,
    ...DATA,
  },
  worker: {
    concurrency: takes('N', 'runs at once (as OD_CRITIQUE_MAX_CONCURRENT_RUNS says)'),
    agents: takes('A,B', 'take only runs of these agents and of the grounded panel (all that work here)'),
    ...SANDBOX,
    json: on('one line of JSON when it is ready'),
    ...TRUST,
    ...DATA,
  },
  db: {
    ...JSON_OUT,
    ...DATA,
  },
  token: {
    project: takesMany('ID', 'only for this project; may be given again (all projects)'),
    rate: takes('N', 'requests a minute at most (no limit of its own)'),
    ...JSON_OUT,
    ...DATA,
  },
  open: {
    browser: on('open it as well'),
    json: on('one line of JSON with the address'),
    ...DATA,
  },
  replay: {
    speed: takes('S', '1x, 4x or instant (1x)'),
    ...FORMAT,
    plain: VIEW.plain,
    json: on('the events as NDJSON, at that speed'),
    ...DATA,
  },
  rejudge: {
    threshold: takes('N', 'composite the page must reach'),
    weights: takes('K=V,…', 'weight per role, such as critic=0.5,copy=0.1'),
    without: takesMany('ROLE', 'without the votes and demands of this panelist; may be given more than once'),
    ...JSON_OUT,
    ...DATA,
  },
  key: {
    name: takes('TEXT', 'with new: whose key it is, for people (user@machine)'),
    days: takes('N', 'with new: for how many days it is valid; without it, it does not expire'),
    out: takes('FILE', 'with new: where its public half is written, to be handed on'),
    ...JSON_OUT,
  },
  certify: {
    key: takes('FILE', 'a private Ed25519 key, PEM; without it the newest of jury key new'),
    out: takes('FILE', 'where the certificate is written'),
    ...JSON_OUT,
    ...DATA,
  },
  verify: {
    page: takes('FILE', 'a page: it has to be the one that was judged'),
    key: takes('FILE', 'trust this public key and no other; without it, those of jury key list'),
    ...JSON_OUT,
  },
  noise: {
    times: takes('N', 'how often it is asked, 3 to 50 (5)'),
    ...BRIEF,
    design: DESIGN,
    agent: takes('ID', 'which agent judges (grounded, which needs no model)'),
    ...JUDGES,
    ...TRUST,
    ...JSON_OUT,
    quiet: VIEW.quiet,
    ...DATA,
  },
  stats: { ...JSON_OUT, ...DATA },
  witness: {
    reason: takes('TEXT', 'with waive: why it no longer has to hold'),
    ...JSON_OUT,
    ...DATA,
  },
  drill: {
    seed: takes('N', 'chooses the places (1); the same seed plants the same defects'),
    design: takes('FILE', 'a DESIGN.md the page must follow; one beside the page is found automatically'),
    ...JSON_OUT,
    quiet: VIEW.quiet,
  },
  agents: { ...JSON_OUT, ...DATA },
  conformance: {
    agent: takesMany('ID', 'only this one; may be given more than once'),
    brief: takesMany(
      'ID',
      'only this one; may be given more than once, and is then not kept (all: all eleven)',
    ),
    cycles: takes('N', 'how often each agent runs the briefs (1)'),
    live: on(
      'the agents of --agent as they are installed, with your own login, at their real providers: this costs money, runs only the canonical brief unless --brief says more, and is refused where CI is set',
    ),
    ...JSON_OUT,
    quiet: VIEW.quiet,
    data: takes('DIR', 'where the history is kept (as jury data says, or OD_DATA_DIR)'),
    /** This process is the one in the network of its own. */
    isolated: { type: 'string', help: null },
  },
  converge: {
    task: takes('DIR', 'a folder with brief.md and, if you like, manifest.json'),
    type: takes(
      'PHASE',
      'requirements-discovery, error-analysis, implementation-planning, implementation, final-verification, release-handoff',
    ),
    workers: takes('A,B[,C]', 'agents that analyse and vote (grounded: two that need no model)'),
    critic: takes('ID', 'off, or the agent that looks for what all of them missed'),
    approve: on('approve the plan: alone, or with --type implementation'),
    resume: takes(
      'RUN',
      'resume a run of converge, plan-check or accept; one that is over is reported again',
    ),
    'no-plan-verification': on('no gate over the items of the plan'),
    'plan-rounds': takes(
      'N',
      'votes on the plan, 1 to 3; between them the author of a drafted plan corrects it (1)',
    ),
    ...RUN_COMMANDS,
    ...WORKER_LIMITS,
    ...SANDBOX,
    ...FORMAT,
    ...JSON_OUT,
    ...DATA,
  },
  'plan-check': {
    workers: takes('A,B[,C]', 'agents that vote (grounded: two that need no model)'),
    project: takes('DIR', 'what the plan is about (this folder)'),
    ...SANDBOX,
    ...FORMAT,
    ...JSON_OUT,
    ...DATA,
  },
  accept: {
    task: takes('DIR', 'a folder with brief.md and, if you like, manifest.json'),
    workers: takes('A,B[,C]', 'agents that verify (grounded: two that need no model)'),
    critic: takes('ID', 'off, or the agent that argues against acceptance'),
    ...RUN_COMMANDS,
    ...WORKER_LIMITS,
    ...SANDBOX,
    ...FORMAT,
    ...JSON_OUT,
    ...DATA,
  },
  content: {
    type: takes('T', 'website, blog-post, social-post, or a recipe of your own (website)'),
    agent: takes('ID', 'which agent writes and reviews (grounded, which counts and needs no model)'),
    ...MODEL,
    critics: takes('ID', 'which agent chooses critics and reviews, where it is not the one that writes'),
    draft: takes('FILE', 'review this text of your own; the author only revises it'),
    deploy: takes('WHERE', 'of an approved website: serve (by jury serve, at /sites/<folder>/), or a folder'),
    remote: takes('URL', "push the site's repository there"),
    hook: takes('CMD', 'run this in the deployed folder; SITE_FOLDER and SITE_SLUG are set'),
    design: takes('WHAT', 'a DESIGN.md or the id of a design system, for the site'),
    budget: takes('S', 'seconds in one process; then it pauses (270)'),
    resume: on("resume the idea's last run where it was left; one that is over is reported again"),
    ...SANDBOX,
    ...TRUST,
    ...FORMAT,
    ...JSON_OUT,
    ...DATA,
  },
  loop: {
    command: takes('NAME', 'what the file is: spec, plan, tasks, review, debug, test, architect'),
    criteria: takes('FILE', 'criteria of your own, YAML or JSON'),
    ...RUN_COMMANDS,
    cap: takes('N', 'passes at most'),
    agent: takes('ID', 'which agent reviews and corrects (grounded, which counts and needs no model)'),
    ...MODEL,
    perspectives: takes('N', 'failure scenarios in each pass, 1 or 3 (1)'),
    'tool-evidence': on('a PASS on opinion alone does not count'),
    interactive: on('ask at this terminal; the default where somebody can type'),
    unattended: takes('P', 'when nobody can answer: pause (resume later) or defer'),
    resume: takes('RUN', 'resume a loop that waits or was put aside; one that is over is reported again'),
    revert: takes('RUN', 'put the file back as it was before the loop'),
    ...SANDBOX,
    ...FORMAT,
    ...JSON_OUT,
    ...DATA,
  },
  data: {
    project: takes('DIR', 'the project (this folder)'),
    import: on('bring in the runs that an older version left in .od of this project'),
    'older-than': takes('DAYS', 'with prune: also runs of this project that ended longer ago'),
    yes: on('with prune: remove what it lists without asking'),
    ...JSON_OUT,
    ...DATA,
  },
  trust: {
    list: on('what is allowed'),
    revoke: on('take it back: by the file, or by the hash that the list shows'),
    ...JSON_OUT,
  },
  logs: {
    level: takes('LEVEL', 'this level and above: debug, info, warn, error'),
    last: takes('N', 'only the last N lines (200; 0: all)'),
    json: on('the lines as they are in the file'),
    ...DATA,
  },
  mcp: { root: takes('DIR', 'clients can only name files below it (this folder)'), ...SANDBOX },
  completion: {},
  uninstall: {
    data: on('remove the runs of all projects, consents and caches of this user; settings you wrote stay'),
    yes: on('with --data: do not ask'),
    ...JSON_OUT,
  },
  doctor: {
    rebuild: on('rebuild the database from the runs beside it; the old one is kept'),
    fix: on('do what can be done: make the data folder, end what dead runs left, install a browser'),
    ...JSON_OUT,
    ...DATA,
  },
} as const satisfies Record<string, Readonly<Record<string, Flag>>>;

export type CommandName = keyof typeof COMMAND_FLAGS;
