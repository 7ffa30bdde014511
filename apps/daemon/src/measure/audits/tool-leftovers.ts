import type { Audit, Observation } from '../finding.ts';
import { chatIn, edgesOf } from '../model/chat-words.ts';
import { isEnglish } from '../model/language.ts';
import type { Page } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';
import { linesOutsideCode, unclosedFence } from '../model/source-lines.ts';

export const toolLeftovers: Audit = {
  id: 'tool-leftovers',
  role: 'copy',
  dim: 'finished',
  weight: 10,
  title: 'Nothing is left of the tools that wrote it',
  why: 'A conflict mark or the words of an assistant say that nobody read the text before it went out.',
  link: 'https://git-scm.com/docs/git-merge#_how_conflicts_are_presented',
  severity: 'critical',
  tier: 'report',
  unit: 'leftovers of tools',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const blocks = visibleBlocks(page).filter(({ kind }) => kind !== 'code');
    return {
      checked: Math.max(1, blocks.length),
      found: [...conflicts(page), ...openFence(page), ...chat(page)],
    };
  },
};

const OURS = /^(?:<|&lt;){7}(?: \S.*)?$/;
const THEIRS = /^(?:>|&gt;){7}(?: \S.*)?$/;

/** Seven signs at the beginning of a line. Seven `>` alone may be a quote in a quote: a line of `=` stands before them. */
function conflicts(page: Page): Observation[] {
  const lines = linesOutsideCode(page);
  const middle = lines.find(({ text }) => /^={7}\s*$/.test(text))?.line ?? Number.POSITIVE_INFINITY;
  const found = lines
    .filter(({ text, line }) => OURS.test(text.trimEnd()) || (line > middle && THEIRS.test(text.trimEnd())))
    .map(({ text, line }) => ({
      at: null,
      measured: `"${text.trim().slice(0, 40)}"`,
      required: 'one version of the text',
      message: `A merge conflict is left in the text: "${text.trim().slice(0, 40)}".`,
      suggestion: 'Decide for one version, and take the marks out.',
      position: { line, column: 1 },
    }));
  return found.length > 0 ? found : conflictBlocks(page);
}

/** In a page the marks may stand behind a tag. */
function conflictBlocks(page: Page): Observation[] {
  return visibleBlocks(page)
    .filter(({ kind, said }) => kind !== 'code' && /^(?:<{7}|>{7}|={7})(?![<>=])/.test(said.trim()))
    .map(({ element: at, said }) => ({
      at,
      measured: `"${said.trim().slice(0, 40)}"`,
      required: 'one version of the text',
      message: `A merge conflict is left in the text: "${said.trim().slice(0, 40)}".`,
      suggestion: 'Decide for one version, and take the marks out.',
    }));
}

/** Everything behind it is shown as code. */
function openFence(page: Page): Observation[] {
  const open = page.format === 'markdown' ? unclosedFence(page.html) : null;
  if (open === null) return [];
  return [
    {
      at: null,
      measured: `"${open.text.trim().slice(0, 40)}"`,
      required: 'a fence that ends',
      message: 'A code block begins and never ends: all behind it is shown as code.',
      suggestion: 'Close the fence.',
      severity: 'major',
      position: { line: open.line, column: 1 },
    },
  ];
}

function chat(page: Page): Observation[] {
  const blocks = visibleBlocks(page).filter(({ kind }) => kind !== 'code');
  const edges = edgesOf(blocks);
  const heard = blocks.flatMap((block) => {
    const chat = chatIn(block.said, {
      isAtEdge: edges.has(block),
      isEnglish: isEnglish(page, block.element),
    });
    return chat === null ? [] : [{ block, ...chat }];
  });
  // Beside words that only an assistant says, the others are its words as well.
  const isCertain = heard.some(({ isGuess }) => !isGuess);
  return heard.flatMap(({ block, hit }): Observation[] => {
    return [
      {
        at: block.element,
        measured: `"${hit.slice(0, 60)}"`,
        required: 'the text alone',
        message: `The words of an assistant are left in the text: "${hit.slice(0, 60)}".`,
        suggestion: 'Take them out.',
        ...(isCertain ? {} : { severity: 'minor' as const }),
      },
    ];
  });
}
