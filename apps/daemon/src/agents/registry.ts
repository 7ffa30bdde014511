/**
 * Which agents a run can name: the grounded panel, programs the user has listed in `agents.json`, the command-line
 * agents that are installed here, and model APIs. A user's own program takes the place of a row with its id.
 */
import { join } from 'node:path';
import type { Credentials } from '@design-jury/contracts/credentials';
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { AgentInfo, BrowserMode } from '@design-jury/contracts/http';
import { JuryError } from '../jury.ts';
import { noBrowser } from '../measure/browser/find.ts';
import { BrowserHost } from '../measure/browser/host.ts';
import type { GroundedBrowser } from '../protocols/theater/offline/grounded-agent.ts';
import { CLI_AGENTS, type CliAgent } from './cli-table.ts';
import { type DegradedMark, listDegraded } from './degraded.ts';
import { createProber, detect, type Installed, isLoggedIn } from './detect.ts';
import type { Surroundings } from './environment.ts';
import { createProgramAgent } from './program.ts';
import { readPrograms, type UserProgram } from './programs-file.ts';
import { withSecondTry } from './second-try.ts';
import type { Agent, AgentCapabilities } from './session.ts';
import { refusalOf } from './unsafe-version.ts';

export const GROUNDED_ID = 'grounded';
const AGENTS_FILE = 'agents.json';
/** Nothing that a program could take for a flag or for more than one word. */
const MODEL_NAME = /^[A-Za-z0-9][\w./:@+[\]-]{0,199}$/;

export interface AgentSettings {
  design: string | null;
  brief: string | null;
  browser: BrowserMode;
  head: { maxRounds: number; threshold: number; scale: number };
  /** @default null: what the agent would take itself. */
  model?: string | null;
  /** Model APIs alone can be told. @default the provider's own */
  temperature?: number;
  /** Lent for one run; only model APIs take them. @default null */
  credentials?: Credentials | null;
}

export interface AgentRegistry {
  /** Null for an id nobody has; rejects with `bad_request` where what is asked for cannot be had here. */
  create(id: string, settings: AgentSettings): Promise<Agent | null>;
  /** Everybody who is known, those who are not installed too. */
  list(now?: number): Promise<AgentInfo[]>;
}

export interface LoadedAgents extends AgentRegistry {
  /** Ends the browser, where one was started. */
  close(): Promise<void>;
}

export async function loadAgents(
  dataDir: string,
  env: Surroundings,
  limits: Pick<RunLimits, 'killGraceMs'>,
): Promise<LoadedAgents> {
  const programs = await readPrograms(join(dataDir, AGENTS_FILE));
  return new Registry(dataDir, env, limits, programs);
}

class Registry implements LoadedAgents {
  readonly #dataDir: string;
  readonly #env: Surroundings;
  readonly #limits: Pick<RunLimits, 'killGraceMs'>;
  readonly #programs: readonly UserProgram[];
  readonly #rows: readonly CliAgent[];
  readonly #host: BrowserHost;
  readonly #prober = createProber();

  constructor(
    dataDir: string,
    env: Surroundings,
    limits: Pick<RunLimits, 'killGraceMs'>,
    programs: readonly UserProgram[],
  ) {
    this.#dataDir = dataDir;
    this.#env = env;
    this.#limits = limits;
    this.#programs = programs;
    this.#rows = CLI_AGENTS.filter(({ id }) => !programs.some((program) => program.id === id));
    this.#host = new BrowserHost(env);
  }

  async create(id: string, settings: AgentSettings): Promise<Agent | null> {
    const program = this.#programs.find((own) => own.id === id);
    const row = this.#rows.find((agent) => agent.id === id);
    const isLocal = id === GROUNDED_ID || program !== undefined || row !== undefined;
    if (isLocal && settings.credentials != null)
      throw new JuryError('bad_request', `credentials: ${id} takes none; only model APIs do`);
    if (id === GROUNDED_ID) return this.#grounded(settings);
    if (program !== undefined) return withSecondTry(createProgramAgent(program, this.#env, this.#limits));
    if (row !== undefined) return this.#installed(row, settings.model ?? null);
    const models = await this.#models();
    return models.create(id, {
      model: settings.model ?? null,
      credentials: settings.credentials ?? {},
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    });
  }

  async list(now = Date.now()): Promise<AgentInfo[]> {
    const marks = await listDegraded(this.#dataDir, now);
    const rows = await Promise.all(this.#rows.map((row) => this.#rowInfo(row)));
    const models = await (await this.#models()).list();
    const agents: AgentInfo[] = [
      {
        id: GROUNDED_ID,
        name: 'Grounded panel',
        available: true,
        detail: 'measures the page; needs no model',
      },
      ...this.#programs.map(({ id, name, command }) => ({ id, name, available: true, detail: command })),
      ...rows,
      ...models.map(({ id, name, ready, detail }) => ({
        id,
        name,
        available: ready,
        detail: ready ? detail : 'not set up',
        next: ready ? null : detail,
      })),
    ];
    return agents.map((agent) => ({ ...agent, degraded: markOf(marks, agent.id) }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#host.close(), this.#prober.close()]);
  }

  async #grounded({ design, brief, head, browser: mode }: AgentSettings): Promise<Agent> {
    const browser = await browserFor(mode, this.#host, this.#env);
    // Loaded with its measuring instruments only when it is asked for.
    const { createGroundedAgent } = await import('../protocols/theater/offline/grounded-agent.ts');
    const system =
      design === null ? null : (await import('../measure/model/design-md.ts')).readDesignMd(design);
    return createGroundedAgent({ design: system, brief, head, browser });
  }

  async #installed(row: CliAgent, model: string | null): Promise<Agent> {
    if (model !== null && !MODEL_NAME.test(model))
      throw new JuryError(
        'bad_request',
        `model: ${JSON.stringify(model.slice(0, 60))} is no name of a model`,
      );
    const installed = await detect(row, this.#env, process, this.#prober.ask);
    if (installed !== null) {
      const refusal = refusalOf(row, installed);
      if (refusal !== null) throw new JuryError('bad_request', `agent: ${refusal}`);
      const { createTableAgent } = await tableAgents();
      return createTableAgent(row, installed, { model, probe: this.#prober.ask }, this.#env, this.#limits);
    }
    const how = row.install.startsWith('See') ? row.install : `Install it with: ${row.install}`;
    throw new JuryError('bad_request', `agent: ${row.name} is not installed here. ${how}`);
  }

  async #rowInfo(row: CliAgent): Promise<AgentInfo> {
    const { id, name, install, login, triedVersion } = row;
    const installed = await detect(row, this.#env, process, this.#prober.ask);
    if (installed === null)
      return {
        id,
        name,
        available: false,
        detail: 'not installed',
        version: null,
        triedVersion,
        next: install,
      };
    const loggedIn = await isLoggedIn(row, this.#env);
    const { version, supported } = installed;
    return {
      id,
      name,
      available: true,
      detail: versionWords(row, installed),
      version,
      triedVersion,
      loggedIn,
      capabilities: await this.#capabilities(row, installed),
      // A login may lie where we cannot look: then how to make one is still worth a line.
      next: !supported ? `Update it: ${install}` : loggedIn === true ? null : login.how,
    };
  }

  async #capabilities(row: CliAgent, installed: Installed): Promise<AgentCapabilities> {
    const { createTableAgent } = await tableAgents();
    const { capabilities } = await createTableAgent(
      row,
      // Its flags do not matter here, so nothing is asked of it.
      { ...installed, version: row.triedVersion },
      { model: null },
      this.#env,
      this.#limits,
    );
    return capabilities;
  }

  /** The SDKs of model providers are loaded only when they are asked for. */
  async #models() {
    const { openModels } = await import('./models/open.ts');
    return openModels(this.#env).agents;
  }
}

function markOf(marks: ReadonlyMap<string, DegradedMark>, id: string): DegradedMark | null {
  return marks.get(id) ?? null;
}

function versionWords(row: CliAgent, { version, supported }: Installed): string {
  if (version === null) return 'version not known';
  return supported ? version : `${version}, older than ${row.minimumVersion}`;
}

async function browserFor(
  mode: BrowserMode,
  host: BrowserHost,
  env: Surroundings,
): Promise<GroundedBrowser | null> {
  if (mode === 'never') return null;
  const isThere = await host.isThere();
  if (!isThere && mode === 'always') throw new JuryError('bad_request', `browser: ${noBrowser(env)}`);
  return isThere ? { meter: host, when: mode === 'always' ? 'always' : 'needed' } : null;
}

/** Two hundred files of transports and their schemas: a review that only measures must not pay for them. */
function tableAgents(): Promise<typeof import('./table-agent.ts')> {
  return import('./table-agent.ts');
}
