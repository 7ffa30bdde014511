/** Which audits mean something for Markdown: what is said, what is named, how it is built. */
import type { Audit } from '../finding.ts';
import type { PageFormat } from '../model/page.ts';

export function isAsked(audit: Audit, format: PageFormat): boolean {
  if (audit.markdownOnly === true) return format === 'markdown';
  return format === 'html' || MARKDOWN_AUDITS.has(audit.id);
}

const MARKDOWN_AUDITS: ReadonlySet<string> = new Set(
  [
    // critic
    'single-h1',
    // brand
    'brand-voice name-spelling',
    // a11y
    'image-name link-name heading-name alt-text-quality heading-order',
    // copy
    'brief-facts placeholder-text missing-images placeholder-images repeated-text sample-contacts',
    'insecure-resources todo-comments tool-leftovers vague-claims repeated-words buzzwords wordy-phrases em-dashes',
    'exclamations filler-words not-but passive-voice headline-length paragraph-length reading-grade',
    'repeated-headings sentence-length dead-links vague-actions same-label',
  ].flatMap((line) => line.split(' ')),
);
