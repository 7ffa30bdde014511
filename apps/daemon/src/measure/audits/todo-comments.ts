import type { Audit, Observation } from '../finding.ts';

export const todoComments: Audit = {
  id: 'todo-comments',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'No notes to self in the source',
  why: 'Comments that say TODO are published with the page.',
  link: 'https://html.spec.whatwg.org/multipage/syntax.html#comments',
  severity: 'minor',
  tier: 'automatic',
  unit: 'notes left in comments',
  run(page) {
    const found: Observation[] = page.comments
      .filter(({ text }) => NOTE.test(text) || SECRET.test(text) || PROGRAM.test(text) || isOldMarkup(text))
      .map((comment) => ({
        at: null,
        measured: `<!--${comment.text.slice(0, 60)}-->`,
        required: 'no note to self',
        message: `A comment still says "${comment.text.trim().slice(0, 50)}".`,
        suggestion: 'Do it or delete it.',
        evidence: comment.text,
        ...(comment.range === null ? {} : { position: comment.range }),
        ...(SECRET.test(comment.text) || PROGRAM.test(comment.text)
          ? { severity: 'major' as const, tier: 'report' as const }
          : NOTE.test(comment.text) && isOnlyWords(comment.text)
            ? {}
            : { tier: 'report' as const }),
      }));
    return { checked: page.comments.length, found };
  },
};

export const NOTE =
  /\b(TODO|FIXME|XXX|HACK|TBD|WIP|lorem ipsum|placeholder|[Gg]enerated (?:by|with) (?:ChatGPT|GPT|Claude|Copilot|Gemini|AI|v0|Bolt|Lovable|Cursor)|[Aa]s an AI|[Rr]emove (?:this )?before|[Dd]o not (?:publish|ship|deploy)|[Tt]emporary|[Aa]sk \p{Lu}\p{Ll}+|[Nn]ot sure (?:if|why|whether)|[Ss]hould be (?:replaced|removed)|[Rr]eplace (?:this|with)|[Dd]ebug)\b/u;
/** Nothing that a program reads: WordPress, a server and old browsers take orders from comments. */
export function isOnlyWords(text: string): boolean {
  return !/^\s*(?:\/?wp:|#|\[|!|\?|ko\b|\/ko\b|esi\b|noindex|\/noindex)|[{}<=]/.test(text);
}

/** What nobody outside should know, and what only a program reads. */
const SECRET =
  /\b(?:passwor[dt]|passwd|pwd|api[_ -]?key|secret|token|credentials?|login|ssh|admin user)\s*[:=]\s*(?=\S*[\d@#$%^&*])\S{5,}|\b(?:sk|pk|ghp|xox[bp])[-_][A-Za-z0-9]{12,}/i;
const PROGRAM = /^\?(?:php|=)/;

/** A part of an older page that was only switched off. */
function isOldMarkup(text: string): boolean {
  return (
    (text.match(/<(?:p|div|section|li|h[1-6]|article|a|img|button|table|form)\b/gi)?.length ?? 0) >= 2 &&
    !/\[if\b/.test(text)
  );
}
