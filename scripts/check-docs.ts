/**
 * Holds the documentation to what it promises: files that exist, what each must mention, links that resolve, and machines
 * that run what people are told to run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workflowProblems } from './check-workflows.ts';
import { ROOT, sourceFiles } from './files.ts';
import { printTable, runSteps } from './steps.ts';

interface DocRule {
  file: string;
  /** Each must be found; white space counts as one blank. */
  mentions: readonly (string | RegExp)[];
  maxLines?: number;
}

/** Subjects of the jury and templates: some of their links are broken on purpose. */
const NOT_OURS = /^(?:examples|recipes|advisors|skills|bench\/evals)\//;

const INDEX = 'docs/README.md';

const GLOSSARY = [
  'Run',
  'Round',
  'Cast',
  'Panelist',
  'Lane',
  'Dim',
  'Composite',
  'Must-fix',
  'Finding',
  'Ship',
  'Degraded',
  'Transcript',
  'Agent',
  'Adapter',
];

const RULES: readonly DocRule[] = [
  {
    file: 'README.md',
    mentions: [
      'What you get',
      '<!-- grades: written by',
      /\| \*{0,2}Critique Theater\*{0,2} \|[^|]*every artifact panel-tempered, scored, replayable/i,
      './jury',
      'npm test',
    ],
  },
  {
    file: 'AGENTS.md',
    mentions: ['npm run check', 'npm test', 'npm run bench', 'docs/architecture.md'],
    maxLines: 120,
  },
  { file: 'CONTRIBUTING.md', mentions: ['npm test', 'docs/decisions', 'npm run sbom'] },
  { file: 'CHANGELOG.md', mentions: ['## 0.1.0'] },
  { file: 'SECURITY.md', mentions: ['Report a vulnerability', 'docs/security.md'] },
  { file: 'docs/security.md', mentions: ['jury doctor', 'jury trust', 'licences.md'] },
  {
    file: 'LICENSE',
    mentions: [
      'Apache License',
      'Version 2.0, January 2004',
      'END OF TERMS AND CONDITIONS',
      '9. Accepting Warranty or Additional Liability',
    ],
  },
  {
    file: 'docs/spec.md',
    mentions: ['Critique Theater protocol v1', '<CRITIQUE_RUN', '<ROUND_END', '<SHIP', '[P1]', '[S1]'],
  },
  {
    file: 'docs/architecture.md',
    mentions: [
      'apps/daemon/src/protocols/theater/',
      'parsers/tokenizer.ts',
      'parsers/v1.ts',
      'scoreboard.ts',
      '| Layer | May import |',
      /words to avoid/i,
      ...GLOSSARY.map((word) => new RegExp(`^\\| \\*\\*${word}\\*\\* \\|`, 'm')),
    ],
  },
  { file: 'docs/runs.md', mentions: ['daemon_restart', 'transcript.ndjson', 'agents.json'] },
  { file: 'docs/library.md', mentions: ['openJury', 'toPassJury', 'juryFixtures', 'AbortSignal'] },
  { file: 'docs/http-api.md', mentions: ['/api/projects', 'Last-Event-ID'] },
  {
    file: 'docs/agent-adapters.md',
    mentions: [
      '## The contract',
      '## Conformance',
      '±0.05',
      'critique:degraded',
      'jury agents clear-degraded',
      '## Adding an adapter',
      ...['Claude Code', 'Codex CLI', 'Gemini CLI', 'OpenCode', 'Qwen Code', 'GitHub Copilot CLI'],
      ...['Kimi Code', 'Continue CLI', 'Cursor Agent', 'Amp', 'Aider'],
    ],
  },
  {
    file: 'docs/critique-theater.md',
    mentions: [
      'composite',
      ...['running', 'shipped', 'below_threshold', 'interrupted', 'degraded', 'failed'].map(
        (state) => `images/theater/${state}`,
      ),
      'agent-adapters.md',
    ],
  },
  { file: 'docs/skills-protocol.md', mentions: ['od:', 'critique:', 'policy', /always.*on-demand.*off/s] },
  {
    file: 'docs/operations.md',
    mentions: [
      'jury logs',
      '/metrics',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'tools/dev/dashboards/critique.json',
      '/ops',
      'nightly',
    ],
  },
  { file: 'docs/content-pipeline.md', mentions: ['jury content'] },
  { file: 'docs/convergence.md', mentions: ['jury converge', 'jury accept', 'jury plan-check'] },
  { file: 'docs/critic-loop.md', mentions: ['jury loop', 'PASS', 'ESCALATE', 'DEFER'] },
  { file: 'docs/nightly/README.md', mentions: ['npm run nightly', 'history.ndjson', 'ratchet'] },
  { file: 'apps/daemon/src/protocols/theater/AGENTS.md', mentions: ['## Invariants', '## Adding an event'] },
  { file: 'apps/web/src/components/Theater/AGENTS.md', mentions: ['reducer'] },
  {
    file: 'docs/roadmap.md',
    mentions: [
      ...['Perf', 'i18n', 'Motion', 'Cost'].map((panelist) => new RegExp(`\\*\\*${panelist}\\*\\*`)),
      /future work/i,
      /not committed/i,
    ],
  },
  ...[
    '0001-runtime-and-language',
    '0002-dependencies',
    '0003-the-fold-lives-in-contracts',
    '0004-what-ships',
    '0005-seq-per-run-id-per-project',
  ].map(
    (name): DocRule => ({
      file: `docs/decisions/${name}.md`,
      mentions: ['## Context', '## Decision', '## Consequences'],
    }),
  ),
];

function checkMentions(): string[] {
  return RULES.flatMap(({ file, mentions, maxLines }) => {
    const path = join(ROOT, file);
    if (!existsSync(path)) return [`${file}: is missing`];
    const text = readFileSync(path, 'utf8');
    const flat = text.replace(/\s+/g, ' ');
    const lines = text.trimEnd().split('\n').length;
    const problems = mentions
      .filter((mention) => (typeof mention === 'string' ? !flat.includes(mention) : !mention.test(text)))
      .map((mention) => `${file}: does not mention ${mention}`);
    if (maxLines !== undefined && lines > maxLines)
      problems.push(`${file}: ${lines} lines; at most ${maxLines}`);
    return problems;
  });
}

const LINK = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;

function checkLinks(): string[] {
  return sourceFiles(/\.md$/)
    .filter((file) => !NOT_OURS.test(file))
    .filter((file) => !file.startsWith('__fixtures__/'))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replace(CODE, (code) =>
        code.replace(/[^\n]/g, ' '),
      );
      return [...text.matchAll(LINK)].flatMap((match) => {
        const [target, anchor] = (match[1] ?? '').split('#');
        if (target === undefined || /^[a-z][a-z+.-]*:/i.test(target)) return [];
        const line = text.slice(0, match.index).split('\n').length;
        const path = target === '' ? file : normalize(join(dirname(file), decodeURIComponent(target)));
        if (!existsSync(join(ROOT, path)))
          return [`${file}:${line}: link to ${match[1]}: there is no ${path}`];
        if (anchor === undefined || !path.endsWith('.md') || anchorsOf(path).has(anchor)) return [];
        return [`${file}:${line}: link to ${match[1]}: ${path} has no heading #${anchor}`];
      });
    });
}

/** Heading anchors, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/```[\s\S]*?```/g, '');
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map((match) => match[1] ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}

/** `.ci/run` runs what the README tells people to run. */
function checkCommands(): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const script = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  const commands = [...script.matchAll(/^(?:try=\((.+?)\)|(npm .+?) <)/gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  if (commands.length === 0) return ['.ci/run: runs no command'];
  return commands
    .filter((command) => !readme.split('\n').some((line) => line.split('#')[0]?.trim() === command))
    .map((command) => `README.md: lacks the command of .ci/run: ${command}`);
}

/** GitHub's machines run the same scripts as everybody, and nothing else. */
function checkWorkflows(): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  return sourceFiles(/^\.github\/workflows\/[^/]+\.ya?ml$/).flatMap((file) =>
    workflowProblems(file, readFileSync(join(ROOT, file), 'utf8'), Object.keys(manifest.scripts)),
  );
}

/** The index names every page beside it. */
function checkIndex(): string[] {
  const index = readFileSync(join(ROOT, INDEX), 'utf8');
  return sourceFiles(/^docs\/[^/]+\.md$/)
    .filter((file) => file !== INDEX && !index.includes(`](${basename(file)})`))
    .map((file) => `${INDEX}: lacks a link to ${basename(file)}`);
}

export function checkDocs(): string[] {
  return [...checkMentions(), ...checkLinks(), ...checkIndex(), ...checkCommands(), ...checkWorkflows()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runSteps([{ name: 'docs', run: checkDocs }]);
  printTable(results);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
