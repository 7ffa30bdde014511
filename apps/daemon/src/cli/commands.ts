/**
 * Every command of the CLI. Adding one is adding a row and its file: `cli/<name>.ts` exports
 * `run(argv)`, which gets the arguments after the name and resolves with the exit code.
 * A command is loaded only when it is called, so `--help` stays fast however many there are.
 */

export interface CommandModule {
  run(argv: string[]): Promise<number>;
}

export interface Command {
  name: string;
  /** One line for `jury --help`. */
  summary: string;
  /** What follows `jury ` on the usage line of `jury <name> --help`; options may follow on lines of their own. */
  usage: string;
  load: () => Promise<CommandModule>;
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'review',
    summary: 'judge a page in scored rounds, fix what can be fixed, and say whether it may go out',
    usage: `review <file, folder or pattern…> [options]

  --brief TEXT       what the page is for; @FILE reads it from a file
  --design FILE      a DESIGN.md to hold it to; one beside the page is found by itself
  --agent ID         who writes and judges (grounded, which needs no model)
  --model NAME       which model the agent takes
  --grounding MODE   instruments on an agent's page: gate (faults must be fixed), advise, off
  --panel MODE       single-session (one agent plays all) or independent (each seat asked alone)
  --seats R=A,…      who sits where on an independent panel: critic=codex,a11y=gemini
  --browser WHEN     also measure in a browser: auto (where one is and it helps), always, never
  --threshold N      composite the gate asks for (8.0)
  --max-rounds N     rounds at most (3)
  --max-tokens N     stop once the run has used more tokens than this
  --max-cost USD     stop once the run is known to have cost more than this
  --plateau K        stop after K rounds without a gain and without a must-fix met (0, never)
  --sandbox MODE     around an agent's program: auto (where the machine has one), require, off
  --out DIR          where page, diff, transcript and report go (.jury/<page>)
  --sarif FILE       findings for code scanning, SARIF 2.1.0
  --junit FILE       verdicts for CI, JUnit XML
  --config FILE      jury.config.json or jury.config.ts; found in this folder by itself
  --baseline FILE    accept what it lists: only new findings gate
  --update-baseline  write what is open now into it
  --unattended P     whether to try again, should it prove nothing: defer (ask in jury serve), or pause (end with 4)
  --watch            review again whenever a page changes
  --json             one JSON document on stdout
  --plain, --quiet   lines instead of the live view; no progress at all
  --data DIR         where runs are kept (.od, or OD_DATA_DIR)`,
    load: () => import('./review.ts'),
  },
  {
    name: 'run',
    summary: 'write a page from a brief under the jury; without an agent from a skill’s template',
    usage: `run --brief TEXT --skill ID [options]

  --brief TEXT       what the page is for; @FILE reads it from a file
  --skill ID         the kind of page, as jury skills lists them; several are combined
  --design D         a design system: an id, as jury skills lists them, or a DESIGN.md
  --agent ID         who writes and judges; without it the template is filled and measured
  --model NAME       which model the agent takes
  --jury on|off      this run's word on whether the jury sits; a skill's policy comes first
  --grounding MODE   instruments on an agent's page: gate (faults must be fixed), advise, off
  --panel MODE       single-session (one agent plays all) or independent (each seat asked alone)
  --seats R=A,…      who sits where on an independent panel: critic=codex,a11y=gemini
  --browser WHEN     also measure in a browser: auto, always, never
  --threshold N      composite the gate asks for (8.0)
  --max-rounds N     rounds at most (3)
  --max-tokens N     stop once the run has used more tokens than this
  --max-cost USD     stop once the run is known to have cost more than this
  --plateau K        stop after K rounds without a gain and without a must-fix met (0, never)
  --sandbox MODE     around an agent's program: auto (where the machine has one), require, off
  --unattended P     whether to try again, should it prove nothing: defer (ask in jury serve), or pause (end with 4)
  --out DIR          where page, diff, transcript and report go (.jury/<skill>)
  --json             one JSON document on stdout
  --plain, --quiet   lines instead of the live view; no progress at all
  --data DIR         where runs are kept (.od, or OD_DATA_DIR)`,
    load: () => import('./run.ts'),
  },
  {
    name: 'skills',
    summary: 'kinds of pages and design systems that can be used, and what is wrong with others',
    usage: `skills [options]

  --json       one JSON document on stdout
  --data DIR   where runs are kept (.od, or OD_DATA_DIR); its skills/ and design-systems/ are read too`,
    load: () => import('./skills.ts'),
  },
  {
    name: 'serve',
    summary: 'the daemon: runs over HTTP, live events, the Theater',
    usage: `serve [options]

  --port N     port to listen on (4747); 0 takes a free one
  --host H     address to listen on (127.0.0.1); any other needs a token
  --token T    what every request must carry (or OD_TOKEN)
  --sandbox M  around an agent's program: auto (where the machine has one), require, off
  --data DIR   where runs are kept (.od, or OD_DATA_DIR)
  --json       one line of JSON with the address`,
    load: () => import('./serve.ts'),
  },
  {
    name: 'replay',
    summary: 'watch a run again from its transcript',
    usage: `replay <run, play or transcript> [options]

  --speed S    1x, 4x or instant (1x)
  --plain      lines instead of the live view
  --json       the events as NDJSON, at that speed
  --data DIR   where runs are kept (.od, or OD_DATA_DIR)`,
    load: () => import('./replay.ts'),
  },
  {
    name: 'rejudge',
    summary: 'decide a finished run again with other rules, without asking a model',
    usage: `rejudge <run or transcript> [options]

  --threshold N      composite the gate asks for
  --weights K=V,…    weight per role, such as critic=0.5,copy=0.1
  --json             one JSON document on stdout
  --data DIR         where runs are kept (.od, or OD_DATA_DIR)`,
    load: () => import('./rejudge.ts'),
  },
  {
    name: 'drill',
    summary: 'test the jury itself: plant known defects in copies of a page and count what it sees',
    usage: `drill <page> [options]

  --seed N       chooses the places (1); the same seed plants the same defects
  --design FILE  a DESIGN.md to hold it to; one beside the page is found by itself
  --json         one JSON document on stdout
  --quiet        no progress

  Ends with 0 when it sees 0.95 of what was planted and 0.9 in every role, else with 1.`,
    load: () => import('./drill.ts'),
  },
  {
    name: 'agents',
    summary: 'who can write and judge here: installed, logged in, what each can do',
    usage: `agents [clear-degraded <id>] [options]

  clear-degraded ID   let an agent sit on panels again that conformance has set aside
  --json              one JSON document on stdout
  --data DIR          where runs are kept (.od, or OD_DATA_DIR)`,
    load: () => import('./agents.ts'),
  },
  {
    name: 'conformance',
    summary:
      'try the agent CLIs that are installed: every brief against a scripted model, on this machine alone',
    usage: `conformance [options]

  --agent ID   only this one; may be given more than once
  --brief ID   only this one; may be given more than once, and is then not kept (all: all eleven)
  --cycles N   how often each plays the briefs (1)
  --live       the agents of --agent as they are installed, with your own login, at their real providers: this
               costs money, plays the canonical brief unless --brief says more, and is refused where CI is set
  --json       one JSON document on stdout
  --quiet      no progress
  --data DIR   where the history is kept (.od, or OD_DATA_DIR)

  An agent that reads badly in two cycles in a row is off the panel for 24 hours; a good one brings it back.
  Ends with 0 when all are healthy, 1 when one is not, 3 when none is installed (npm run conformance:install).`,
    load: () => import('./conformance.ts'),
  },
  {
    name: 'converge',
    summary: 'let several workers analyse a task alone, cross-verify what they found, and write one report',
    usage: `converge --task DIR --type PHASE [options]

  --task DIR              a folder with brief.md and, if you like, manifest.json
  --type PHASE            requirements-discovery, error-analysis, implementation-planning,
                          implementation, final-verification, release-handoff
  --workers A,B[,C]       agents that analyse and vote (grounded: two that need no model)
  --critic ID             off, or who looks for what all of them missed
  --approve               approve the plan: alone, or with --type implementation
  --no-plan-verification  no gate over the items of the plan
  --max-rounds N          rounds of cross-verification, 1 to 3
  --worker-timeout S      seconds one answer of a worker may take (600)
  --language L            of the report: en, ko
  --json                  one JSON document on stdout
  --data DIR              where runs are kept (.od, or OD_DATA_DIR)

  At a terminal and without options it asks. Ends with 0 when converged, 1 when not, 3 when too few spoke.`,
    load: () => import('./converge.ts'),
  },
  {
    name: 'plan-check',
    summary: 'check every item of a plan: paths, order, validation, rollback; a gate that code decides',
    usage: `plan-check <plan.md> [options]

  --workers A,B[,C]  agents that vote (grounded: two that need no model)
  --project DIR      what the plan is about (this folder)
  --json             one JSON document on stdout
  --data DIR         where runs are kept (.od, or OD_DATA_DIR)

  Ends with 0 when the gate passes, 1 when it is blocked, 3 when too few could vote.`,
    load: () => import('./plan-check.ts'),
  },
  {
    name: 'accept',
    summary: 'say whether delivered work may go out: requirements covered, the commands of the brief run',
    usage: `accept --task DIR [options]

  --workers A,B[,C]  agents that verify (grounded: two that need no model)
  --critic ID        off, or who argues against acceptance
  --max-rounds N     rounds of cross-verification, 1 to 3
  --worker-timeout S seconds one answer of a worker may take (600)
  --language L       of the report: en, ko
  --json             one JSON document on stdout
  --data DIR         where runs are kept (.od, or OD_DATA_DIR)

  Ends with 0 when accepted, with conditions or without, 1 when blocked, 3 when too few spoke.`,
    load: () => import('./accept.ts'),
  },
  {
    name: 'content',
    summary: "write a text from an idea's documents, let chosen critics review it, and serve the page",
    usage: `content <folder> [options]

  <folder>        holds positioning.md, brand-voice.md, seo-strategy.md and others like them
  --type T        website, blog-post, social-post, or a recipe of your own (website)
  --agent ID      who writes and reviews (grounded, which counts and needs no model)
  --model NAME    which model the agent uses
  --deploy WHERE  of an approved website: serve (by jury serve, at /sites/<folder>/), or a folder
  --remote URL    push the site's repository there
  --hook CMD      run this in the deployed folder; SITE_FOLDER and SITE_SLUG are set
  --design WHAT   a DESIGN.md or the id of a design system, for the site
  --budget S      seconds in one process; then it pauses (270)
  --resume        go on with the idea's last run, at the first step that is not done, its site included
  --json          one JSON document on stdout
  --data DIR      where runs are kept (.od, or OD_DATA_DIR)

  Ends with 0 when approved, 1 when the rounds are used up, 3 when it failed, 4 when it paused.
  Limits, retries and times are settings: OD_CONTENT_… or "content" in jury.config.json, see docs/content-pipeline.md.`,
    load: () => import('./content.ts'),
  },
  {
    name: 'loop',
    summary: 'hold a spec, a plan or any text to criteria, pass by pass, until nothing new is found',
    usage: `loop <file> --command NAME | --criteria FILE [options]
       loop --resume PLAY | --revert PLAY

  --command NAME     what the file is: spec, plan, tasks, review, debug, test, architect
  --criteria FILE    criteria of your own, YAML or JSON
  --cap N            passes at most
  --agent ID         who reviews and corrects (grounded, which counts and needs no model)
  --model NAME       which model the agent uses
  --perspectives N   failure scenarios in each pass, 1 or 3 (1)
  --tool-evidence    a PASS on opinion alone does not count
  --interactive      ask at this terminal; by itself where somebody can type
  --unattended P     when nobody can answer: pause (resume later) or defer
  --resume PLAY      go on with a loop that waits for an answer
  --revert PLAY      put the file back as it was before the loop
  --json             one JSON document on stdout
  --data DIR         where runs are kept (.od, or OD_DATA_DIR)

  Fixes change the file itself; every pass keeps its versions and patches.
  Ends with 0 when converged, 1 at the safety cap, 4 when it waits for an answer.`,
    load: () => import('./loop.ts'),
  },
  {
    name: 'doctor',
    summary: 'what is installed and healthy, and what to do about the rest',
    usage: `doctor [options]

  --fix        do what can be done: make the data folder, end what dead runs left, install a browser
  --json       one JSON document on stdout
  --data DIR   where runs are kept (.od, or OD_DATA_DIR)`,
    load: () => import('./doctor.ts'),
  },
];
