/**
 * Configuration that is code: `jury.config.ts` and its kin. It is a project's, so it runs only when the user has allowed exactly
 * this content, and never in CI unless a flag says so. What runs is the text that was hashed, in a process that has neither
 * our environment nor files, programs or a network: it is one file, and the hash covers all of it.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename, dirname, extname, relative } from 'node:path';
import { juryCommand } from '../command-name.ts';
import { readForeign, typed } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { readVariable } from '../env.ts';
import { readConsents } from '../home/consents.ts';
import { OwnFileError } from '../home/ownership.ts';
import { stateHome } from '../home/places.ts';
import { fileRefusal } from '../library/subjects.ts';
import { quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';

export const CODE_NAMES = [
  'jury.config.ts',
  'jury.config.mts',
  'jury.config.js',
  'jury.config.mjs',
  'jury.config.cjs',
] as const;

const MAX_CODE_BYTES = 1_048_576;
const MAX_VALUE_BYTES = 1_048_576;
const PATIENCE_MS = 10_000;
/** What it may know of where it runs. */
const VISIBLE = ['CI', 'NODE_ENV', 'LANG', 'LC_ALL', 'TZ'] as const;

/** Yields the default export of a configuration file that is code, or refuses. */
export type ConfigCode = (file: string) => Promise<unknown>;

export function configCode(shell: Shell, isTrusted: boolean | undefined): ConfigCode {
  return async (file) => {
    const name = relative(shell.cwd, file) || basename(file);
    const source = await readSource(file, name);
    if (isTrusted !== true) await refuseUnknown(shell, name, hashOf(source));
    return defaultExport(shell, file, name, source);
  };
}

export function hashOf(source: Buffer): string {
  return createHash('sha256').update(source).digest('hex');
}

async function refuseUnknown(shell: Shell, name: string, sha256: string): Promise<void> {
  if (readVariable(shell.env, 'CI') === true)
    throw new Refusal(
      `${name} is code of this project and is not run where CI is set. Keep the settings in jury.config.json, or give --trust-config where nobody but you can change it.`,
    );
  const consents = await readConsents(stateHome(shell.env, shell.platform)).catch((error: unknown) => {
    throw error instanceof OwnFileError ? new Refusal(`${error.message}.`) : error;
  });
  if (!consents.some((consent) => consent.sha256 === sha256))
    throw new Refusal(
      `${name} is code of this project and was not run: nobody has allowed what it says now. Read it, then: ${juryCommand()} trust ${name}. Settings in jury.config.json need no such step.`,
    );
}

/** What is hashed is what runs. */
export async function readSource(file: string, name: string): Promise<Buffer> {
  try {
    return Buffer.from(readForeign(file, typed(file, MAX_CODE_BYTES, dirname(file))));
  } catch (error) {
    if (error instanceof ForeignFileError && error.reason === 'too_large')
      throw new Refusal(`${name} is larger than 1 MiB; it is no configuration.`, { cause: error });
    throw fileRefusal(error, name);
  }
}

/** Reads the source from standard input and says the value, or what is wrong, on descriptor 3. */
const LOADER = `
const { readFileSync, writeSync } = require('node:fs');
const { stripTypeScriptTypes, builtinModules } = require('node:module');
const say = (value) => {
  const bytes = Buffer.from(JSON.stringify(value) ?? '{}');
  for (let at = 0; at < bytes.length; ) at += writeSync(3, bytes, at);
  process.exit(0);
};
const fail = (error) => say({ error: String(error?.message ?? error).slice(0, 2000), code: error?.code });
const [kind] = process.argv.slice(1);
const source = readFileSync(0, 'utf8');
const load = async () => {
  const code = kind.endsWith('ts') ? stripTypeScriptTypes(source) : source;
  if (kind === '.cjs') {
    const module = { exports: undefined };
    const own = (name) => {
      if (!builtinModules.includes(name.replace(/^node:/, ''))) throw new Error('Failed to resolve module specifier "' + name + '"');
      return require(name);
    };
    new Function('module', 'exports', 'require', code)(module, {}, own);
    return module.exports;
  }
  return (await import('data:text/javascript;base64,' + Buffer.from(code).toString('base64'))).default;
};
load().then((value) => say({ value, isThere: value !== undefined }), fail);
process.on('uncaughtException', fail);
`;

async function defaultExport(shell: Shell, file: string, name: string, source: Buffer): Promise<unknown> {
  const said = await evaluate(shell, extname(file), source);
  if (said === null)
    throw new Refusal(
      `${name} gave no value within ${PATIENCE_MS / 1_000} s, or one larger than 1 MiB; it must only export one.`,
    );
  if (said.error !== undefined)
    throw new Refusal(`${name} cannot be loaded: ${reasonOf(said.error, said.code)}`);
  if (said.isThere !== true)
    throw new Refusal(`${name} has no default export; end it with "export default { … }".`);
  return said.value;
}

function reasonOf(message: string, code: string | undefined): string {
  const imported = /Failed to resolve module specifier "([^"]{1,200})"/.exec(message)?.[1];
  if (imported !== undefined)
    return `it imports ${quoted(imported)}. Configuration that is code is one file and imports nothing but Node's own modules.`;
  if (code === 'ERR_ACCESS_DENIED' || /access to this API has been restricted/i.test(message))
    return 'it wants to read files, start programs or use the network, which configuration may not.';
  return message;
}

interface Said {
  value?: unknown;
  isThere?: boolean;
  error?: string;
  code?: string;
}

/** Null where it said nothing that can be read in time. */
function evaluate(shell: Shell, kind: string, source: Buffer): Promise<Said | null> {
  const visible = VISIBLE.flatMap((variable) => {
    const value = shell.env[variable];
    return value === undefined ? [] : [[variable, value]];
  });
  const child = spawn(shell.nodePath, ['--permission', '--no-warnings', '--eval', LOADER, '--', kind], {
    cwd: '/',
    env: Object.fromEntries(visible) as NodeJS.ProcessEnv,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  const answer = child.stdio[3];
  let text = '';
  answer?.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
    if (text.length > MAX_VALUE_BYTES) child.kill('SIGKILL');
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(source);
  return new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', () => {
      try {
        resolve(JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) as Said);
      } catch {
        resolve(null);
      }
    });
  });
}
