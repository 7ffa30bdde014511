/** `/mcp` of the daemon: the same server as `jury mcp`, over the engine that is open there. Loaded when somebody asks. */
import type { Engine } from '../../engine.ts';
import type { Shell } from '../shell.ts';
import type { McpFace } from './http.ts';

export interface DaemonMcpOptions {
  shell: Shell;
  /** All a client may name lies below it. */
  root: string;
  dataDir: string;
  engine: Engine;
}

export function daemonMcp(options: DaemonMcpOptions): Pick<McpFace, 'fetch' | 'close'> {
  let opened: Promise<Pick<McpFace, 'fetch' | 'close'>> | null = null;
  return {
    async fetch(request) {
      // One that failed is tried again with the next request.
      opened ??= open(options).catch((error: unknown) => {
        opened = null;
        throw error;
      });
      return (await opened).fetch(request);
    },
    close: async () => (await opened?.catch(() => null))?.close(),
  };
}

async function open({
  shell: given,
  root,
  dataDir,
  engine,
}: DaemonMcpOptions): Promise<Pick<McpFace, 'fetch' | 'close'>> {
  const { mcpFace } = await import('./http.ts');
  const { openJuryMcp } = await import('./server.ts');
  // Commands are called there, and keep their runs where the daemon looks for them.
  const shell = { ...given, cwd: root, env: { ...given.env, OD_DATA_DIR: dataDir } };
  const mcp = await openJuryMcp({ shell, root, dataDir, use: (work) => work(engine) });
  const { fetch, close } = mcpFace({
    createServer: mcp.createServer,
    onError: (error) => given.error(`mcp: ${error.message}\n`),
  });
  return {
    fetch,
    async close() {
      await mcp.close();
      await close();
    },
  };
}
