/** Instructions for coding agents, in the file that each of them reads by itself. Pure. */

export const AGENTS = ['claude', 'codex', 'gemini', 'cursor', 'copilot'] as const;
export type AgentName = (typeof AGENTS)[number];

interface AgentFile {
  file: string;
  /** What shows that somebody here works with it. */
  traces: readonly string[];
  text(pages: readonly string[]): string;
}

const ABOUT = 'Check every page you change with Design Jury';
const WHICH = ['**/*.html', '**/*.css'];

export const AGENT_FILES: Readonly<Record<AgentName, AgentFile>> = {
  claude: { file: 'CLAUDE.md', traces: ['CLAUDE.md', '.claude'], text: section },
  codex: { file: 'AGENTS.md', traces: ['AGENTS.md', '.codex'], text: section },
  gemini: { file: 'GEMINI.md', traces: ['GEMINI.md', '.gemini'], text: section },
  cursor: {
    file: '.cursor/rules/design-jury.mdc',
    traces: ['.cursor', '.cursorrules'],
    text: (pages) =>
      `---\ndescription: ${ABOUT}\nglobs: ${WHICH.join(',')}\nalwaysApply: false\n---\n\n${section(pages)}`,
  },
  copilot: {
    file: '.github/instructions/design-jury.instructions.md',
    traces: ['.github/copilot-instructions.md', '.github/instructions'],
    text: (pages) => `---\ndescription: ${ABOUT}\napplyTo: "${WHICH.join(',')}"\n---\n\n${section(pages)}`,
  },
};

/** The same words for all: what to run, what its answer means, and what is not theirs to change. */
function section(pages: readonly string[]): string {
  return `## Design Jury

After you change a page, or what a page is made of, check it before you say that you are done:

\`\`\`sh
npx design-jury check ${pages.join(' ')}
\`\`\`

- Exit code 0: it passes. 1: it does not; correct every must-fix it lists, each has its line and selector, and check again.
- Exit code 3: it could not be proved. Say so; that is not a pass.
- \`npx design-jury review <page>\` writes a copy with the mechanical faults corrected, and a diff, to \`.jury/\`.
- Do not change \`jury.config.json\`, \`jury.baseline.json\` or \`DESIGN.md\` to make a page pass. They are the rules; ask.
`;
}
