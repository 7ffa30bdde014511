/** A test command that ends well without a test proves nothing: what its output says of how many there were. */

const TESTS = /\btests?\b|\bvitest\b|\bjest\b|\bmocha\b|\bpytest\b|\bunittest\b/i;
const NONE =
  /no tests? (?:found|files? found|were found|to run|ran|specified|is available)|no test files|collected 0 items|ran 0 tests|there are no tests|\b0 passing\b/i;
/** `make` has a folder of the name, or a rule without a command: it started nothing. */
const IDLE_MAKE = /^make(?:\[\d+\])?: (?:['‘`"].{1,80}['’"] is up to date|Nothing to be done for)/m;
/** Go, Cargo and others say so of each part: one of them with tests is enough. */
const WELL = /^(?:ok|PASS|--- PASS)\b(?!.*\[no tests? (?:files|to run)\])/m;
/** Node's runner, Cargo, vitest, TAP: a count in a line of its own. */
const COUNT =
  /^[^\w\n]{0,20}(?:tests|running|Tests:?)[ \t]+(\d+)(?:[ \t]+(?:tests?|total|passed)\b.*)?[ \t]*\r?$|^1\.\.(\d+)[ \t]*\r?$/gim;
/** "Tests  2 passed | 3 skipped (5)", "3 skipped in 0.01s", "pass 0", "# skipped 3", "Skipped: 3". */
const PASSED = /(?<![\w.])(\d{1,9}) (?:passed|passing)\b|\b(?:pass|passed|passing):?[ \t]+(\d{1,9})\b/gi;
const SKIPPED =
  /(?<![\w.])(\d{1,9}) (?:skipped|pending|todo|ignored|disabled)\b|\b(?:skipped|pending|todo|ignored|disabled)[:=]?[ \t]*(\d{1,9})\b/gi;
/** unittest counts those that it skips among those it ran. */
const RAN = /^Ran (\d{1,9}) tests?\b/m;
/** npm shows the script it runs: one that only says something or ends tests nothing. */
const SCRIPT = /^> (.+)$/gm;
const IDLE = /^(?:echo\b[^&|;]*|true|:|exit 0)(?:\s*(?:&&|;)\s*(?:exit 0|true))?$/i;

export function ranNoTest(command: string, output: string): boolean {
  if (!TESTS.test(command)) return false;
  if (IDLE_MAKE.test(output) || onlySkipped(output)) return true;
  const counts = figures(output, COUNT);
  if (counts.length > 0) return counts.every((count) => count === 0);
  if (NONE.test(output)) return !WELL.test(output);
  const scripts = [...output.matchAll(SCRIPT)]
    .map(([, script = '']) => script.trim())
    .filter(
      (script) => !/^\S+@\S* \S+/.test(script) && !/^[\w:-]+$/.test(script.replace(/^(?:true)$/, ': ')),
    );
  return scripts.length > 0 && scripts.every((script) => IDLE.test(script));
}

/** Some are left out, and none is said to have passed. */
function onlySkipped(output: string): boolean {
  const skipped = sum(figures(output, SKIPPED));
  if (skipped === 0 || WELL.test(output)) return false;
  const ran = Number(RAN.exec(output)?.[1] ?? 0);
  return sum(figures(output, PASSED)) === 0 && ran <= skipped;
}

function figures(output: string, pattern: RegExp): number[] {
  return [...output.matchAll(pattern)].map(([, one, two]) => Number(one ?? two));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
