/** Commands of a brief that prove something: named in a sentence, or lines of a block below words about proving. */
import { TESTED } from '../documents/language/scopes.ts';

/** Commands that prove something and change nothing, when a brief names them. */
const PROVING =
  /^(?:npm (?:test|run (?:test|lint|check|typecheck|types|build)[\w:.-]*)|node --test[^|;&><]{0,100}|npx? (?:tsc|eslint|biome|vitest)[^|;&><]{0,100}|cargo (?:test|check|clippy)|go (?:test|vet) [\w./]+|(?:python3? -m )?(?:pytest|unittest)[^|;&><]{0,100}|(?:deno|bun|dotnet|mvn|swift) test[^|;&><]{0,100}|make (?:test|check|lint))$/i;
/** A program of the work itself, which only a block of such commands may name: relative, and nowhere above. */
const OWN_PROGRAM =
  /^(?:node|python3?|ruby|php|perl|deno run|bun) (?!\S*\.\.)(?:\.\/)?[\w@-][\w./@-]*\.(?:[cm]?[jt]s|py|rb|php|pl)(?: [\w./=@:,-]+){0,6}$/;
const INLINE = /`([^`\n]{3,160})`/g;
const FENCE = /^[ \t]*(```+|~~~+)[ \t]*(\w*)[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;
const SHELL = /^(?:|sh|bash|shell|console|zsh|text)$/i;
const MOST_COMMANDS = 10;

/** Named in the brief, so they may be run. */
export function provingCommands(brief: string): string[] {
  const inline = [...brief.replace(FENCE, ' ').matchAll(INLINE)]
    .map(([, command = '']) => command.trim())
    .filter((command) => PROVING.test(command));
  const listed = [...brief.matchAll(FENCE)].flatMap(({ 2: language = '', 3: body = '', index }) =>
    SHELL.test(language) && TESTED.test(leadOf(brief.slice(0, index))) ? linesOf(body) : [],
  );
  return [...new Set([...inline, ...listed])].slice(0, MOST_COMMANDS);
}

/** The last heading or line before the block. */
function leadOf(before: string): string {
  const lines = before.split('\n').filter((line) => line.trim() !== '');
  const heading = lines.findLast((line) => /^#{1,6}\s/.test(line)) ?? '';
  return `${heading}\n${lines.at(-1) ?? ''}`;
}

function linesOf(body: string): string[] {
  return body
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*[$>]\s+/, '')
        .replace(/\s+#.*$/, '')
        .trim(),
    )
    .filter((line) => PROVING.test(line) || OWN_PROGRAM.test(line));
}
