/**
 * Where an agent finds its model: by the variables that name an address, by its own settings in the home, else the usual
 * places of its provider. Nothing else can be reached from a sandbox. Where it cannot be known, that is said, and the
 * network stays as it is.
 */
import { open } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { readVariable } from '../env.ts';
import type { Surroundings } from './environment.ts';

export interface Address {
  host: string;
  port: number;
}

export interface NetworkRule {
  /** Each names an address; where one is set, the usual places are not needed. */
  variables?: readonly string[];
  /** Usual places, its login's included. */
  hosts?: readonly string[];
  /** Its place is known by the key that is there. */
  keys?: readonly (keyof typeof PROVIDERS)[];
  /** Settings in the home, or in the folder a variable names: addresses in them are the user's own word. */
  settings?: readonly { variable?: string; path: string }[];
  /** Variables whose text is settings. */
  texts?: readonly string[];
  /** Any of these makes it ask somewhere that only the program knows. */
  unknownWith?: readonly string[];
  /** The same for files: logins that tell the provider. */
  unknownWithFiles?: readonly { variable?: string; path: string }[];
  /** Settings name a provider for each of the first, and its address only if the second is there as often. */
  pairs?: { provider: RegExp; address: RegExp };
}

export type Reach = { known: true; addresses: readonly Address[] } | { known: false; why: string };

/** Where a provider is, by the variable of its key. */
const PROVIDERS = {
  ANTHROPIC_API_KEY: 'api.anthropic.com',
  OPENAI_API_KEY: 'api.openai.com',
  GEMINI_API_KEY: 'generativelanguage.googleapis.com',
  GOOGLE_GENERATIVE_AI_API_KEY: 'generativelanguage.googleapis.com',
  OPENROUTER_API_KEY: 'openrouter.ai',
  OPENCODE_API_KEY: 'opencode.ai',
  GROQ_API_KEY: 'api.groq.com',
  XAI_API_KEY: 'api.x.ai',
  DEEPSEEK_API_KEY: 'api.deepseek.com',
  MISTRAL_API_KEY: 'api.mistral.ai',
  CEREBRAS_API_KEY: 'api.cerebras.ai',
  TOGETHER_API_KEY: 'api.together.xyz',
  MOONSHOT_API_KEY: 'api.moonshot.ai',
  ZAI_API_KEY: 'api.z.ai',
  CONTINUE_API_KEY: 'api.continue.dev',
} as const;

export const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const;
/** Settings are small; what is longer is not read to its end. */
const MAX_SETTINGS_BYTES = 1_048_576;
/** Each has a place of its own on the loopback inside. */
const MAX_ADDRESSES = 64;
const URLS = /\bhttps?:\/\/[^\s"'`<>\\,)\]}]+/g;
/** What an editor knows the settings by is no place the program goes to. */
const SCHEMA = /"\$schema"\s*:\s*"[^"]*"/g;
const HTTPS = 443;

export async function addressesOf(rule: NetworkRule | undefined, env: Surroundings): Promise<Reach> {
  const extra = (readVariable(env, 'OD_AGENT_HOSTS') ?? []).flatMap(addressIn);
  const proxies = PROXIES.flatMap((name) => addressIn(env[name] ?? ''));
  if (proxies.length > 0) return reach([...proxies, ...extra]);
  if (rule === undefined)
    return extra.length > 0
      ? reach(extra)
      : { known: false, why: 'nobody has tried which addresses it needs; OD_AGENT_HOSTS names them' };
  const odd = rule.unknownWith?.find((name) => (env[name] ?? '') !== '');
  if (odd !== undefined && extra.length === 0)
    return { known: false, why: `with ${odd} only the program knows its address; OD_AGENT_HOSTS names it` };
  const settings = await settingsOf(rule, env);
  const silent = await tellsNoAddress(rule, settings, env);
  if (silent !== null && extra.length === 0) return { known: false, why: silent };
  const named = (rule.variables ?? []).flatMap((name) => addressIn(env[name] ?? ''));
  const written = settings.flatMap(addressesIn);
  const usual =
    named.length > 0
      ? []
      : [
          ...(rule.hosts ?? []),
          ...(rule.keys ?? []).filter((name) => (env[name] ?? '') !== '').map((name) => PROVIDERS[name]),
        ].map((host) => ({ host, port: HTTPS }));
  const all = [...named, ...written, ...usual, ...extra];
  if (all.length === 0)
    return {
      known: false,
      why: 'its provider is told by its own login alone; OD_AGENT_HOSTS names its address',
    };
  return reach(all);
}

/** A number of the network cannot be given a place on the loopback, as a name can. */
function reach(all: readonly Address[]): Reach {
  const known = new Map(all.map((address) => [`${address.host}:${address.port}`, address]));
  const number = all.find(({ host }) => isIP(host) !== 0 && !isLoopback(host));
  if (number !== undefined)
    return { known: false, why: `${number.host} is a number, not a name, and cannot be reached from inside` };
  return { known: true, addresses: [...known.values()].slice(0, MAX_ADDRESSES) };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The texts of its settings, as far as there are any. */
async function settingsOf({ settings = [], texts = [] }: NetworkRule, env: Surroundings): Promise<string[]> {
  const found = texts.map((name) => env[name] ?? '');
  for (const place of settings) found.push(await beginning(place, env));
  return found;
}

/** Why its settings and logins do not tell where it goes; null where they may. */
async function tellsNoAddress(
  { unknownWithFiles = [], pairs }: NetworkRule,
  settings: readonly string[],
  env: Surroundings,
): Promise<string | null> {
  for (const place of unknownWithFiles)
    if (/\w/.test(await beginning(place, env)))
      return `its login in ${place.path} tells its provider; OD_AGENT_HOSTS names the address`;
  const count = (pattern: RegExp): number =>
    settings.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  return pairs !== undefined && count(pairs.provider) > count(pairs.address)
    ? 'its settings name a provider without an address; OD_AGENT_HOSTS names it'
    : null;
}

/** The user's own file; anything else there, or none, holds nothing. */
async function beginning(
  { variable, path }: { variable?: string; path: string },
  env: Surroundings,
): Promise<string> {
  const folder = variable === undefined ? readVariable(env, 'HOME') : env[variable];
  if (folder === undefined) return '';
  const file = await open(join(folder, path), 'r').catch(() => null);
  if (file === null) return '';
  try {
    if (!(await file.stat()).isFile()) return '';
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_SETTINGS_BYTES), 0, MAX_SETTINGS_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}

function addressesIn(text: string): Address[] {
  const said = text.replace(SCHEMA, '');
  return [...said.matchAll(URLS)].slice(0, MAX_ADDRESSES).flatMap(([url]) => addressIn(url));
}

/** Of an address, or of a host with or without its port. */
function addressIn(text: string): Address[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url === null || url.hostname === '' || !/^https?:$/.test(url.protocol)) return [];
  const port = url.port === '' ? (url.protocol === 'http:' ? 80 : HTTPS) : Number(url.port);
  return [{ host: url.hostname.replace(/^\[|\]$/g, '').toLowerCase(), port }];
}
