/** Where settings of the content pipeline come from: a flag, else a variable, else the project's file, else the default. */
import {
  type ContentSettings,
  ContentSettingsSchema,
  DEFAULT_CONTENT_SETTINGS,
} from '@design-jury/contracts/content/settings';
import { ConfigError } from '../../env.ts';
import { CONTENT_VARIABLES } from '../../env-table.ts';

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
  for (const [name, { setting: key }] of Object.entries(CONTENT_VARIABLES)) {
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
