/** What a plan cites must exist, and what it changes must be checked and undone. */
import type { MarkdownDocument } from '../../documents/document.ts';
import { DESTROYS, MAKES, RISK, ROLLBACK, VALIDATION } from '../../documents/language/plan-words.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

/** A path in code marks, with a folder and an ending: nobody writes those by accident. */
const CITED_PATH = /`((?:\.{1,2}\/)?(?:[\w.@-]+\/)+[\w.@-]+\.[a-z][a-z0-9]{0,5})(?::\d+)?`/gi;
const CITED_SCRIPT = /\bnpm run ([\w:.-]+)/g;

export function citedPaths({ source }: Pick<MarkdownDocument, 'source'>): string[] {
  return [...new Set([...source.matchAll(CITED_PATH)].map(([, path = '']) => path))];
}

export const citedFiles: Check = ({ source }, { files, scripts }) => {
  const lines = source.split(/\r\n|\n|\r/);
  const made = new Set<string>();
  let looked = 0;
  const remarks = lines.flatMap((text, index): Remark[] => {
    const paths = [...text.matchAll(CITED_PATH)].map(([, path = '']) => path);
    looked += paths.length;
    if (MAKES.test(text.replace(/`[^`]*`/g, ' '))) for (const path of paths) made.add(path);
    const missing = paths.filter((path) => files.get(path) === false && !made.has(path));
    const unknown =
      scripts === null
        ? []
        : [...text.matchAll(CITED_SCRIPT)].map(([, name = '']) => name).filter((name) => !scripts.has(name));
    return [
      ...missing.map((path) => ({
        check: 'missing-path',
        line: index + 1,
        text: `${path} is cited and not there`,
        remedy: write(`name the file that is meant by ${quote(path)}, or say that it is made`),
      })),
      ...unknown.map((name) => ({
        check: 'missing-script',
        line: index + 1,
        text: `npm run ${name} is cited and package.json has no such script`,
        remedy: write(`name the script that is meant by ${quote(name)}`),
      })),
    ];
  });
  return { remarks, looked, things: 'cited paths and scripts exist' };
};

/** `isNeeded`: by what else the plan says; where it is not, what is not said may be said in words that nobody listed. */
const presence =
  (check: string, thing: string, pattern: RegExp, isNeeded: (document: MarkdownDocument) => boolean): Check =>
  (document) => {
    const { headings, statements } = document;
    const isThere = [...headings, ...statements].some(({ text }) => pattern.test(text));
    const isDoubt = !isNeeded(document);
    const remarks: Remark[] = isThere
      ? []
      : [
          {
            check,
            line: 1,
            text: `the plan says nothing of ${thing}`,
            remedy: write(`say ${thing}`),
            isDoubt,
          },
        ];
    // What is not there proves nothing.
    return { remarks, looked: isThere || !isDoubt ? 1 : 0, things: `of these is there: ${thing}` };
  };

const destroys = ({ statements }: MarkdownDocument): boolean =>
  statements.some(({ text }) => DESTROYS.test(text));

export const validation = presence(
  'no-validation',
  'how each step is proved to work',
  VALIDATION,
  () => true,
);

export const rollback = presence('no-rollback', 'how a step is undone', ROLLBACK, destroys);

export const risks = presence('no-risk', 'what may go wrong', RISK, () => false);
