/**
 * Which agents a run can name: those that come with the product, programs the user has listed in `agents.json`, the
 * command-line agents that are installed here, and model APIs. A user's own program takes the place of a row with its
 * id, never of one that comes with the product.
 */
import type { Credentials } from '@design-jury/contracts/credentials';
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { AgentInfo, BrowserMode, WcagLevel } from '@design-jury/contracts/http';
import { JuryError } from '../jury-error.ts';
import { CLI_AGENTS, type CliAgent } from './cli-table.ts';
import { type DegradedMark, listDegraded } from './degraded.ts';
import { createProber, detect, type Installed, isLoggedIn } from './detect.ts';
import type { Surroundings } from './environment.ts';
import { PROVIDER_IDS } from './models/providers.ts';
import { createProgramAgent } from './program.ts';
import { agentsFileOf, readPrograms, type UserProgram } from './programs-file.ts';
import { withSecondTry } from './second-try.ts';
import type { Agent, AgentCapabilities } from './session.ts';
import { timedAgent } from './timed-agent.ts';
import { refusalOf, refusalWithoutSandbox } from './unsafe-version.ts';

/** Nothing that a program could take for a flag or for more than one word. */
const MODEL_NAME = /^[A-Za-z0-9][\w./:@+[\]-]{0,199}$/;

export interface AgentSettings {
  design: string | null;
  brief: string | null;
  browser: BrowserMode;
  /** Only the grounded panel measures by it. @default 'AA' */
  level?: WcagLevel;
  /** @default false */
  strict?: boolean;
  head: { maxRounds: number; threshold: number; scale: number };
  /** @default null: what the agent would take itself. */
  model?: string | null;
  /** Model APIs alone can be told. @default the provider's own */
  temperature?: number;
  /** Lent for one run; only model APIs take them. @default null */
  credentials?: Credentials | null;
}

/** One that comes with the product. It stands above this folder, so whoever opens the registry hands it in. */
export interface BuiltInAgent extends Pick<Agent, 'id' | 'name' | 'capabilities'> {
  /** What the list of agents says of it. */
  readonly detail: string;
  create(settings: AgentSettings): Promise<Agent>;
  /** Ends what its agents share. */
  close(): Promise<void>;
}

export interface AgentRegistry {
  /** Null for an id nobody has; rejects with `bad_request` where what is asked for cannot be had here. */
  create(id: string, settings: AgentSettings): Promise<Agent | null>;
  /** Whether this one writes a page from a brief: known without starting it. True for an id nobody has. */
  canDraft(id: string): boolean;
  /** Of everybody who is known, without asking whether they are there: that takes as long as their programs take. */
  ids(): Promise<readonly string[]>;
  /** Everybody who is known, those who are not installed too. */
  list(now?: number): Promise<AgentInfo[]>;
}

export interface LoadedAgents extends AgentRegistry {
  /** Ends what was started on the way: browsers, questions to programs. */
  close(): Promise<void>;
}

export async function loadAgents(
  dataDir: string,
  env: Surroundings,
  limits: Pick<RunLimits, 'killGraceMs'>,
  builtIn: readonly BuiltInAgent[] = [],
): Promise<LoadedAgents> {
  const programs = await readPrograms(agentsFileOf(env));
  return new Registry(dataDir, env, limits, builtIn, programs);
}

class Registry implements LoadedAgents {
  readonly #dataDir: string;
  readonly #env: Surroundings;
  readonly #limits: Pick<RunLimits, 'killGraceMs'>;
  readonly #builtIn: readonly BuiltInAgent[];
  readonly #programs: readonly UserProgram[];
  readonly #rows: readonly CliAgent[];
  readonly #prober = createProber();

  constructor(
    dataDir: string,
    env: Surroundings,
    limits: Pick<RunLimits, 'killGraceMs'>,
    builtIn: readonly BuiltInAgent[],
    programs: readonly UserProgram[],
  ) {
    this.#dataDir = dataDir;
    // Wherever a flag or a note has put it: a sandbox hides it.
    this.#env = { ...env, OD_DATA_DIR: dataDir };
    this.#limits = limits;
    this.#builtIn = builtIn;
    this.#programs = programs;
    this.#rows = CLI_AGENTS.filter(({ id }) => !programs.some((program) => program.id === id));
  }

  async create(id: string, settings: AgentSettings): Promise<Agent | null> {
    const agent = await this.#create(id, settings);
    return agent === null ? null : timedAgent(agent, settings.model ?? null);
  }

  async #create(id: string, settings: AgentSettings): Promise<Agent | null> {
    const program = this.#programs.find((own) => own.id === id);
    const row = this.#rows.find((agent) => agent.id === id);
    const builtIn = this.#builtIn.find((agent) => agent.id === id);
    const isLocal = builtIn !== undefined || program !== undefined || row !== undefined;
    if (isLocal && settings.credentials != null)
      throw new JuryError('bad_request', `credentials: ${id} takes none; only model APIs do`);
    if (builtIn !== undefined) return builtIn.create(settings);
    if (program !== undefined) return withSecondTry(createProgramAgent(program, this.#env, this.#limits));
    if (row !== undefined) return this.#installed(row, settings.model ?? null);
    const models = await this.#models();
    return models.create(id, {
      model: settings.model ?? null,
      credentials: settings.credentials ?? {},
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    });
  }

  canDraft(id: string): boolean {
    return this.#builtIn.find((agent) => agent.id === id)?.capabilities.drafts ?? true;
  }

  async ids(): Promise<readonly string[]> {
    const own = [...this.#builtIn, ...this.#programs, ...this.#rows].map(({ id }) => id);
    return [...own, ...PROVIDER_IDS];
  }

  async list(now = Date.now()): Promise<AgentInfo[]> {
    const marks = await listDegraded(this.#dataDir, now);
    const rows = await Promise.all(this.#rows.map((row) => this.#rowInfo(row)));
    const models = await (await this.#models()).list();
    const agents: AgentInfo[] = [
      ...this.#builtIn.map(({ id, name, detail, capabilities }) => ({
        id,
        name,
        available: true,
        detail,
        capabilities,
      })),
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
    await Promise.all([...this.#builtIn.map((agent) => agent.close()), this.#prober.close()]);
  }

  async #installed(row: CliAgent, model: string | null): Promise<Agent> {
    if (model !== null && !MODEL_NAME.test(model))
      throw new JuryError(
        'bad_request',
        `model: ${JSON.stringify(model.slice(0, 60))} is no name of a model`,
      );
    const installed = await detect(row, this.#env, process, this.#prober.ask);
    if (installed !== null) {
      const refusal = refusalOf(row, installed) ?? (await this.#unconfined(row));
      if (refusal !== null) throw new JuryError('bad_request', `agent: ${refusal}`);
      const { createTableAgent } = await tableAgents();
      const choice = { model, probe: this.#prober.ask };
      const agent = await createTableAgent(row, installed, choice, this.#env, this.#limits);
      return installed.version === null ? agent : { ...agent, versions: { [row.id]: installed.version } };
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
    const unconfined = await this.#unconfined(row);
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
      next: !supported ? `Update it: ${install}` : (unconfined ?? (loggedIn === true ? null : login.how)),
    };
  }

  /** Only who was never tried has to wait until a sandbox has been looked for. */
  async #unconfined(row: CliAgent): Promise<string | null> {
    if (row.triedVersion !== null) return null;
    const { findSandbox, sandboxModeOf } = await import('./sandbox.ts');
    const mode = sandboxModeOf(this.#env);
    return mode === 'off' ? null : refusalWithoutSandbox(row, mode, await findSandbox());
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
  if (version === null)
    return supported ? 'version not known' : `version not known, needs ${row.minimumVersion}`;
  return supported ? version : `${version}, older than ${row.minimumVersion}`;
}

/** Two hundred files of transports and their schemas: a review that only measures must not pay for them. */
function tableAgents(): Promise<typeof import('./table-agent.ts')> {
  return import('./table-agent.ts');
}
