/**
 * `npm run eval:content [-- --agent ID --model NAME | --scripted NAME] [--json]`: the content scenarios on an agent, on a
 * script at the far end of a socket, or, without either, on the offline critics. The report names who produced it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startModelServer } from '../apps/daemon/src/conformance/model-server/server.ts';
import { openEngine } from '../apps/daemon/src/engine.ts';
import type { ContentAgent } from '../apps/daemon/src/protocols/content/content-agent.ts';
import { loadContentLibrary } from '../apps/daemon/src/protocols/content/library.ts';
import { modelContentAgent } from '../apps/daemon/src/protocols/content/model-agent.ts';
import { OFFLINE_NAME, offlineContentAgent } from '../apps/daemon/src/protocols/content/offline/agent.ts';
import { readContentSettings } from '../apps/daemon/src/protocols/content/settings.ts';
import { type EvalResult, runContentEvals } from '../apps/daemon/src/protocols/content/test/content-eval.ts';
import {
  SCRIPTED_AGENTS,
  SCRIPTED_NAMES,
  type ScriptedName,
} from '../apps/daemon/src/protocols/content/test/scripted-agents.ts';

type Env = Record<string, string | undefined>;

interface Performer {
  /** As the report names it. */
  agent: string;
  contentAgent: ContentAgent;
}

class UsageError extends Error {}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        agent: { type: 'string' },
        model: { type: 'string' },
        scripted: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const scripted = SCRIPTED_NAMES.find((name) => name === values.scripted);
    if (values.scripted !== undefined && scripted === undefined)
      throw new Error(`--scripted takes ${SCRIPTED_NAMES.join(', ')}`);
    if (scripted !== undefined && values.agent !== undefined)
      throw new Error('--scripted and --agent exclude each other');
    return { ...values, scripted };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Works with an agent of the engine: the same way for a configured one and for a script. */
async function withAgent<Value>(
  { id, model, env }: { id: string; model: string | null; env: Env },
  work: (contentAgent: ContentAgent) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'jury-eval-'));
  const engine = await openEngine({ dataDir: folder, env });
  try {
    const agent = await engine.agent(id, model);
    return await work(
      modelContentAgent({
        agent,
        runId: 'eval-content',
        workDir: folder,
        settings: readContentSettings({ env }),
      }),
    );
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withScript<Value>(
  name: ScriptedName,
  work: (performer: Performer) => Promise<Value>,
): Promise<Value> {
  const server = await startModelServer({ scenarios: SCRIPTED_AGENTS });
  // Nothing of this machine's own: no key, no other address.
  const env = {
    PATH: process.env.PATH,
    ANTHROPIC_API_KEY: 'scripted',
    ANTHROPIC_BASE_URL: server.urlFor(name),
  };
  try {
    return await withAgent({ id: 'anthropic', model: null, env }, (contentAgent) =>
      work({
        agent: `scripted ${name}`,
        contentAgent: { ...contentAgent, name: `a script, through the client of the ${contentAgent.name}` },
      }),
    );
  } finally {
    await server.close();
  }
}

async function perform({ agent, contentAgent }: Performer, isJson: boolean): Promise<number> {
  const results = await runContentEvals(contentAgent, await loadContentLibrary());
  const passed = results.filter((result) => result.passed).length;
  if (isJson) console.log(JSON.stringify({ agent, name: contentAgent.name, passed, results }, null, 2));
  else console.log(reportOf(agent, contentAgent.name, results));
  return passed === results.length ? 0 : 1;
}

function reportOf(agent: string, name: string, results: readonly EvalResult[]): string {
  return [
    `content scenarios on ${name} (agent: ${agent})`,
    ...results.map(
      ({ family, name: scenario, passed, detail }) =>
        `${passed ? 'ok  ' : 'FAIL'}  ${family.padEnd(16)} ${scenario}: ${detail}`,
    ),
    `${results.filter(({ passed }) => passed).length} of ${results.length} hold`,
  ].join('\n');
}

async function main(): Promise<number> {
  const { agent = OFFLINE_NAME, model = null, scripted, json = false } = readArguments();
  if (scripted !== undefined) return withScript(scripted, (performer) => perform(performer, json));
  if (agent === OFFLINE_NAME) return perform({ agent, contentAgent: offlineContentAgent() }, json);
  return withAgent({ id: agent, model, env: process.env }, (contentAgent) =>
    perform({ agent, contentAgent }, json),
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  if (
    !(error instanceof Error) ||
    !(error instanceof UsageError || /^(?:Jury|Config)Error$/.test(error.name))
  )
    throw error;
  console.error(`eval:content: ${error.message}`);
  process.exitCode = 2;
}
