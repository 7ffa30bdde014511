/** A user's own criteria: YAML or JSON of the same shape as ours. */
import { basename, extname } from 'node:path';
import { type CriteriaSet, CriteriaSetSchema } from '@design-jury/contracts/loop/schema';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { readForeignText, typed } from '../../disk/foreign-file.ts';
import { ForeignFileError } from '../../disk/foreign-file-error.ts';
import { issueSentence } from '../../issue-words.ts';
import { FALLBACK_CAP } from './criteria-sets.ts';

export class CriteriaFileError extends Error {
  override name = 'CriteriaFileError';
}

export const MAX_CRITERIA_BYTES = 262_144;

const FileSchema = CriteriaSetSchema.extend({
  command: CriteriaSetSchema.shape.command.optional(),
  cap: CriteriaSetSchema.shape.cap.default(FALLBACK_CAP),
});

export function readCriteriaFile(path: string, shown: string, cwd: string): CriteriaSet {
  return readCriteria(criteriaText(path, shown, cwd), shown);
}

/** @param shown the file's name or path, for sentences; without a `command` of its own the set is called by it */
export function readCriteria(text: string, shown: string): CriteriaSet {
  const lines = new LineCounter();
  // JSON is YAML; one reader serves both, and knows its lines.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [problem] = document.errors;
  if (problem !== undefined)
    throw new CriteriaFileError(`${shown}:${lines.linePos(problem.pos[0]).line}: ${problem.message}`);
  const parsed = FileSchema.safeParse(plainValue(document, shown));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path_ = (issue?.path ?? []).map((key) => (typeof key === 'symbol' ? String(key) : key));
    const node = document.getIn(path_, true);
    const at = isNode(node) && node.range ? `:${lines.linePos(node.range[0]).line}` : '';
    const says = issue === undefined ? 'it cannot be read' : issueSentence(issue);
    throw new CriteriaFileError(`${shown}${at}: ${path_.length === 0 ? 'the file: ' : ''}${says}`);
  }
  const { criteria } = parsed.data;
  const twice = criteria.find(({ id }, index) => criteria.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) throw new CriteriaFileError(`${shown}: the criterion ${twice.id} is there twice`);
  for (const { figures } of criteria) for (const figure of figures) assertPattern(figure, shown);
  return { ...parsed.data, command: parsed.data.command ?? nameOf(shown) };
}

/** Aliases that stand for aliases grow without an end: the reader gives up, and says so by throwing. */
function plainValue(document: Document, shown: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch (error) {
    throw new CriteriaFileError(`${shown}: it cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function criteriaText(path: string, shown: string, cwd: string): string {
  try {
    return readForeignText(path, typed(path, MAX_CRITERIA_BYTES, cwd));
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error;
    const why = error.reason === 'missing' ? 'it is not there' : error.why;
    throw new CriteriaFileError(`${shown} cannot be read: ${why}`, { cause: error });
  }
}

function assertPattern(figure: CriteriaSet['criteria'][number]['figures'][number], shown: string): void {
  const patterns = figure.how === 'lines' || figure.how === 'matches' ? [figure.pattern, figure.of] : [];
  for (const pattern of patterns) {
    if (pattern === undefined) continue;
    try {
      new RegExp(pattern, 'u');
    } catch (error) {
      throw new CriteriaFileError(`${shown}: the figure ${figure.name}: ${(error as Error).message}`);
    }
  }
}

const NodeSchema = z.object({ range: z.tuple([z.number(), z.number(), z.number()]).nullish() });

function isNode(node: unknown): node is z.infer<typeof NodeSchema> {
  return NodeSchema.safeParse(node).success;
}

function nameOf(path: string): string {
  const name = basename(path, extname(path))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^[^a-z]+/, '');
  return name === '' ? 'own' : name.slice(0, 40);
}
