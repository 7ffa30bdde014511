/** A test command that ends well without a test proves nothing: what its output says of how many there were. */

const TESTS = /\btests?\b|\bvitest\b|\bjest\b|\bmocha\b|\bpytest\b|\bunittest\b/i;
const NONE =
  /no tests? (?:found|files? found|were found|to run|ran|specified)|no test files|collected 0 items|ran 0 tests|there are no tests|0 passing\b/i;
/** Node's runner, Cargo, vitest, TAP: a count in a line of its own. */
const COUNT =
  /^\W*(?:tests|running|Tests:?)\s+(\d+)(?:\s+(?:tests?|total|passed)\b.*)?\s*$|^1\.\.(\d+)\s*$/gim;
/** npm shows the script it runs: one that only says something or ends tests nothing. */
const SCRIPT = /^> (.+)$/gm;
const IDLE = /^(?:echo\b[^&|;]*|true|:|exit 0)(?:\s*(?:&&|;)\s*(?:exit 0|true))?$/i;

export function ranNoTest(command: string, output: string): boolean {
  if (!TESTS.test(command)) return false;
  const counts = [...output.matchAll(COUNT)].map(([, one, two]) => Number(one ?? two));
  if (counts.length > 0) return counts.every((count) => count === 0);
  if (NONE.test(output)) return true;
  const scripts = [...output.matchAll(SCRIPT)]
    .map(([, script = '']) => script.trim())
    .filter(
      (script) => !/^\S+@\S* \S+/.test(script) && !/^[\w:-]+$/.test(script.replace(/^(?:true)$/, ': ')),
    );
  return scripts.length > 0 && scripts.every((script) => IDLE.test(script));
}
