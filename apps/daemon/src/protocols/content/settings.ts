/** Where settings of the content pipeline come from: a flag, else a variable, else the project's file, else the default. */
import {
  type ContentSettings,
  ContentSettingsSchema,
  DEFAULT_CONTENT_SETTINGS,
} from '@design-jury/contracts/content/settings';
import { ConfigError } from '../../env.ts';

export const CONTENT_ENV = {
  OD_CONTENT_CRITIC_CONCURRENCY: 'criticConcurrency',
  OD_CONTENT_RUN_CONCURRENCY: 'runConcurrency',
  OD_CONTENT_CRITIC_MAX_TOKENS: 'criticMaxTokens',
  OD_CONTENT_SELECTION_MAX_TOKENS: 'selectionMaxTokens',
  OD_CONTENT_AUTHOR_MAX_TOKENS: 'authorMaxTokens',
  OD_CONTENT_BRAND_MAX_TOKENS: 'brandMaxTokens',
  OD_CONTENT_TIME_BUDGET_MS: 'timeBudgetMs',
  OD_CONTENT_STATE_TTL_SECONDS: 'stateTtlSeconds',
  OD_CONTENT_LOCK_TTL_SECONDS: 'lockTtlSeconds',
  OD_CONTENT_SELECTION_RETRIES: 'selectionRetries',
  OD_CONTENT_CRITIC_RETRIES: 'criticRetries',
  OD_CONTENT_QUALITY_TARGET: 'qualityTarget',
  OD_CONTENT_EXHAUSTION_DRAFT: 'exhaustionDraft',
  OD_CONTENT_BRAND_FALLBACK: 'brandFallback',
} as const satisfies Record<string, keyof ContentSettings>;

/** Settings somebody gave, some or none of them; undefined counts as not given. */
export type GivenSettings = { [Key in keyof ContentSettings]?: ContentSettings[Key] | undefined };

export interface SettingsSource {
  env: Readonly<Record<string, string | undefined>>;
  /** Of the project's file, checked already. */
  file?: GivenSettings | undefined;
  /** Of the command line, checked already. */
  flags?: GivenSettings;
}

/** Throws a `ConfigError` that names the variable, its value and what it takes. */
export function readContentSettings({ env, file = {}, flags = {} }: SettingsSource): ContentSettings {
  const said: Partial<ContentSettings> = {};
  for (const [name, key] of Object.entries(CONTENT_ENV)) {
    const text = env[name]?.trim();
    if (text === undefined || text === '') continue;
    Object.assign(said, { [key]: settingOf(name, key, text) });
  }
  return Object.freeze({
    ...DEFAULT_CONTENT_SETTINGS,
    ...present(file),
    ...said,
    ...present(flags),
  });
}

const LONGEST_ECHO = 60;

function settingOf(name: string, key: keyof ContentSettings, text: string): unknown {
  const value = /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
  const parsed = ContentSettingsSchema.shape[key].safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const shown = text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
  throw new ConfigError(`${name} is ${JSON.stringify(shown)}; ${key}: ${issue?.message ?? 'is not valid'}`);
}

function present(given: GivenSettings): Partial<ContentSettings> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
