/** Real coding agents call our MCP server: what their model reads is the verdict of `check`. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readPins, whatIsMissing } from './binaries.ts';
import type { McpCallerOrder, McpCallerReport } from './test/mcp-caller.ts';
import { playAlone } from './test/stage.ts';

const CALLER = fileURLToPath(new URL('./test/mcp-caller.ts', import.meta.url));
const LONGEST_MS = 120_000;

for (const agent of ['codex', 'claude'] as const) {
  const pin = (await readPins()).find(({ id }) => id === agent);
  const missing = pin === undefined ? 'not pinned' : await whatIsMissing(pin);
  test(`${agent} calls check over standard input and reads what is wrong with the page`, {
    timeout: LONGEST_MS,
  }, async (context) => {
    if (missing !== null) context.skip(`${agent}: ${missing}`);
    const order: McpCallerOrder = { agent, by: 'tool' };
    const report = await playAlone<McpCallerReport>(CALLER, order, `${agent} as a client of MCP`);
    expect(report).toMatchObject({ exit: 0, offered: expect.stringContaining('jury') });
    expect(report.answered).toMatch(
      /page\.html does not pass: composite \d\.\d\d of at least 8\.0, 16 must-fixes open\./,
    );
  });
}

test('claude with our plugin reads what is wrong with a page right after it has written it', {
  timeout: LONGEST_MS,
}, async (context) => {
  const pin = (await readPins()).find(({ id }) => id === 'claude');
  const missing = pin === undefined ? 'not pinned' : await whatIsMissing(pin);
  if (missing !== null) context.skip(`claude: ${missing}`);
  const order: McpCallerOrder = { agent: 'claude', by: 'hook' };
  const report = await playAlone<McpCallerReport>(CALLER, order, 'claude with the plugin');
  expect(report).toMatchObject({ exit: 0, offered: 'Write' });
  expect(report.answered).toContain('Design Jury measured the page you edited. new.html does not pass');
});
