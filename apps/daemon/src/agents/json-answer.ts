/**
 * The one JSON document in an answer: bare, in a code fence, with prose around it. Taken only when there is no doubt
 * which one is meant; a document quoted inside another, or one of two that differ, is never taken for the answer.
 */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { JsonProblem, readJson } from './json-reader.ts';

export type Understood<Value> = { ok: true; value: Value } | { ok: false; message: string };

/** Documents looked at, and beginnings tried: prose may hold any number of braces. */
const MAX_DOCUMENTS = 50;
const MAX_BEGINNINGS = 2_000;
const MAX_ISSUES = 8;
const MAX_ISSUE_CHARS = 200;

export function understandJson<Value>(text: string, schema: z.ZodType<Value>): Understood<Value> {
  if (text.replace(/^[\s\ufeff]+/, '') === '') return { ok: false, message: 'the answer is empty' };
  const { documents, problem } = documentsIn(text);
  const fitting: Value[] = [];
  const others: unknown[] = [];
  let wrong: string | null = null;
  for (const document of documents) {
    const read = fit(document, schema);
    if (!read.ok) {
      wrong ??= read.message;
      others.push(document);
    } else if (!fitting.some((other) => isDeepStrictEqual(other, read.value))) fitting.push(read.value);
  }
  const [value] = fitting;
  // A document that breaks off may have been the answer; the one before it then only looked like it.
  if (problem !== null && (fitting.length > 0 || wrong === null)) return { ok: false, message: problem };
  if (fitting.length > 1)
    return {
      ok: false,
      message: `the answer holds ${fitting.length} different documents that fit; give one`,
    };
  // What the other says under the same names was meant as well, and would be lost.
  if (value !== undefined && others.some((other) => sharesKey(other, value)))
    return { ok: false, message: 'the answer holds another document with some of the same fields; give one' };
  if (value !== undefined) return { ok: true, value };
  return { ok: false, message: wrong ?? 'the answer holds no JSON document' };
}

function sharesKey(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return false;
  return !Array.isArray(one) && Object.keys(one).some((key) => Object.hasOwn(other, key));
}

/** A list of one that should have been the one. */
function fit<Value>(document: unknown, schema: z.ZodType<Value>): Understood<Value> {
  const read = schema.safeParse(document);
  if (read.success) return { ok: true, value: read.data };
  if (Array.isArray(document) && document.length === 1) {
    const only = schema.safeParse(document[0]);
    if (only.success) return { ok: true, value: only.data };
  }
  const issues = read.error.issues.slice(0, MAX_ISSUES).map((issue) => {
    const place = issue.path.map(String).join('.');
    return `${place === '' ? 'the document' : place}: ${issue.message}`.slice(0, MAX_ISSUE_CHARS);
  });
  const more = read.error.issues.length - issues.length;
  return { ok: false, message: issues.join('; ') + (more > 0 ? `; and ${more} more` : '') };
}

/** Documents beside each other, outermost only; the first that begins like one and does not end well. */
function documentsIn(text: string): { documents: unknown[]; problem: string | null } {
  const documents: unknown[] = [];
  const beginning = /[{[]/g;
  for (let tried = 0; tried < MAX_BEGINNINGS && documents.length < MAX_DOCUMENTS; tried++) {
    const at = beginning.exec(text)?.index;
    if (at === undefined) break;
    try {
      const { value, end } = readJson(text, at);
      documents.push(value);
      beginning.lastIndex = end;
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error;
      if (!looksMeant(text, at)) continue;
      // What is inside a broken document is part of it, and no answer by itself.
      return { documents, problem: `the JSON cannot be read at character ${error.at + 1}: ${error.message}` };
    }
  }
  return { documents, problem: null };
}

/** `{"a": …` and `[{…` are meant as JSON; `{thing}` and `[1]` in a sentence are not. */
function looksMeant(text: string, at: number): boolean {
  const after = text.slice(at + 1, at + 200).trimStart();
  return text[at] === '{' ? /^["']|^[A-Za-z_]\w*\s*:/.test(after) : /^[{["]/.test(after);
}
