/** `jury serve`: the daemon, until a signal ends it in order. */

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import type { Engine } from '../engine.ts';
import { readVariable } from '../env.ts';
import { readKeys } from '../home/keys.ts';
import { stateHome } from '../home/places.ts';
import { stateWord } from '../outcome-words.ts';
import type { GivenServices } from '../protocols/given/start.ts';
import { askedPictures } from '../report/asked-pictures.ts';
import { takePictures } from '../report/pictures.ts';
import { count } from '../report/words.ts';
import type { JuryServer } from '../server.ts';
import { version } from '../version.ts';
import { configCode } from './config-code.ts';
import { readConfigFile, withLibraryFolders } from './config-file.ts';
import { checkedDataDir, makeDataDir, shown } from './data-dir.ts';
import { noArguments, numberFlag, readFlags } from './flags.ts';
import { fleetOf } from './fleet.ts';
import { daemonMcp } from './mcp/daemon.ts';
import { inProject, sandboxEnv, sandboxShell } from './panel-flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { untilEnded } from './until-ended.ts';

/** Runs that are told of one by one after a start. */
const MOST_TOLD = 20;

const DEFAULT_PORT = 4747;
const MAX_PORT = 65_535;
const CLONE = fileURLToPath(new URL('../../../../', import.meta.url));

type ServeFlags = ReturnType<typeof readFlags<'serve'>>['values'];

export const run = command(async (argv, shell) => {
  const { values, positionals } = readFlags('serve', argv);
  noArguments('serve', positionals);
  // First of all: what is opened below is closed in order, however early the end is asked for.
  const { stopped, isAsked, dispose } = untilEnded(shell);
  try {
    return await listenUntil(stopped, isAsked, values, shell);
  } finally {
    dispose();
  }
});

async function listenUntil(
  stopped: PromiseWithResolvers<void>,
  isAsked: () => boolean,
  values: ServeFlags,
  shell: Shell,
): Promise<number> {
  const port = numberFlag('port', values.port, { min: 0, max: MAX_PORT, whole: true }) ?? DEFAULT_PORT;
  const host = values.host ?? '127.0.0.1';
  const dataDir = await checkedDataDir(shell, values.data);
  const code = configCode(shell, values['trust-config']);
  const root = resolve(shell.cwd, values.root ?? '.');
  const project = inProject(sandboxEnv(shell.env, values.sandbox), root);
  const env = await withLibraryFolders(project, shell.cwd, code);
  await makeDataDir(shell, dataDir);
  const token = values.token ?? readVariable(shell.env, 'OD_TOKEN') ?? (await tokenOf(dataDir));
  // In a clone the web app is built here; without it the API still works, and `/` says how.
  const { readyTheater } = await import('./theater-build.ts');
  await readyTheater(CLONE, shell.env, (line) => shell.error(`${line}\n`));
  if (isAsked()) return EXIT.ships;
  const { openEngine } = await import('../engine.ts');
  const { createServer } = await import('../server.ts');
  const { openModels } = await import('../agents/models/open.ts');
  const models = openModels(shell.env);
  const { readContentSettings } = await import('../protocols/content/settings.ts');
  const settings = readContentSettings({
    env: shell.env,
    file: (await readConfigFile(shell.cwd, undefined, code)).content,
  });
  const fleet = fleetOf(shell.env, 'serve', values['no-worker'] === true ? { concurrency: 0 } : {});
  const engine = await openEngine({
    dataDir,
    env,
    serves: true,
    recoversLater: true,
    counts: true,
    ...(fleet !== null && { fleet }),
  });
  const { metrics } = engine;
  if (metrics !== null) engine.otlp?.sendMetrics(() => metrics.list());
  const { contentService } = await import('../protocols/content/service.ts');
  const service = contentService({ dataDir, ...engine, settings });
  const mcp = daemonMcp({ shell: sandboxShell(shell, values.sandbox), root, dataDir, engine });
  const { fileTokens, loadTokens } = await import('../store/named-tokens.ts');
  const tokens = await loadTokens(engine.fleet?.tokens ?? fileTokens(dataDir), (error) =>
    shell.error(`${error}\n`),
  );
  let server: JuryServer | null = null;
  try {
    server = serverOf(() =>
      createServer({
        jury: engine.jury,
        bus: engine.bus,
        questions: engine.questions,
        models,
        ...(metrics !== null && { metrics }),
        requestTrace: engine.requestTrace,
        report: engine.report,
        ...(engine.fleet === null ? { given: givenServices(engine) } : { fleet: engine.fleet }),
        content: { service, dataDir, env: shell.env },
        dataDir,
        mcp: mcp.fetch,
        recovery: engine.recovery,
        keys: () => readKeys(stateHome(shell.env, shell.platform)),
        // A page that was given over HTTP has its files in it: there is no folder to look for more.
        pictures: askedPictures((before, after) =>
          takePictures({ before, after, folder: join(dataDir, 'no-files'), env: shell.env }),
        ),
        host,
        port,
        token,
        namedTokens: tokens.current,
        socketIn: dataDir,
      }),
    );
    // Most runs are reviews: their code is loaded before anybody is there whom that would keep waiting.
    await engine.host.protocol('theater');
    const address = await server.listen().catch((error: unknown) => {
      throw listenRefusal(error, host, port);
    });
    const { url, entryUrl, socket } = address;
    engine.observer.tell({
      level: 'info',
      event: 'daemon_started',
      fields: { version: version(), host: address.host, port: address.port },
    });
    if (values.json) {
      const where = { url, entryUrl, host: address.host, port: address.port, socket: socket?.path, dataDir };
      shell.out(`${JSON.stringify(where)}\n`);
    } else {
      shell.out(`Design Jury listens on ${entryUrl}\n`);
      shell.error(
        `Open that address in a browser: it works once, within an hour. ${juryCommand()} open prints another.\n`,
      );
    }
    if (values.browser === true) {
      const { showInBrowser } = await import('./show-in-browser.ts');
      // A daemon that runs is not ended because nobody can look at it from here.
      await showInBrowser(shell, dataDir, entryUrl).catch((error: Error) =>
        shell.error(`${error.message}\n`),
      );
    }
    if (socket?.path === null)
      shell.error(`${juryCommand()} open has no socket to ask: ${socket.problem}.\n`);
    // It listens before all of them are ended: a long queue of a process that died takes a while.
    let failure: unknown = null;
    void engine.recovery.then(
      () => {
        const { recovered } = engine;
        for (const { runId, state, problem } of recovered.slice(0, MOST_TOLD))
          shell.error(
            `run ${runId} of an earlier process ended: ${stateWord(state)}${problem === null ? '' : ` (${problem})`}
`,
          );
        if (recovered.length > MOST_TOLD)
          shell.error(`and ${count(recovered.length - MOST_TOLD, 'more run')} of an earlier process\n`);
      },
      (error: unknown) => {
        failure = error;
        stopped.resolve();
      },
    );
    if (!values.json) shell.error(`Runs are kept in ${shown(shell.cwd, dataDir)}. Ctrl-C ends it.\n`);
    await stopped.promise;
    if (failure !== null) throw failure;
    if (!values.json) shell.error('Stopping: ending runs and streams. Ctrl-C again ends at once.\n');
    engine.observer.tell({ level: 'info', event: 'daemon_stopping', fields: {} });
    // Runs first, so that their last word still reaches the open streams.
    await mcp.close();
    await engine.close();
    await server.close();
    tokens.close();
    return EXIT.ships;
  } catch (error) {
    await mcp.close();
    await engine.close();
    await server?.close();
    throw error;
  }
}

function givenServices({ host, agent, questions, threads, jury }: Engine): GivenServices {
  return { host, agent, questions, threads, allRuns: (filter) => jury.allRuns(filter) };
}

async function tokenOf(dataDir: string): Promise<string> {
  const { ownToken } = await import('../routes/access/token-file.ts');
  return ownToken(dataDir).catch((error: unknown) => {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  });
}

/** Options that would leave a reachable daemon open are refused by the server itself, in a sentence. */
function serverOf<Server>(create: () => Server): Server {
  try {
    return create();
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function listenRefusal(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new Refusal(
        `Port ${port} on ${host} is in use; stop what listens there, or choose another with --port (0 takes a free one).`,
        { cause: error },
      );
    case 'EACCES':
      return new Refusal(`Port ${port} may not be opened by this user; choose one above 1023 with --port.`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Refusal(`--host ${quoted(host)} is no address of this machine; 127.0.0.1 is the default.`, {
        cause: error,
      });
    default:
      return error;
  }
}
