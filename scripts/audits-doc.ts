/** `npm run docs:audits`: writes docs/audits.md from the audit table; `--check` says whether it is up to date. */
import { fileURLToPath } from 'node:url';
import { AUDITS } from '../apps/daemon/src/measure/audits/index.ts';
import { isAsked } from '../apps/daemon/src/measure/audits/markdown.ts';
import { SEEN_IN_BROWSER, SEEN_ONLY_IN_BROWSER } from '../apps/daemon/src/measure/browser/results.ts';
import { type ArtifactKind, ENOUGH, WORDS_OF_A_FIELD } from '../apps/daemon/src/measure/enough-table.ts';
import type { Audit } from '../apps/daemon/src/measure/finding.ts';
import { SCORING_ROLES } from '../apps/daemon/src/measure/panel.ts';
import { type GeneratedDoc, generatedMark, runGenerator } from './generated-doc.ts';

export const AUDITS_DOC: GeneratedDoc = {
  file: 'docs/audits.md',
  command: 'npm run docs:audits',
  text: () => auditsDoc(AUDITS),
};

const ROLES: Record<(typeof SCORING_ROLES)[number], string> = {
  critic: 'Hierarchy, type, contrast, rhythm, space, and signs of machine-made sameness.',
  brand:
    'The page against its DESIGN.md. Without one it has no vote; what it finds of the page against itself is still said.',
  a11y: 'WCAG rules, names, structure, focus, target size.',
  copy: 'Finished, plain, easy to read, with calls that say what happens; ready to go out.',
};

function auditsDoc(audits: readonly Audit[]): string {
  const parts = SCORING_ROLES.map((role) => {
    const own = audits.filter((audit) => audit.role === role);
    const dims = [...new Set(own.map(({ dim }) => dim))];
    const tables = dims.map((dim) =>
      dimTable(
        dim,
        own.filter((audit) => audit.dim === dim),
      ),
    );
    return `## ${title(role)}\n\n${ROLES[role]} ${own.length} audits.\n\n${tables.join('\n')}`;
  });
  return `${intro(audits)}\n${enoughTable()}\n${parts.join('\n')}`;
}

function intro(audits: readonly Audit[]): string {
  return `${generatedMark(AUDITS_DOC.command, 'the audit table')}

# Audits

What the grounded panel measures: ${audits.length} audits, one file each in
[apps/daemon/src/measure/audits](../apps/daemon/src/measure/audits/). A finding names the place, the line, what
was measured and what is required. The id is what a suppression, a baseline and SARIF call it.

| Column | Says |
|---|---|
| Weight | how much it counts within its dim: 10 blocking, 7 serious, 3 moderate, 1 a hint |
| Severity | *critical* and *major* findings are must-fixes and gate; *minor* ones only cost points. An audit may call a single place lighter than this |
| Fix | *automatic*: the author fixes it between rounds; *guarded*: only where re-measuring proves it; *report*: left to you |
| Reads | the kinds of page it is asked of. For the others it is not applicable: no pass and no failure |
| Browser | *adds*: measured from the source, and with \`--browser\` also what only layout or pixels show; *only*: no answer without a browser; *no*: the source says it all |
`;
}

const KINDS: Record<ArtifactKind, string> = { page: 'Page', markdown: 'Markdown', text: 'Plain text' };

function enoughTable(): string {
  const rows = (Object.keys(ENOUGH) as ArtifactKind[]).flatMap((kind) =>
    SCORING_ROLES.map((role) => {
      const { words, pieces, decisive, why } = ENOUGH[kind][role];
      return `| ${KINDS[kind]} | ${role} | ${words} | ${pieces} | ${decisive ? 'yes' : 'no'} | ${cell(why)} |`;
    }),
  );
  return `## What is enough to judge

A role votes only where there is enough for it; with less it has no vote and says so. *Words* are different readable words
that a visitor can see, without navigation, code and encoded data; a form field counts as ${WORDS_OF_A_FIELD}. *Pieces* are what can be
compared: headings, paragraphs, items, cells, links and buttons, code blocks, fields. Without a *decisive* role there is no
verdict: the run is inconclusive, and ends with 3. The table is
[enough-table.ts](../apps/daemon/src/measure/enough-table.ts).

| Kind | Role | Words | Pieces | Decisive | Why |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function dimTable(dim: string, audits: readonly Audit[]): string {
  const rows = audits.map((audit) => {
    const { id, weight, severity, tier, why, link } = audit;
    const reads = (['html', 'markdown'] as const).filter((format) => isAsked(audit, format));
    const formats = reads.map((format) => (format === 'html' ? 'HTML' : 'Markdown')).join(', ');
    const what = `[${cell(audit.title)}](${link}). ${cell(why)}`;
    const browser = SEEN_ONLY_IN_BROWSER.has(id) ? 'only' : SEEN_IN_BROWSER.has(id) ? 'adds' : 'no';
    return `| \`${id}\` | ${what} | ${weight} | ${severity} | ${tier} | ${formats} | ${browser} |`;
  });
  const head =
    '| Id | What it measures, and why | Weight | Severity | Fix | Reads | Browser |\n|---|---|---|---|---|---|---|';
  return `### ${title(audits[0]?.role ?? '')}: ${dim}\n\n${head}\n${rows.join('\n')}\n`;
}

function title(word: string): string {
  return word === 'a11y' ? 'A11y' : word.charAt(0).toUpperCase() + word.slice(1);
}

function cell(text: string): string {
  return (
    text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\.$/, '') + (text.endsWith('.') ? '.' : '')
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runGenerator(AUDITS_DOC, process.argv);
