/** A page of docs/ that is written from a table in the code, and held to it by `npm run check`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './files.ts';

export interface GeneratedDoc {
  file: string;
  /** The npm command that writes it. */
  command: string;
  text: () => string;
}

/** The first line of such a page. */
export function generatedMark(command: string, from: string): string {
  return `<!-- Written by ${command} from ${from}. Edits here are lost. -->`;
}

export function checkGenerated({ file, command, text }: GeneratedDoc): string[] {
  const written = readFileSync(join(ROOT, file), 'utf8');
  return written === text() ? [] : [`${file} is not what its table says; run ${command}`];
}

/** With `--check` it says whether the page is up to date; else it writes it. */
export function runGenerator(doc: GeneratedDoc, args: readonly string[]): void {
  if (!args.includes('--check')) {
    writeFileSync(join(ROOT, doc.file), doc.text());
    console.log(`${doc.file}: written`);
    return;
  }
  const problems = checkGenerated(doc);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map(escaped).join(' | ')} |`;
}

/** A bar would end the cell, even in code; only outside of code a `<` would begin a tag. */
function escaped(cell: string): string {
  return cell
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(...head), `|${head.map(() => '---|').join('')}`, ...rows.map((cells) => row(...cells))].join(
    '\n',
  );
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
