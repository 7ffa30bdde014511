import type { Audit, Observation } from '../finding.ts';

/** Leaves the page, or sends the form. */
const LEAVES =
  /\blocation\b\s*(?:\.\s*(?:href|assign|replace|search)\b|=)|\b(?:this\.)?form\.(?:requestSubmit|submit)\s*\(|\bdocument\.forms?\b[^;]*\.submit\s*\(|\bwindow\.open\s*\(/;

export const unaskedChange: Audit = {
  id: 'unasked-change',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'Choosing does not leave the page',
  why: 'With the keyboard each entry of a list is passed on the way: a list that acts at once is left at its first entry.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/on-input.html',
  severity: 'major',
  tier: 'report',
  unit: 'fields that leave the page by themselves',
  run(page) {
    const fields = page
      .byTag('select', 'input', 'textarea')
      .filter(({ attributes }) =>
        ['onchange', 'oninput', 'onfocus', 'onblur'].some((name) => attributes.has(name)),
      );
    const found = fields.flatMap((at): Observation[] => {
      const name = ['onchange', 'oninput', 'onfocus', 'onblur'].find((one) =>
        LEAVES.test(at.attributes.get(one) ?? ''),
      );
      if (name === undefined) return [];
      return [
        {
          at,
          measured: `${name}="${(at.attributes.get(name) ?? '').slice(0, 60)}"`,
          required: 'a button that acts',
          message: `The <${at.tag}> leaves the page as soon as something is chosen.`,
          suggestion: 'Put a button beside it, and act when it is pressed.',
        },
      ];
    });
    return { checked: fields.length, found };
  },
};
