/** `jury mcp`: the tools of the jury for an agent, over standard input and output (Model Context Protocol). */
import { EXIT } from '@design-jury/contracts/exit-codes';
import { noArguments, readFlags } from './flags.ts';
import { command } from './refusal.ts';

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('mcp', argv);
  noArguments('mcp', positionals);
  const { resolve } = await import('node:path');
  const root = resolve(shell.cwd, values.root ?? '.');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { createJuryMcp } = await import('./mcp/server.ts');
  const ended = Promise.withResolvers<void>();
  const { input, output } = shell.pipes();
  const server = serveStdio(() => createJuryMcp({ shell, root }), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => shell.error(`jury mcp: ${error.message}\n`),
  });
  input.once('close', ended.resolve).once('end', ended.resolve);
  const dispose = shell.onStop(() => ended.resolve());
  try {
    await ended.promise;
    return EXIT.ships;
  } finally {
    dispose();
    await server.close();
  }
});
