// An agent at the far end of a pipe whose answer follows from its prompt alone, however often it is asked: the first draft
// is found wanting, the second is approved. Argument: a file that counts what was asked.
import { appendFileSync } from 'node:fs';

const BRAND = {
  voice: { tone: 'plain', personality: 'calm', examples: [] },
  typography: { headingFont: 'Georgia', bodyFont: 'System UI', monoFont: 'Menlo' },
  colors: {
    background: '#ffffff',
    backgroundElevated: '#f0f4f8',
    textPrimary: '#10202f',
    textSecondary: '#334455',
    textMuted: '#4a5a6a',
    primary: '#0b3d91',
    primaryLight: '#cfe8ff',
    accent: '#0b3d91',
    border: '#c0c8d0',
  },
};
const page = (heading) => `---\ntitle: T\ndescription: A page about water.\n---\n# ${heading}\n\nLead.\n`;
const issue = { severity: 'high', description: 'It does not say for whom', suggestion: 'Say it.' };

let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const critic = /^You are evaluating this content as (.+)\.$/m.exec(prompt)?.[1];
const draft = prompt.includes('# Draft two') ? 'two' : 'one';

function answer() {
  if (critic !== undefined)
    return [
      `${critic} ${draft}`,
      { issues: draft === 'one' ? [issue] : [], score: 8, pass: draft === 'two' },
    ];
  if (prompt.includes('Choose who shall review')) return ['select', ['positioning', 'seo-expert']];
  if (prompt.includes('Revise this:')) return ['revise', page('Draft two')];
  if (prompt.includes('(design_brand)')) return ['brand', BRAND];
  return ['draft', page('Draft one')];
}

const [kind, said] = answer();
appendFileSync(process.argv[2], `${kind}\n`);
process.stdout.write(typeof said === 'string' ? said : JSON.stringify(said));
