/** What an audit asks and why, by its id: as a tool for the model, as a resource for whoever reads along. */
import { z } from 'zod';
import { type ServedTool, textResult } from './served-tool.ts';

export async function listAudits(): Promise<readonly { id: string; title: string }[]> {
  const { AUDITS } = await import('../../measure/audits/index.ts');
  return AUDITS;
}

export async function explanationOf(rule: string): Promise<string | null> {
  const { findAudit } = await import('../../measure/audits/index.ts');
  const audit = findAudit(rule);
  if (audit === undefined) return null;
  const { title, why, role, dim, severity, link } = audit;
  return `# ${title}\n\n${why}\n\nRole ${role}, dimension ${dim}, severity ${severity}. Written at ${link}\n`;
}

export const EXPLAIN_TOOL: ServedTool = {
  name: 'explain_finding',
  title: 'Explain a finding',
  description: 'What an audit asks, why, and where the rule is written. `rule` is the `rule` of a fault.',
  input: z.object({ rule: z.string().min(1).max(100) }),
  output: z.object({ rule: z.string(), text: z.string() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  tasks: 'never',
  async call({ input }) {
    const rule = String(input.rule);
    const text = await explanationOf(rule);
    if (text === null) return textResult(`There is no audit ${JSON.stringify(rule)}.`, true);
    return { ...textResult(text), structuredContent: { rule, text } };
  },
};
