/** Configuration that is code: it runs when the user has allowed this content, alone, and with nothing of ours. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configCode } from './config-code.ts';
import { readConfigFile } from './config-file.ts';
import { run as skills } from './skills.ts';
import { recordingShell } from './test/recording-shell.ts';
import { run as trust } from './trust.ts';

let home: string;
let project: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'jury-trust-')));
  project = join(home, 'work');
  mkdirSync(project);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(project, name), text);

async function call(command: typeof trust, args: string[] = [], env = {}) {
  const { shell, output, errors } = recordingShell(project, { HOME: home, ...env });
  return { status: await command(args, shell), out: output(), errors: errors() };
}

/** What a command reads, or why not. */
async function read({ env = {}, flag = false } = {}): Promise<unknown> {
  const { shell } = recordingShell(project, { HOME: home, ...env });
  const {
    file: _file,
    suppress: _suppress,
    ...config
  } = await readConfigFile(project, undefined, configCode(shell, flag)).catch((error: Error) => ({
    refused: error.message,
    file: null,
    suppress: [],
  }));
  return config;
}
const refused = (words: string) => ({ refused: expect.stringContaining(words) });

test('data needs no consent; code runs only when its content was allowed, and a change is asked for again', async () => {
  write('jury.config.json', '{"threshold":6}');
  expect(await read()).toEqual({ threshold: 6 });
  expect((await call(trust, ['jury.config.json'])).errors).toContain('needs no consent');
  write('jury.config.ts', 'const n: number = 7; export default { threshold: n };');
  expect(await read()).toEqual(
    refused('was not run: nobody has allowed what it says now. Read it, then: jury trust jury.config.ts.'),
  );
  expect((await call(skills)).status).toBe(2);
  expect(await call(trust)).toMatchObject({
    status: 0,
    out: expect.stringContaining('Allowed: jury.config.ts'),
  });
  expect(await read()).toEqual({ threshold: 7 });
  expect((await call(skills)).status).toBe(0);
  write('jury.config.ts', 'const n: number = 8; export default { threshold: n };');
  expect(await read()).toEqual(refused('nobody has allowed'));
});

test('where CI is set a consent does not count: only the flag does', async () => {
  write('jury.config.mjs', 'export default { threshold: 5 };');
  await call(trust);
  expect(await read()).toEqual({ threshold: 5 });
  expect(await read({ env: { CI: 'true' } })).toEqual(refused('is not run where CI is set'));
  expect(await read({ env: { CI: 'true' }, flag: true })).toEqual({ threshold: 5 });
});

test('a consent is listed and taken back, by file or by hash', async () => {
  write('jury.config.ts', 'export default {};');
  const { sha256 } = JSON.parse((await call(trust, ['--json'])).out);
  expect((await call(trust, ['--list'])).out).toContain(`${sha256.slice(0, 12)} 20`);
  expect((await call(trust, ['--revoke', 'jury.config.ts'])).out).toContain('No longer allowed');
  expect(await read()).toEqual(refused('nobody has allowed'));
  await call(trust);
  expect((await call(trust, ['--revoke', sha256.slice(0, 12)])).status).toBe(0);
  expect((await call(trust, ['--list'])).out).toBe('Nothing is allowed.\n');
  expect((await call(trust, ['--revoke', 'jury.config.ts'])).status).toBe(2);
});

test('consents that others may have written do not count', async () => {
  write('jury.config.ts', 'export default {};');
  await call(trust);
  chmodSync(join(home, '.local/state/design-jury/trust.json'), 0o666);
  expect(await read()).toEqual(
    refused('can be written by others (mode 0666), so it is not used. Run: chmod 600'),
  );
});

test.each([
  ['ts', 'import { x } from "./other.ts"; export default x;', 'it imports "./other.ts"'],
  ['mts', 'import z from "zod"; export default { threshold: 1 };', 'it imports "zod"'],
  ['cjs', 'module.exports = require("./other.js");', 'it imports "./other.js"'],
  ['mjs', 'await import("file://PROJECT/other.mjs"); export default {};', 'wants to read files'],
  [
    'mjs',
    'import { readFileSync } from "node:fs"; export default { brief: readFileSync("/etc/passwd", "utf8") };',
    'wants to read files',
  ],
  [
    'mjs',
    'import { writeFileSync } from "node:fs"; writeFileSync("PROJECT/canary", "x"); export default {};',
    'wants to read files',
  ],
  [
    'mjs',
    'import { execSync } from "node:child_process"; execSync("touch PROJECT/canary"); export default {};',
    'wants to read files',
  ],
  [
    'mjs',
    'import { connect } from "node:net"; await new Promise((_, no) => connect(9, "127.0.0.1").on("error", no)); export default {};',
    'use the network',
  ],
  ['js', 'module.exports = {};', 'has no default export'],
  ['js', 'export default {', 'cannot be loaded'],
  ['ts', 'export const threshold = 3;', 'has no default export'],
  ['ts', 'setTimeout(() => { throw new Error("late"); }); await new Promise(() => {});', 'late'],
  ['ts', 'export default { treshold: 3 };', '"treshold" is not a known key'],
])('.%s that says %s is refused even when it was allowed', async (ending, code, words) => {
  write(`jury.config.${ending}`, code.replaceAll('PROJECT', project));
  write(
    'other.ts',
    `import { writeFileSync } from 'node:fs'; writeFileSync('${project}/canary', ''); export const x = {};`,
  );
  write('other.mjs', `import { writeFileSync } from 'node:fs'; writeFileSync('${project}/canary', '');`);
  await call(trust);
  expect(await read()).toEqual(refused(words));
  expect(existsSync(join(project, 'canary'))).toBe(false);
});

test('it sees nothing of our environment but what it is told of where it runs', async () => {
  write(
    'jury.config.cjs',
    'module.exports = { brief: Object.keys(process.env).sort().join(" ") + " " + process.cwd() };',
  );
  const env = { GITHUB_TOKEN: 'planted', ANTHROPIC_API_KEY: 'planted', CI: '1' };
  expect(await read({ env, flag: true })).toEqual({ brief: 'CI LANG /' });
});
