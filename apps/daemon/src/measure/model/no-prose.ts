/** What a file is that is named like a text and is none: data, a log, source code. */

/** Fewer lines prove nothing of a shape. */
const FEWEST_LINES = 4;
const SAMPLE_LINES = 400;
const SHARE = 0.8;
const CODE_SHARE = 0.6;

const TIME = /^\W?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|\p{Lu}\p{Ll}{2} +\d{1,2} \d\d:\d\d:\d\d)/u;
const STATEMENT =
  /^(?:import|export|const|let|var|function|class|return|def|from|package|using|public|private|protected|static|async|#include|<\?php|\$\w+)\b/;
/** "class schedule (beginners welcome)", "public page(s)" and "package tours; small groups" begin as code does. */
const DOES_SOMETHING = /[={]|\w\((?!\p{L}{1,3}\)(?!;))|\(\s*$|;\s*$/u;
const ENDS_AS_CODE = /[;{}]\s*$|^[\])}]+[;,)]*$/;
/** A poem and a list may end their lines with a semicolon; they call and assign nothing. */
const CODE_SIGN = /[={}()[\]]|=>|::|->/;

/** Whether nobody would read it as sentences. Markdown around code is a text, whatever is in its fences. */
export function isNoProse(source: string): boolean {
  const text = source.replace(/^\uFEFF/, '').trim();
  if (text === '') return false;
  if (/^\{\\rtf\d/.test(text) || isJson(text)) return true;
  const lines = text.split(/\r?\n/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  return isLog(lines) || isTable(lines) || isCode(lines);
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isLog(lines: readonly string[]): boolean {
  return lines.length >= FEWEST_LINES && share(lines, (line) => TIME.test(line)) >= SHARE;
}

const MOST_WORDS_OF_A_CELL = 4;

/** Every line parted by the same sign into as many short cells. */
function isTable(lines: readonly string[]): boolean {
  if (lines.length < FEWEST_LINES) return false;
  return [';', ',', '\t'].some((sign) => {
    const cells = lines.map((line) => line.split(sign));
    const width = cells[0]?.length ?? 0;
    return (
      width >= 3 &&
      cells.every(
        (row) =>
          row.length === width &&
          row.every((cell) => cell.trim().split(/\s+/).length <= MOST_WORDS_OF_A_CELL),
      )
    );
  });
}

function isCode(lines: readonly string[]): boolean {
  if (lines.some((line) => /^\s*(?:```|~~~|#{1,6}\s)/.test(line))) return false;
  const isStatement = (line: string): boolean => STATEMENT.test(line.trim()) && DOES_SOMETHING.test(line);
  const isLine = (line: string): boolean =>
    isStatement(line) || (ENDS_AS_CODE.test(line) && (CODE_SIGN.test(line) || /^\s/.test(line)));
  return lines.some(isStatement) && share(lines, isLine) >= CODE_SHARE;
}

function share(lines: readonly string[], isSo: (line: string) => boolean): number {
  return lines.filter(isSo).length / lines.length;
}
