/**
 * What a client can ask for, as data. Every tool is a command of the CLI with its flags: one way to judge, whoever asks.
 * A tool never runs commands that a file names, never takes configuration that is code, and never pushes anywhere.
 */
import { IdSchema } from '@design-jury/contracts/http';
import { PANELIST_ROLES } from '@design-jury/contracts/theater/critique';
import { z } from 'zod';
import type { CommandName } from '../command-flags.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** Changes files of the project, beyond the folder of results. */
  writes: boolean;
  /** Its answer can be shown as a card. */
  card?: true;
  command: CommandName;
  /** Names of inputs that are paths; each is held to the allowed folder before the command sees it. */
  paths: readonly string[];
  /** `asks`: whether a question to a person would reach one. */
  argv(input: Readonly<Record<string, unknown>>, asks: boolean): string[];
  /** Long enough to be a task. A run that can be resumed goes on by these arguments; any other is begun anew. */
  long?: { resume?(run: string, input: Readonly<Record<string, unknown>>): [CommandName, string[]] };
}

const RESUME_CONVERGENCE: Tool['long'] = { resume: (run) => ['converge', ['--json', `--resume=${run}`]] };

const path = (what: string) =>
  z.string().min(1).max(1024).describe(`${what}, below the folder of the server`);
const agent = z
  .string()
  .max(100)
  .optional()
  .describe(
    'who judges: an id that `jury agents` lists; without it the grounded panel, which needs no model',
  );
const threshold = z.number().min(0).max(10).optional().describe('composite that the gate asks for (8.0)');
/** On the command line `@` names a file; here a file is named where its path is looked at. */
const briefWords = z
  .string()
  .max(20_000)
  .refine((text) => !text.startsWith('@'), 'it takes words, not the name of a file');
const brief = briefWords.optional().describe('what the page is for');
const design = path('a DESIGN.md that the page must follow').optional();
const browser = z
  .enum(['auto', 'always', 'never'])
  .optional()
  .describe('also measure in a browser (auto: where one is installed and it helps)');

/** `--name value` for each that was given. */
function flags(input: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = input[name];
    return value === undefined ? [] : [`--${dashed(name)}=${String(value)}`];
  });
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const words = (input: Readonly<Record<string, unknown>>, name: string): string[] =>
  [input[name] ?? []].flat().map(String);

export const TOOLS: readonly Tool[] = [
  {
    name: 'check',
    title: 'Judge files as they are',
    description:
      'Says whether pages (HTML, Markdown, text) pass: composite, open must-fixes with line, selector, measured and required value. Changes nothing. Use it after you edited a page.',
    input: z.object({
      files: z.array(path('a file, folder or pattern')).min(1).max(200),
      agent,
      threshold,
      brief,
      design,
      browser,
      base: z.string().max(200).optional().describe('a commit whose rules hold, as in CI'),
    }),
    writes: false,
    card: true,
    command: 'check',
    paths: ['files', 'design'],
    argv: (input) => [
      '--json',
      '--quiet',
      ...flags(input, ['agent', 'threshold', 'brief', 'design', 'browser', 'base']),
      '--',
      ...words(input, 'files'),
    ],
  },
  {
    name: 'review',
    title: 'Judge a page and improve a copy',
    description:
      'Judges a page in scored rounds, corrects mechanical faults in a copy below .jury/, and says whether the copy may go out. The page itself is not changed.',
    input: z.object({
      file: path('the page'),
      agent,
      threshold,
      brief,
      design,
      browser,
      maxRounds: z.number().int().min(1).max(10).optional(),
    }),
    writes: false,
    card: true,
    long: {},
    command: 'review',
    paths: ['file', 'design'],
    argv: (input) => [
      '--json',
      '--quiet',
      ...flags(input, ['agent', 'threshold', 'brief', 'design', 'browser', 'maxRounds']),
      '--',
      ...words(input, 'file'),
    ],
  },
  {
    name: 'apply_fix',
    title: 'Take corrections into a page',
    description:
      'Puts the improved copy of the last review in the place of the page, or only the corrections of the must-fixes named. Refused if the page changed since.',
    input: z.object({
      file: path('the page'),
      findings: z
        .array(z.string().min(1).max(200))
        .max(100)
        .optional()
        .describe('ids of must-fixes; without them all'),
    }),
    writes: true,
    command: 'review',
    paths: ['file'],
    argv: (input) => {
      const ids = words(input, 'findings');
      const apply = ids.length === 0 ? ['--apply'] : ids.map((id) => `--apply=${id}`);
      // A bare `--apply` stands last: it takes a value where one follows.
      return ['--json', '--quiet', ...words(input, 'file'), ...apply];
    },
  },
  {
    name: 'draft',
    title: 'Draft a page from a brief',
    description:
      'Writes a page of a kind (`skill`) from a brief and judges it. Without an agent a template is filled and measured. The page is written below .jury/.',
    input: z.object({
      brief: briefWords.min(1),
      skill: z.string().min(1).max(100),
      design: IdSchema.optional().describe('the id of a design system'),
      agent,
      threshold,
    }),
    writes: false,
    long: {},
    command: 'run',
    paths: [],
    argv: (input) => [
      '--json',
      '--quiet',
      ...flags(input, ['brief', 'skill', 'design', 'agent', 'threshold']),
    ],
  },
  {
    name: 'rejudge',
    title: 'Judge a run again under other rules',
    description: 'What other rules would have decided from the same votes and must-fixes. Asks no model.',
    input: z.object({
      run: z
        .string()
        .regex(/^[\w-]{1,100}$/)
        .describe('the id of a run'),
      threshold,
      weights: z.string().max(200).optional().describe('weight per role, such as critic=0.5,copy=0.1'),
      without: z.enum(PANELIST_ROLES).optional().describe('a panelist whose votes and demands do not count'),
    }),
    writes: false,
    command: 'rejudge',
    paths: [],
    argv: (input) => [
      '--json',
      ...flags(input, ['threshold', 'weights', 'without']),
      '--',
      ...words(input, 'run'),
    ],
  },
  {
    name: 'plan_check',
    title: 'Check a plan',
    description: 'Checks every item of a plan: paths, order, validation, rollback. A gate that code decides.',
    input: z.object({ plan: path('the plan, Markdown'), project: path('what the plan is about').optional() }),
    writes: false,
    long: RESUME_CONVERGENCE,
    command: 'plan-check',
    paths: ['plan', 'project'],
    argv: (input) => ['--json', ...flags(input, ['project']), '--', ...words(input, 'plan')],
  },
  {
    name: 'accept',
    title: 'Say whether delivered work may go out',
    description:
      'Compares delivered work with the requirements of its brief (a folder with brief.md). Commands that a brief names are not run: one that names some is refused, and a person has to call `jury accept --run-commands`.',
    input: z.object({ task: path('a folder with brief.md') }),
    writes: false,
    long: RESUME_CONVERGENCE,
    command: 'accept',
    paths: ['task'],
    argv: (input) => ['--json', ...flags(input, ['task'])],
  },
  {
    name: 'converge',
    title: 'One report from several workers',
    description:
      'Lets several workers analyse a task alone, cross-verifies what they found, and writes one report.',
    input: z.object({
      task: path('a folder with brief.md'),
      type: z.enum([
        'requirements-discovery',
        'error-analysis',
        'implementation-planning',
        'final-verification',
        'release-handoff',
      ]),
    }),
    writes: true,
    long: RESUME_CONVERGENCE,
    command: 'converge',
    paths: ['task'],
    argv: (input) => ['--json', ...flags(input, ['task', 'type'])],
  },
  {
    name: 'loop',
    title: 'Check a text against criteria',
    description:
      'Checks a spec, a plan or any text against criteria, pass by pass. Corrections that are certain change the file; its versions are kept.',
    input: z.object({
      file: path('the text'),
      command: z.enum(['spec', 'plan', 'tasks', 'review', 'debug', 'test', 'architect']),
      agent,
    }),
    writes: true,
    long: { resume: (run) => ['loop', ['--json', `--resume=${run}`]] },
    command: 'loop',
    paths: ['file'],
    argv: (input, asks) => [
      '--json',
      `--unattended=${asks ? 'pause' : 'defer'}`,
      ...flags(input, ['command', 'agent']),
      '--',
      ...words(input, 'file'),
    ],
  },
  {
    name: 'content',
    title: 'A text from an idea, reviewed',
    description:
      "Writes a text from an idea's documents and lets chosen critics review it; with `draft`, reviews your own text.",
    input: z.object({
      folder: path('the folder of the idea'),
      type: z.enum(['website', 'blog-post', 'social-post']).optional(),
      draft: path('your own text').optional(),
      agent,
    }),
    writes: true,
    long: { resume: (_run, input) => ['content', ['--json', '--resume', '--', ...words(input, 'folder')]] },
    command: 'content',
    paths: ['folder', 'draft'],
    argv: (input) => ['--json', ...flags(input, ['type', 'draft', 'agent']), '--', ...words(input, 'folder')],
  },
];
