/** What programs have kept in the home by the name of our folders goes; everything else there is the user's. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEngine } from '../engine.ts';
import { CLI_AGENTS } from './cli-table.ts';
import { startTicks } from './process-group.ts';
import { sweepTraces } from './traces.ts';

const PLACES = CLI_AGENTS.flatMap(({ traces = [] }) => traces);
const gone = spawnSync('true').pid;

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'jury-traces-')));
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function keep(place: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(home, place, name), { recursive: true });
    await writeFile(join(home, place, name, 'chat.jsonl'), 'the brief');
  }
}

test.each(PLACES)('what a crash has left in %s goes with the next start', async (place) => {
  // As it is, in small letters, within a path and with a number behind it: each program has a way of its own.
  await keep(
    place,
    `jury-agent-${gone}-12345-AbCdEf`,
    `jury-agent-${gone}-12345-abcdef-1`,
    `-home-u--local-state-design-jury-agents-jury-agent-${gone}-12345-AbCdEf`,
    `wd_jury-agent-${gone}-x-abcdef_0f3a`,
  );
  await writeFile(join(home, place, `jury-agent-${gone}-12345-GhIjKl.json`), 'the brief');
  const engine = await openEngine({
    dataDir: join(home, 'data'),
    env: { PATH: process.env.PATH, HOME: home },
  });
  await engine.close();
  expect(await readdir(join(home, place))).toEqual([]);
});

test.each(PLACES)('in %s what is in use stays, and what is named otherwise', async (place) => {
  const names = [
    `jury-agent-${process.pid}-${startTicks(process.pid) ?? 'x'}-AbCdEf`,
    `-agents-jury-agent-${process.ppid}-${startTicks(process.ppid) ?? 'x'}-abcdef`,
    // Within one that is left lies one that is in use.
    `jury-agent-${gone}-1-AbCdEf-jury-agent-${process.pid}-x-AbCdEf`,
    `jury-agent-${gone}-1-AbCdEfG`,
    `jury-agent-${gone}-AbCdEf`,
    `my-jury-agents`,
    `injury-agent-${gone}-1-AbCdEf`,
    'site',
  ];
  await keep(place, ...names);
  await sweepTraces({ HOME: home });
  expect((await readdir(join(home, place))).sort()).toEqual(names.sort());
});

test('no link is followed: neither one in place of a folder nor one of our name', async () => {
  const left = `jury-agent-${gone}-12345-AbCdEf`;
  await keep('elsewhere', left);
  const [linked, ...others] = PLACES;
  if (linked === undefined) throw new Error('no program keeps anything');
  await mkdir(join(home, linked, '..'), { recursive: true });
  await symlink(join(home, 'elsewhere'), join(home, linked));
  for (const place of others) {
    await mkdir(join(home, place), { recursive: true });
    await symlink(join(home, 'elsewhere', left), join(home, place, left));
  }
  await sweepTraces({ HOME: home });
  expect(await readdir(join(home, 'elsewhere', left))).toEqual(['chat.jsonl']);
  for (const place of others) expect(await readdir(join(home, place))).toEqual([left]);
});

test('without a home, or where it is no path, nothing is looked for', async () => {
  await sweepTraces({});
  await sweepTraces({ HOME: 'home' });
});
