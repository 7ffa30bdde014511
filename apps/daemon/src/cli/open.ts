/** `jury open`: an address that begins a session, from the daemon that runs on this data folder. */

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { EntrySchema } from '@design-jury/contracts/http';
import type { z } from 'zod';
import { juryCommand } from '../command-name.ts';
import { checkedDataDir, shown } from './data-dir.ts';
import { noArguments, readFlags } from './flags.ts';
import { command, Refusal } from './refusal.ts';
import { showInBrowser } from './show-in-browser.ts';

const ANSWER_MS = 10_000;

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('open', argv);
  noArguments('open', positionals);
  const dataDir = await checkedDataDir(shell, values.data);
  const { isOwnSocket, socketPaths } = await import('../routes/access/socket.ts');
  for (const path of await socketPaths(dataDir)) {
    if (!(await isOwnSocket(path))) continue;
    const entry = await askForEntry(path).catch(() => null);
    if (entry === null) continue;
    const { url, expiresInSeconds } = entry;
    shell.out(values.json ? `${JSON.stringify({ url, expiresInSeconds })}\n` : `${url}\n`);
    if (!values.json) shell.error('Open it in a browser: it works once, within an hour.\n');
    if (values.browser === true) await showInBrowser(shell, dataDir, url);
    return EXIT.ships;
  }
  const where = shown(shell.cwd, dataDir);
  throw new Refusal(
    `No daemon runs on ${where}; start one with ${juryCommand()} serve, or name its folder with --data.`,
  );
});

async function askForEntry(socketPath: string): Promise<z.infer<typeof EntrySchema>> {
  const asked = request({ socketPath, method: 'POST', path: '/api/entry', timeout: ANSWER_MS });
  asked.once('timeout', () => asked.destroy(new Error('no answer')));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  asked.once('response', (response) => text(response).then(resolve, reject)).once('error', reject);
  asked.end();
  return EntrySchema.parse(JSON.parse(await promise));
}
