/** Fixes that are one rule in the page's sheet of fixes. */
import type { Fixer } from './proposal.ts';

function addingRule(summary: string, rule: string): Fixer {
  return (_page, result) => [
    { auditId: result.audit.id, tier: 'automatic', selector: 'html', summary, css: [rule] },
  ];
}

export const fixReducedMotion = addingRule(
  'endless motion stops when the reader asks for less',
  '@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation-duration: 0.01ms !important; animation-iteration-count: 1 !important; } }',
);

export const fixFocusVisible = addingRule(
  'a visible outline on keyboard focus',
  ':focus-visible { outline: 2px solid currentColor !important; outline-offset: 2px !important; }',
);
