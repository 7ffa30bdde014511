/** The requirements of a brief, by its own marks. */
import { readDocument, type Statement } from '../loop/document.ts';
import type { Requirement } from './requirements.ts';
import { asWritten } from './wording.ts';

const MOST = 200;
/** `[REQ-3] The fee …`: an identifier in brackets, which the reader of documents leaves to us. */
const BRACKETED = /^\s*\[([A-Z][A-Z0-9]{0,9}[-_.]?\d{1,4}(?:\.\d{1,3})*)\]/;

/** Where a brief numbers its requirements those are all; else its list items that demand something; else its sentences. */
export function requirementsOf(brief: string): Requirement[] {
  const { requirements, statements } = readDocument(brief);
  const demanded = new Set(requirements);
  const numbered = statements
    .map((statement) => ({
      ...statement,
      id: BRACKETED.exec(statement.text)?.[1] ?? statement.id,
      statement,
    }))
    .filter(({ id, statement }) => id !== null && (id !== statement.id || demanded.has(statement)));
  const listed = requirements.filter(({ kind }) => kind !== 'paragraph');
  const chosen = [numbered, listed, requirements].find((list) => list.length > 0) ?? [];
  return chosen.slice(0, MOST).map((statement) => asRequirement(statement, brief));
}

function asRequirement({ id, text: read, line, start, end }: Statement, brief: string): Requirement {
  const text = asWritten(read);
  const said = id === null ? text : text.slice(text.indexOf(id) + id.length).replace(/^[\s*:.)\]|—–-]+/u, '');
  return { id: id ?? `line ${line}`, text: said === '' ? text : said, line, raw: brief.slice(start, end) };
}
