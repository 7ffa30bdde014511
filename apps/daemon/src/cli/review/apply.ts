/**
 * `--apply`: puts the improved copy, or single fixes of it, in the place of the file that was judged. Only into bytes
 * that are still the ones that were judged, and that can be written back as they were where nothing changes.
 */

import { juryCommand } from '../../command-name.ts';
import { readForeign, typed } from '../../disk/foreign-file.ts';
import { scopeOf } from '../../disk/scope.ts';
import { writeOut } from '../../disk/write-out.ts';
import { fileRefusal, type Subject } from '../../library/subjects.ts';
import type { DesignSystem } from '../../measure/model/design-md.ts';
import { quoted, Refusal } from '../refusal.ts';
import type { Shell } from '../shell.ts';

/** What is to be put in place of the file. */
export type Apply = { kind: 'whole' } | { kind: 'some'; ids: readonly string[] };

const FINDING_ID = /^[a-z][a-z0-9-]*@./;

/** Takes `--apply` and its ids out of the arguments: an id is what follows and looks like one. */
export function splitApply(argv: readonly string[]): { rest: string[]; apply: Apply | null } {
  const rest: string[] = [];
  const ids: string[] = [];
  let isWhole = false;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') {
      rest.push(...argv.slice(index));
      break;
    }
    if (word.startsWith('--apply=')) ids.push(word.slice('--apply='.length));
    else if (word !== '--apply') rest.push(word);
    else if (FINDING_ID.test(argv[index + 1] ?? '')) {
      index += 1;
      ids.push(argv[index] ?? '');
    } else isWhole = true;
  }
  if (isWhole && ids.length > 0)
    throw new Refusal('--apply alone takes the whole copy, and with ids only those fixes; use one of them.');
  const wrong = ids.find((id) => !FINDING_ID.test(id));
  if (wrong !== undefined)
    throw new Refusal(
      `--apply is ${quoted(wrong)}; it takes the id of a must-fix, such as contrast-text@main, or nothing.`,
    );
  return { rest, apply: isWhole ? { kind: 'whole' } : ids.length > 0 ? { kind: 'some', ids } : null };
}

export interface ApplyInput {
  subject: Subject;
  /** The text that was judged. */
  before: string;
  /** The copy; null where nothing is kept. */
  after: string | null;
  design: string | null;
  brief: string | null;
}

export interface Applied {
  /** A sentence about what was done. */
  summary: string;
  /** Whether the file is now the copy that was judged. */
  isTheCopy: boolean;
}

export async function applyTo(apply: Apply, input: ApplyInput, shell: Shell): Promise<Applied> {
  const { subject, before } = input;
  const { name } = subject;
  if (apply.kind === 'whole') {
    if (input.after === null) throw new Refusal(`--apply: there is no copy of ${name} to take.`);
    if (input.after === before)
      return { summary: `${name} is left as it is: the copy is the same.`, isTheCopy: true };
    await replace(input, input.after, shell);
    return { summary: `${name} is now the improved copy.`, isTheCopy: true };
  }
  const { text, fixes, without } = await fixesOf(input, apply.ids);
  if (text === before)
    throw new Refusal(
      `--apply: there is no mechanical fix for ${without.map(quoted).join(', ')} in ${name}; nothing was changed.`,
    );
  await replace(input, text, shell);
  const left = without.length === 0 ? '' : ` There is none for ${without.join(', ')}.`;
  return {
    summary: `${name}: ${fixes.join('; ')}.${left} Check it again: ${juryCommand()} check ${name}`,
    isTheCopy: false,
  };
}

/** Only what was named, planned and measured as the panel does it. */
async function fixesOf({ subject, before, design, brief }: ApplyInput, ids: readonly string[]) {
  const { buildPage, formatOfMime } = await import('../../measure/model/page.ts');
  const { examine, faultId } = await import('../../measure/panel.ts');
  const { readDesignMd } = await import('../../measure/model/design-md.ts');
  const { revise } = await import('../../measure/fixes/revise.ts');
  const system: DesignSystem | null = design === null ? null : readDesignMd(design);
  const format = formatOfMime(subject.mime);
  const page = await buildPage({ html: before, path: subject.path, format, brief, design: system });
  const examination = examine(page);
  const known = new Set(examination.findings.map(faultId));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new Refusal(
      `--apply: ${unknown.map(quoted).join(', ')} is not found in ${subject.name} as it is now; ${juryCommand()} check --json lists the ids.`,
    );
  const { html, applied } = await revise(page, examination, undefined, 'together', new Set(ids));
  const audits = new Set(applied.map(({ auditId }) => auditId));
  return {
    text: html,
    fixes: applied.map(({ auditId, summary }) => `${auditId}: ${summary}`),
    without: ids.filter((id) => !audits.has(id.slice(0, id.indexOf('@')))),
  };
}

const MAX_BYTES = 64 * 1024 * 1024;

async function replace({ subject, before }: ApplyInput, text: string, shell: Shell): Promise<void> {
  const { path, name } = subject;
  const { decodePage, encodePage, encodingOf } = await import('../../measure/model/source.ts');
  let bytes: Uint8Array;
  try {
    bytes = readForeign(path, typed(path, MAX_BYTES, shell.cwd));
  } catch (error) {
    throw fileRefusal(error, name);
  }
  const encoding = encodingOf(bytes);
  if (decodePage(bytes) !== before)
    throw new Refusal(`${name} has changed since it was judged; nothing was written. Review it again.`);
  if (!same(encodePage(before, encoding), bytes))
    throw new Refusal(
      `${name} has bytes that ${encoding.label} cannot carry unchanged; nothing was written. Take the copy by hand.`,
    );
  const wanted = inItsLineEndings(text, before);
  const written = encodePage(wanted, encoding);
  if (decodePage(written) !== wanted)
    throw new Refusal(
      `The fixed text has characters that ${encoding.label} does not have; nothing was written.`,
    );
  try {
    await writeOut(path, written, { within: scopeOf(path, shell.cwd), shown: name });
  } catch (error) {
    throw fileRefusal(error, name);
  }
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** Lines that were added end as the others do. */
function inItsLineEndings(text: string, before: string): string {
  const hasOnlyCrlf = before.includes('\r\n') && !/(?<!\r)\n/.test(before);
  return hasOnlyCrlf ? text.replace(/(?<!\r)\n/g, '\r\n') : text;
}
