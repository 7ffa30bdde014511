/**
 * A real Prometheus that scrapes a real daemon: every question of the dashboard has an answer, and every alert fires when it
 * should and only then. Where Prometheus cannot be had, that is said.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CRITIQUE_STATUSES } from '@design-jury/contracts/theater/critique';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ensurePackage, findProgram } from '../../../../scripts/debian-packages.mjs';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { markDegraded } from '../agents/degraded.ts';
import { place } from '../cli/test/jury.ts';
import { installFakes } from '../host/test/engine.ts';
import { readDashboard } from './test/dashboard.ts';

const TOOLS = fileURLToPath(new URL('../../../../tools/dev/', import.meta.url));
const RULES = join(TOOLS, 'alerts/critique.rules.yml');
const TESTS = join(TOOLS, 'alerts/critique.test.yml');
const OPERATIONS = fileURLToPath(new URL('../../../../docs/operations.md', import.meta.url));
const run = promisify(execFile);

/** Why there is no Prometheus here; null when there is one. */
function missing(): string | null {
  try {
    ensurePackage('prometheus', 'prometheus');
    return findProgram('promtool') === null ? 'promtool was not found beside prometheus' : null;
  } catch (error) {
    return (error as Error).message;
  }
}

const dashboard = readDashboard();
const rules = parse(readFileSync(RULES, 'utf8')) as {
  groups: {
    rules: {
      alert: string;
      expr: string;
      for: string;
      labels: { severity: 'page' | 'warning' | 'info' };
      annotations: { summary: string; runbook: string };
    }[];
  }[];
};
const alerts = rules.groups.flatMap((group) => group.rules);

/** A panel shows its line reached from the value on: what fires at any at all has the least above nothing. */
const ANY = 0.001;
const COLORS = { page: 'red', warning: 'orange', info: 'blue' } as const;

/** Without white space, the choice of adapters, and the time that is looked at. */
function bare(expr: string): string {
  return expr
    .replaceAll(/\s/g, '')
    .replaceAll(/,?adapter=~"\$adapter"/g, '')
    .replaceAll('{}', '')
    .replaceAll(/\[[^\]]+\]/g, '');
}

/** Whether a series that was not there a window ago is above nothing: to a rate, its first value is no change. */
function bornWithin(asks: string): string {
  const [, by, series, window] = /^(.+) \(increase\((.+)\[(\w+)\]\)\)$/.exec(asks) ?? [];
  return `${by} (${series} unless last_over_time(${series}[${window}] offset ${window})) > 0`;
}

test('the dashboard draws the line of every alert where it fires, over the same question, and no other line', () => {
  const drawn = dashboard.panels.flatMap(({ fieldConfig, targets = [] }) => {
    const { thresholds, custom } = fieldConfig?.defaults ?? {};
    if (thresholds === undefined) return [];
    expect(custom?.thresholdsStyle?.mode).toBe('line');
    const [base, ...lines] = thresholds.steps;
    expect(base).toEqual({ color: 'green', value: null });
    return targets.map(({ expr }) => ({ asks: bare(expr), lines }));
  });
  const wanted = alerts.map(({ expr, labels: { severity } }) => {
    const [, asks = '', bound = '', born] = /^(.+?) > ([\d.]+)(?: or (.+))?$/.exec(expr) ?? [];
    // Nothing a panel could draw: what it draws has begun.
    if (born !== undefined) expect(born).toBe(bornWithin(asks));
    return { asks: bare(asks), lines: [{ color: COLORS[severity], value: Number(bound) || ANY }] };
  });
  const inOrder = (all: typeof drawn) => all.toSorted((a, b) => (a.asks < b.asks ? -1 : 1));
  expect(inOrder(drawn)).toEqual(inOrder(wanted));
});

test('every alert names a section of the operations page that is there', () => {
  const anchors = new Set(
    [...readFileSync(OPERATIONS, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  expect(alerts).toHaveLength(8);
  for (const { annotations } of alerts) expect(anchors).toContain(annotations.runbook.split('#')[1]);
});

test('every alert fires on what it is for, and not on a little less', async ({ skip }) => {
  const problem = missing();
  if (problem !== null) return skip(problem);
  const folder = join(TOOLS, 'alerts');
  const tests = readFileSync(TESTS, 'utf8');
  for (const { alert } of alerts) {
    expect(tests).toContain(`name: ${alert} fires`);
    expect(tests).toContain(`name: ${alert} does not fire`);
  }
  await run('promtool', ['check', 'rules', RULES]);
  const { stdout } = await run('promtool', ['test', 'rules', 'critique.test.yml'], { cwd: folder });
  expect(stdout).toContain('SUCCESS');
});

test('every alert that any at all fires hears the first of a series, whether or not its 0 was seen', () => {
  const any = alerts.filter(({ expr }) => expr.endsWith(' > 0'));
  expect(any.map(({ alert }) => alert)).toEqual([
    'CritiqueOversizeBlocks',
    'CritiqueCliCrashes',
    'CritiqueAdapterUnsupported',
  ]);
  const tests = readFileSync(TESTS, 'utf8');
  for (const { alert, expr } of any) {
    expect(expr).toContain(' unless ');
    expect(tests).toContain(`name: ${alert} fires where its series is born with its first event`);
  }
});

test('an alert that did not wait for its time would fail its own test', async ({ skip }) => {
  const problem = missing();
  if (problem !== null) return skip(problem);
  using here = place();
  const waiting = alerts.filter((rule) => rule.for !== '0m');
  expect(waiting).toHaveLength(7);
  const { tests, ...head } = parse(readFileSync(TESTS, 'utf8')) as { tests: { name: string }[] };
  for (const rule of waiting) {
    const own = tests.filter(({ name }) => name === `${rule.alert} fires`);
    const write = (name: string, holds: unknown) =>
      writeFileSync(join(here.folder, name), JSON.stringify(holds));
    write('critique.test.yml', { ...head, tests: own });
    write('critique.rules.yml', { groups: [{ name: 'critique', rules: [{ ...rule, for: '0m' }] }] });
    const tested = run('promtool', ['test', 'rules', 'critique.test.yml'], { cwd: here.folder });
    await expect(tested, rule.alert).rejects.toMatchObject({ stderr: expect.stringContaining(rule.alert) });
  }
});

/** How each agent's run ends. */
const MIX = {
  good: ['plays', 'model-happy-2-rounds'],
  low: ['plays', 'model-below-threshold'],
  broken: ['plays', 'model-malformed-unclosed-dim'],
  huge: ['plays', 'model-oversize-300kb'],
  pageless: ['plays', 'model-missing-artifact'],
  gone: ['crashes', 'model-happy-2-rounds', '3'],
  stuck: ['stalls', 'model-happy-2-rounds'],
  silent: ['silent'],
  alone: ['page-alone'],
  aside: ['page-alone'],
} as const;
/** Who stays below the threshold does so often enough for a share of all runs. */
const MORE_LOW = 5;
/** Alerts that any at all fires: also where a first run is over before anybody looked. */
const AT_ONCE = ['CritiqueOversizeBlocks', 'CritiqueCliCrashes', 'CritiqueAdapterUnsupported'];
/** Long for an agent that plays a file, short for one that never ends. */
const ROUND_MS = String(6_000 * machinePace());

test('every question of the dashboard is answered from a daemon that played every end a run can have', {
  timeout: 120_000 * machinePace(),
}, async ({ skip }) => {
  const problem = missing();
  if (problem !== null) return skip(problem);
  using here = place();
  const dataDir = join(here.folder, 'data');
  const fakes = installFakes(here.folder, MIX);
  await markDegraded(dataDir, 'aside', 'two cycles failed', Date.now());
  const token = 'a-token-of-the-test-that-is-long-enough';
  const ready = Promise.withResolvers<{ url: string; child: ChildProcess }>();
  let told = '';
  const env = {
    ...fakes,
    OD_TOKEN: token,
    OD_CRITIQUE_ROUND_TIMEOUT_MS: ROUND_MS,
    OD_CRITIQUE_GROUNDING: 'off',
    OD_CRITIQUE_MAX_CONCURRENT_RUNS: '4',
  };
  const ended = here.start(
    ['serve', '--port', '0', '--json', '--data', dataDir],
    (text, child) => {
      told += text;
      const [, url] = /"url":"([^"]+)"/.exec(told) ?? [];
      if (url !== undefined) ready.resolve({ url, child });
    },
    env,
  );
  ended.then(({ stderr }) => ready.reject(new Error(stderr)), ready.reject);
  const { url, child } = await ready.promise;
  const ask = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const prometheus = await startPrometheus(here.folder, new URL(url).host, token);
  try {
    // Twice: a rate is made of two moments, and the first of a series is its beginning. Who never ends takes long enough once.
    const agents = [...Object.keys(MIX), ...Array.from({ length: MORE_LOW }, () => 'low')];
    const firing = async (): Promise<string[]> => {
      const answers = await Promise.all(alerts.map(({ expr }) => prometheus.query(expr)));
      return alerts.flatMap(({ alert }, at) => (answers[at]?.length ? [alert] : []));
    };
    await playMix(ask, agents);
    await prometheus.scraped();
    expect(await firing()).toEqual(expect.arrayContaining(AT_ONCE));
    await playMix(
      ask,
      agents.filter((agent) => agent !== 'stuck'),
    );
    await prometheus.scraped();
    const statuses = await prometheus.query('sum by (status) (open_design_critique_runs_total) > 0');
    expect(new Set(statuses.map(({ metric }) => metric.status))).toEqual(new Set(CRITIQUE_STATUSES));
    const silent: string[] = [];
    for (const { title, targets = [] } of dashboard.panels) {
      for (const { expr } of targets) {
        const filled = expr.replaceAll('$window', '5m').replaceAll('$adapter', '.*');
        const answers = await prometheus.query(filled);
        if (!answers.some(({ value }) => Number.isFinite(Number(value[1]))))
          silent.push(`${title}: ${filled}`);
      }
    }
    expect(silent).toEqual([]);
    const increases = await prometheus.query('sum(increase(open_design_critique_runs_total[5m]))');
    expect(Number(increases[0]?.value[1])).toBeGreaterThan(0);
    expect(await firing()).toEqual(alerts.map(({ alert }) => alert));
  } finally {
    await prometheus.stop();
    child.kill('SIGTERM');
    await ended;
  }
});

const PAGE =
  '<!doctype html><html><head><title>t</title></head><body><img src="a.png"><p style="color:#aaa;background:#fff">Pale words that are hard to read on this page.</p><a href="#">click here</a></body></html>';

type Ask = <Answer>(path: string, body?: unknown) => Promise<Answer>;

/** Starts one run of each kind, stops the one that never speaks, and waits until all of them are over. */
async function playMix(ask: Ask, agents: readonly string[]): Promise<void> {
  const runs: { projectId: string; id: string }[] = [];
  const start = async (body: Record<string, unknown>): Promise<void> => {
    const { id } = await ask<{ id: string }>('/api/projects', { name: 'mix' });
    const { run: started } = await ask<{ run: { id: string } }>(`/api/projects/${id}/runs`, body);
    runs.push({ projectId: id, id: started.id });
  };
  for (const agent of agents)
    await start({
      brief: 'A page about harbours.',
      agent,
      onUnattended: 'defer',
      ...(agent === 'alone' && { critique: false }),
    });
  await start({ artifact: { content: PAGE }, agent: 'grounded', browser: 'never' });
  const silent = runs[agents.indexOf('silent')];
  for (;;) {
    const states = await Promise.all(
      runs.map(async ({ projectId, id }) => {
        const { run: now } = await ask<{ run: { state: string } }>(`/api/projects/${projectId}/runs/${id}`);
        return now.state;
      }),
    );
    if (states[runs.indexOf(silent as (typeof runs)[number])] === 'running')
      await ask(`/api/projects/${silent?.projectId}/critique/${silent?.id}/interrupt`, {});
    if (states.every((state) => state !== 'queued' && state !== 'running')) return;
    await delay(100);
  }
}

interface Answered {
  metric: Record<string, string>;
  value: [number, string];
}

async function startPrometheus(folder: string, target: string, token: string) {
  const config = join(folder, 'prometheus.yml');
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [RULES],
      scrape_configs: [
        {
          job_name: 'design-jury',
          authorization: { credentials: token },
          static_configs: [{ targets: [target] }],
        },
      ],
    }),
  );
  const port = await freePort();
  const child = spawn(
    ensurePackage('prometheus', 'prometheus'),
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const query = async (expr: string): Promise<Answered[]> => {
    const response = await fetch(
      `http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query: expr })}`,
    );
    const { status, error, data } = (await response.json()) as {
      status: string;
      error?: string;
      data: { result: Answered[] };
    };
    if (status !== 'success') throw new Error(`${expr}: ${error}`);
    return data.result;
  };
  const samples = async (): Promise<number> =>
    Number((await query('count_over_time(up[10m])').catch(() => []))[0]?.value[1] ?? 0);
  return {
    query,
    /** Resolves when it has looked twice more, after the look that may be under way. */
    async scraped(): Promise<void> {
      const before = await samples();
      while ((await samples()) < before + 3) await delay(100);
      const up = await query('up');
      expect(up[0]?.value[1], 'the daemon lets itself be scraped').toBe('1');
    },
    async stop(): Promise<void> {
      const over = once(child, 'exit');
      child.kill('SIGTERM');
      await over;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
