import type { Audit, Observation } from '../finding.ts';

export const codeLanguage: Audit = {
  id: 'code-language',
  role: 'copy',
  dim: 'finished',
  weight: 1,
  title: 'Code blocks name their language',
  why: 'Without a name a code block has no highlighting, and tools that copy or test examples skip it.',
  link: 'https://github.com/DavidAnson/markdownlint/blob/main/doc/md040.md',
  severity: 'minor',
  tier: 'report',
  unit: 'code blocks without a language',
  markdownOnly: true,
  run(page) {
    const fences = page.byTag('pre').filter((block) => block.attributes.has('data-fence'));
    const found: Observation[] = fences
      .filter((block) => block.attributes.get('data-fence') === '')
      .map((at) => ({
        at,
        measured: 'no language after the fence',
        required: 'a language, or "text"',
        message: 'A code block does not say which language it is in.',
        suggestion: 'Write it after the fence: ```sh, ```json, or ```text for plain output.',
      }));
    return { checked: fences.length, found };
  },
};
