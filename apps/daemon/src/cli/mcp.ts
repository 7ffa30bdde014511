/** `jury mcp`: the tools of the jury for an agent, over standard input and output (Model Context Protocol). */

import type { Writable } from 'node:stream';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { checkedDataDir, makeDataDir } from './data-dir.ts';
import { noArguments, readFlags } from './flags.ts';
import { sandboxShell } from './panel-flags.ts';
import { command } from './refusal.ts';

/** Resolves when there is room for more, or there never will be. */
async function written(output: Writable, text: string): Promise<void> {
  if (output.write(text) || output.destroyed) return;
  await new Promise<void>((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) output.off(event, done);
      resolve();
    };
    for (const event of events) output.on(event, done);
  });
}

export const run = command(async (argv, given) => {
  const { values, positionals } = readFlags('mcp', argv);
  noArguments('mcp', positionals);
  const { resolve } = await import('node:path');
  const root = resolve(given.cwd, values.root ?? '.');
  // Commands are called there, and so keep their runs where this server looks for them.
  const shell = { ...sandboxShell(given, values.sandbox), cwd: root };
  const dataDir = await checkedDataDir(shell, undefined);
  await makeDataDir(shell, dataDir);
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { AnsweredLines } = await import('./mcp/answered-lines.ts');
  const { openJuryMcp } = await import('./mcp/server.ts');
  const { withEngine } = await import('./with-engine.ts');
  const mcp = await openJuryMcp({
    shell,
    root,
    dataDir,
    use: (work) => withEngine(shell, { dataDir }, work),
  });
  const ended = Promise.withResolvers<void>();
  const { input, output } = shell.pipes();
  const lines = new AnsweredLines((text) => written(output, text));
  const server = serveStdio(mcp.createServer, {
    transport: new StdioServerTransport(input.pipe(lines), output),
    onerror: (error) => shell.error(`${juryCommand()} mcp: ${error.message}\n`),
  });
  input.once('close', ended.resolve).once('end', ended.resolve);
  const dispose = shell.onStop(() => ended.resolve());
  try {
    await ended.promise;
    return EXIT.ships;
  } finally {
    dispose();
    await mcp.close();
    await server.close();
  }
});
