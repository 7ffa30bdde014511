/** Where real CLIs play in tests: a process of its own, in a network of its own where the system can give one. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../../../../../scripts/compile-cache.ts';
import { BUNDLES, testProgram } from '../../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { isolatingPrefix } from '../isolation.ts';
import type { BriefToPageOrder, BriefToPageReport } from './brief-to-page.ts';
import type { LiveOrder, LiveReport } from './live-alone.ts';
import type { PerformanceOrder, PerformanceReport } from './performance.ts';

const PERFORM = fileURLToPath(new URL('./perform.ts', import.meta.url));
const LIVE = fileURLToPath(new URL('./live-alone.ts', import.meta.url));
const BRIEF_TO_PAGE = fileURLToPath(new URL('./brief-to-page.ts', import.meta.url));
/** Against a stage that hangs; the deadlines under test are far below. */
const LONGEST_MS = 120_000 * machinePace();

let prefix: readonly string[] | null = null;

export function performAlone(order: PerformanceOrder): Promise<PerformanceReport> {
  return playAlone(PERFORM, order, `${order.agent} ${order.scenario}`);
}

export function briefToPageAlone(order: BriefToPageOrder): Promise<BriefToPageReport> {
  return playAlone(BRIEF_TO_PAGE, order, `${order.agent}, from a brief to a page`);
}

export function liveAlone(order: LiveOrder): Promise<LiveReport> {
  return playAlone(LIVE, order, `${order.agent}, live`);
}

/** Any program that takes one order as JSON and prints one report as JSON. */
export function playAlone<Report>(program: string, order: object, name: string): Promise<Report> {
  prefix ??= isolatingPrefix();
  const [command = process.execPath, ...args] = [
    ...prefix,
    process.execPath,
    ...testProgram(program),
    JSON.stringify(order),
  ];
  const child = spawn(command, args, {
    // An environment made from nothing: no key of this machine can be in it.
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LANG: 'C.UTF-8',
      ...COMPILE_CACHE,
      ...BUNDLES,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  let out = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(out));
      else reject(new Error(`${name}: the stage ended with ${signal ?? code}: ${errors}`));
    });
  });
}
