/**
 * Every command in checkouts that a stranger has prepared. Nothing of them may be run, nothing outside of them read or
 * written, no key shown, no address asked; every command ends with a code of its own and words that are only words.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { sampleNumber } from '../../../../scripts/rotating-sample.ts';
import { secondsSince } from '../../../../scripts/seconds-since.ts';
import { startTicks } from '../agents/process-group.ts';
import type { CommandName } from './command-flags.ts';
import { COMMANDS } from './commands.ts';
import { CALLS, call, start } from './test/hostile/calls.ts';
import { filesBelow, type Watch, watch } from './test/hostile/canary.ts';
import { Checkout, type HostileRepository } from './test/hostile/checkout.ts';
import { DOCUMENTS } from './test/hostile/documents.ts';
import { GIT_FOLDERS } from './test/hostile/git-folders.ts';
import { PAGES } from './test/hostile/pages.ts';
import { PATHS } from './test/hostile/paths.ts';
import { PLACES } from './test/hostile/places.ts';
import { plantData, removeMadeData, userAgent } from './test/hostile/planted-data.ts';
import { PROGRAMS } from './test/hostile/programs.ts';
import { REPOSITORIES } from './test/hostile/repositories.ts';
import { RUNTIMES } from './test/hostile/runtimes.ts';
import { TEXTS } from './test/hostile/texts.ts';

const KINDS: readonly (readonly HostileRepository[])[] = [
  [...PATHS, ...PLACES],
  [...PROGRAMS, ...RUNTIMES],
  [...REPOSITORIES, ...GIT_FOLDERS],
  [...TEXTS, ...DOCUMENTS, ...PAGES],
];
const ALL = KINDS.flat();
const EXITS = [0, 1, 2, 3, 4];
/** `npm run hostile`: every command in every checkout. */
const IS_LONG = process.env.JURY_HOSTILE === 'long';
/**
 * By how many checkouts of a kind there are to one call, others each day: between two long runs that is enough. What an attack
 * is aimed at is called by the attack itself, in every run.
 */
const USUAL = 3;
const RARE: Readonly<Partial<Record<CommandName, number>>> = {
  conformance: 6,
  drill: 12,
  mcp: 9,
  noise: 9,
  converge: 9,
  accept: 9,
  // What most people call first, and what every build calls.
  review: 2,
  check: 1,
};
const DAY = sampleNumber();
/** A checkout on a loaded machine; a quiet one takes two seconds. */
const PATIENCE_MS = 240_000 * machinePace();

const began = performance.now();
const seen = { checkouts: 0, calls: 0, trips: 0 };
afterAll(async () => {
  await removeMadeData();
  console.log(
    `hostile checkouts: ${seen.checkouts}, calls: ${seen.calls}, trips: ${seen.trips}, in ${secondsSince(began)}${IS_LONG ? '' : `, JURY_TEST_SAMPLE=${DAY}; every command in each: npm run hostile`}`,
  );
});

test('there are checkouts enough, and every command is called', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(25);
  expect(COMMANDS.map(({ name }) => name).filter((name) => CALLS[name] === undefined)).toEqual([]);
  // In every kind of checkout, in the short mode too.
  for (const { name } of COMMANDS)
    expect(KINDS.map((kind) => kind.some((one) => isCalled(name, one)))).toEqual(KINDS.map(() => true));
});

test.each(ALL)('$name: nothing is tripped', { timeout: PATIENCE_MS }, async (repository) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'jury-hostile-')));
  const watching = await watch(base);
  try {
    const trips = await tripsOf(repository, base, watching);
    seen.checkouts += 1;
    seen.trips += trips.length;
    expect(trips).toEqual([]);
  } finally {
    await watching.close();
    rmSync(base, { recursive: true, force: true });
  }
});

function isCalled(name: CommandName, repository: HostileRepository): boolean {
  const kind = KINDS.find((some) => some.includes(repository)) ?? [];
  // A kind with fewer checkouts than there are to one call has one on every day, too.
  const stride = Math.min(RARE[name] ?? USUAL, kind.length);
  return IS_LONG || (kind.indexOf(repository) + DAY) % stride === 0;
}

async function tripsOf(repository: HostileRepository, base: string, watching: Watch): Promise<string[]> {
  const { canary } = watching;
  const [folder, home] = [join(base, 'checkout'), join(base, 'home')];
  for (const made of [folder, home]) mkdirSync(made);
  await repository.build(new Checkout(folder), canary);
  expect(watching.trips('')).toEqual([]);
  const before = new Set(filesBelow(folder));
  const trips: string[] = [];
  const orders = [
    ...Object.entries(CALLS)
      .filter(([name]) => isCalled(name as CommandName, repository))
      .flatMap(([name, calls]) => calls.map((argv) => [name, ...argv])),
    ...(repository.argv?.(canary) ?? []),
  ];
  const calls = [
    ...orders.map((argv) => ({ argv, make: call })),
    ...(repository.started ?? []).map((argv) => ({ argv, make: start })),
  ];
  for (const { argv, make } of calls) {
    seen.calls += 1;
    const env = repository.env?.(folder, argv) ?? {};
    const { code, said } = await make(argv, { folder, home, token: canary.token, env });
    const label = JSON.stringify(argv.join(' ').slice(0, 80));
    if (!EXITS.includes(code)) trips.push(`${label} ended with ${code}`);
    if (/^ {4}at .*:\d+:\d+/m.test(said)) trips.push(`${label} printed a stack`);
    trips.push(...watching.trips(said).map((trip) => `${label}: ${trip}`));
  }
  return [...trips, ...watching.tripsIn(folder, before), ...watching.tripsIn(home, new Set())];
}

test('the planted data bites where its folder is believed', async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'jury-hostile-')));
  const watching = await watch(base);
  try {
    const { canary } = watching;
    const [folder, home] = [join(base, 'checkout'), join(base, 'home')];
    for (const made of [folder, home]) mkdirSync(made);
    const checkout = new Checkout(folder);
    userAgent(checkout, canary);
    await plantData(checkout, 'data', canary, 'closed');
    const caller = { folder, home, token: canary.token, env: {} };
    const { code } = await call(['serve', '--port', '0', '--json', '--data', 'data'], caller);
    // Who names a folder believes it; a note of a process is believed nowhere.
    expect([code, watching.trips('')]).toEqual([0, ['code was run: ran']]);
  } finally {
    await watching.close();
    rmSync(base, { recursive: true, force: true });
  }
});

test('the canaries themselves work', async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'jury-hostile-')));
  const watching = await watch(base);
  try {
    const { canary } = watching;
    mkdirSync(join(base, 'checkout'));
    const checkout = new Checkout(join(base, 'checkout'));
    expect(watching.trips('words')).toEqual([]);
    execFileSync(checkout.trap('tool.sh', canary));
    execFileSync('sh', ['-c', `echo x >> '${canary.writeFile}'; touch '${canary.secretFile}.more'`]);
    await datagramTo(canary.url);
    await fetch(`${canary.url}/asked`);
    process.kill(-canary.victim);
    await expect.poll(() => startTicks(canary.victim)).toBeNull();
    checkout.put('report.html', '<a href="javascript:x">');
    checkout.put('copy.md', canary.token);
    expect(watching.trips(`\u001b[2J ${canary.token}\n  ::error::x`)).toEqual([
      'a key of the user is shown',
      'code was run: ran, ran.env',
      'a file outside was written',
      'a file was made in secret',
      'a process of the user was ended',
      'an address was asked: /asked, a connection, a datagram',
      'an order to the terminal: "\\u001b"',
      'an order to who runs the build: "  ::error::"',
    ]);
    expect(watching.tripsIn(checkout.folder, new Set()).map((trip) => trip.split(': ')[1])).toEqual([
      'a key of the user is shown',
      'no safe report',
    ]);
  } finally {
    await watching.close();
    rmSync(base, { recursive: true, force: true });
  }
});

function datagramTo(url: string): Promise<void> {
  const socket = createSocket('udp4');
  return new Promise((resolve, reject) =>
    socket.send('x', Number(new URL(url).port), '127.0.0.1', (error) => {
      socket.close();
      if (error === null) resolve();
      else reject(error);
    }),
  );
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

test('a name that is no command is shown, not obeyed, by the process itself', () => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [MAIN, '\u001b]0;owned\u0007\u202ex\u009b31m'],
    {
      env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' },
      encoding: 'utf8',
    },
  );
  expect([status, stdout, stderr]).toEqual([2, '', 'jury: "x" is not a command. See jury --help.\n']);
});
