/** What a review pays for telemetry before it begins: which modules are loaded when nobody collects anything. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'jury-loaded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tells every module by its address, as it is loaded. */
const TELLING = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write('LOAD ' + url + '\\n'); return next(url, context); } });`;

test('a review loads no metrics, no exporter and nothing of OpenTelemetry', async () => {
  const page = join(folder, 'page.html');
  writeFileSync(
    page,
    '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1><p>With text.</p></html>',
  );
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [
      ...['--import', `data:text/javascript,${encodeURIComponent(TELLING)}`, MAIN, 'review', page],
      ...['--data', join(folder, 'data'), '--out', join(folder, 'out')],
    ],
    {
      cwd: folder,
      env: { HOME: folder, PATH: process.env.PATH, TMPDIR: folder },
      maxBuffer: 32 * 1024 * 1024,
    },
  ).catch((error: { stderr: string }) => error);
  const loaded = [...stderr.matchAll(/^LOAD (.*)$/gm)].map(([, url = '']) => url);
  expect(loaded.some((url) => url.endsWith('/src/telemetry/observer.ts'))).toBe(true);
  expect(
    loaded.filter((url) =>
      /\/(?:prom-client|@opentelemetry)\/|\/telemetry\/(?:metrics|series|tracer)\.ts$/.test(url),
    ),
  ).toEqual([]);
  expect(
    loaded.filter((url) => url.includes('/telemetry/otlp/')).map((url) => url.split('/').at(-1)),
  ).toEqual(['wanted.ts']);
});
