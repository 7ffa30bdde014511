/** Agents that are model APIs. Keys and addresses are looked up when a session is opened, never kept. */

import type { Credentials } from '@design-jury/contracts/credentials';
import { type Env, readVariable } from '../../env.ts';
import type { ModelVariable } from '../../env-table.ts';
import { GuardError } from '../../net/guard.ts';
import { type FoundKey, KeyFileError, type KeyRing } from '../keys.ts';
import { Redactor } from '../redact.ts';
import { type Agent, AgentUnavailableError } from '../session.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createOperatorFetch } from './operator-fetch.ts';
import { refusingPages } from './page-answer.ts';
import { PROVIDER_IDS, PROVIDERS, type Provider, type ProviderId } from './providers.ts';
import { RETRY_POLICY, type RetryPolicy } from './retry.ts';
import { ModelSession } from './session.ts';

export interface ModelChoice {
  /** Null: what the environment says, or the provider's own default. */
  model: string | null;
  /** Of the request; used for its session and kept nowhere. */
  credentials?: Credentials;
  /** What was said before, for a conversation that began elsewhere. */
  history?: readonly { role: 'user' | 'assistant'; content: string }[];
  instructions?: string;
  /** For models that take one; others do without. @default the provider's own */
  temperature?: number;
}

export interface ModelStatus {
  id: ProviderId;
  name: string;
  /** True when a session could be opened: a key, an address and a model are there. */
  ready: boolean;
  /** The model that would be asked, or the next step. Holds no key and no part of one. */
  detail: string;
}

export interface ModelAgents {
  /** The model that would be asked; null for an id that is not a provider's, and where none is chosen. */
  modelFor(id: string, chosen: string | null): { provider: ProviderId; model: string } | null;
  /** Null for an id that is not a provider's. */
  create(id: string, choice: ModelChoice): Agent | null;
  list(): Promise<ModelStatus[]>;
}

export interface ModelAgentOptions {
  env: Env;
  keys: KeyRing;
  /** Carries a request's own address: behind the guard. */
  guardedFetch: typeof fetch;
  retry?: RetryPolicy;
}

export function createModelAgents(options: ModelAgentOptions): ModelAgents {
  return {
    modelFor(id, chosen) {
      const provider = providerOf(id);
      const model = provider === null ? null : chosenModel(provider, chosen, options.env);
      return provider === null || model === null ? null : { provider: provider.id, model };
    },
    create(id, choice) {
      const provider = providerOf(id);
      return provider === null ? null : modelAgent(provider, choice, options);
    },
    list: () => Promise.all(PROVIDER_IDS.map((id) => statusOf(PROVIDERS[id], options))),
  };
}

function providerOf(id: string): Provider | null {
  const known = PROVIDER_IDS.find((providerId) => providerId === id);
  return known === undefined ? null : PROVIDERS[known];
}

function modelAgent(provider: Provider, choice: ModelChoice, options: ModelAgentOptions): Agent {
  const { id, name, structured } = provider;
  return {
    id,
    name,
    capabilities: {
      turns: 'conversational',
      deltas: 'token',
      usage: true,
      structured,
      promptLimitBytes: null,
      transport: 'model-api',
      readsPrompt: true,
      measures: false,
      drafts: true,
    },
    async open(_request, signal) {
      try {
        signal.throwIfAborted();
        const { env, keys, guardedFetch, retry = RETRY_POLICY } = options;
        const modelId = modelOf(provider, choice.model, env);
        const address = addressOf(provider, choice.credentials, env);
        const key = await keyOf(provider, choice.credentials, keys);
        const heartbeat = createHeartbeat();
        const model = await provider.connect(
          {
            baseUrl: address.url,
            apiKey: key?.value ?? null,
            fetch: heartbeat.watch(
              refusingPages(
                address.from === 'request' ? guardedFetch : createOperatorFetch(),
                address.from === 'request' ? 'baseUrl' : (provider.baseUrlVariables[0] ?? 'the base URL'),
              ),
            ),
          },
          modelId,
        );
        const redactor = new Redactor(key === null ? [] : [key.value]);
        return new ModelSession(
          {
            provider: id,
            providerName: name,
            modelId,
            model,
            redactor,
            keyFrom: key?.from ?? null,
            retry,
            heartbeat,
            history: choice.history ?? [],
            instructions: choice.instructions ?? null,
            temperature: choice.temperature ?? null,
          },
          signal,
        );
      } catch (error) {
        if (error instanceof AgentUnavailableError) throw error;
        const message = error instanceof Error ? error.message : String(error);
        throw new AgentUnavailableError(`${name} cannot be used: ${new Redactor().message(message)}`);
      }
    },
  };
}

function modelOf(provider: Provider, chosen: string | null, env: Env): string {
  const model = chosenModel(provider, chosen, env);
  if (model !== null) return model;
  throw new AgentUnavailableError(
    `${provider.name}: no model is chosen. Name one with --model, or set ${provider.modelVariable}.`,
  );
}

function chosenModel(provider: Provider, chosen: string | null, env: Env): string | null {
  return chosen ?? firstSet(env, [provider.modelVariable, 'OD_MODEL']) ?? provider.defaultModel;
}

interface Address {
  url: string;
  from: 'request' | 'operator';
}

function addressOf(provider: Provider, credentials: Credentials | undefined, env: Env): Address {
  const own = credentials?.baseUrl;
  const url = own ?? firstSet(env, provider.baseUrlVariables) ?? provider.defaultBaseUrl;
  const [variable] = provider.baseUrlVariables;
  if (url === null)
    throw new AgentUnavailableError(
      `${provider.name}: no address is given. Set ${variable} to its base URL, such as http://127.0.0.1:8000/v1.`,
    );
  const normalised = provider.normaliseBaseUrl(url);
  const { protocol } = URL.parse(normalised) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new AgentUnavailableError(
      `${provider.name}: ${own === undefined ? variable : 'baseUrl'} is not an address; it takes https://host/path.`,
    );
  return { url: normalised, from: own === undefined ? 'operator' : 'request' };
}

async function keyOf(
  provider: Provider,
  credentials: Credentials | undefined,
  keys: KeyRing,
): Promise<FoundKey | null> {
  if (credentials?.apiKey !== undefined) return { value: credentials.apiKey, from: 'the request' };
  // A key of the operator's is never sent to an address that a request has named.
  const found =
    credentials?.baseUrl === undefined ? await keys.find(provider.id, provider.keyVariables) : null;
  if (found !== null) return found;
  if (!provider.needsKey) return null;
  throw new AgentUnavailableError(`${provider.name}: ${keyHint(provider, credentials)}`);
}

function keyHint(provider: Provider, credentials?: Credentials): string {
  if (credentials?.baseUrl !== undefined)
    return 'a request that names its own baseUrl brings its own apiKey.';
  const [variable] = provider.keyVariables;
  const where = provider.keyPage === null ? '' : ` (keys are made at ${provider.keyPage})`;
  return `no key. Set ${variable}${where}, or put it into the keys file under "${provider.id}".`;
}

async function statusOf(provider: Provider, { env, keys }: ModelAgentOptions): Promise<ModelStatus> {
  const { id, name } = provider;
  try {
    const model = modelOf(provider, null, env);
    addressOf(provider, undefined, env);
    await keyOf(provider, undefined, keys);
    return { id, name, ready: true, detail: model };
  } catch (error) {
    const known =
      error instanceof AgentUnavailableError || error instanceof KeyFileError || error instanceof GuardError;
    const message = known ? error.message.replace(`${name}: `, '') : 'it cannot be used';
    return { id, name, ready: false, detail: message };
  }
}

function firstSet(env: Env, variables: readonly ModelVariable[]): string | null {
  for (const name of variables) {
    const value = readVariable(env, name);
    if (value !== undefined) return value;
  }
  return null;
}
