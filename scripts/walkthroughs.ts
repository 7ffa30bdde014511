/**
 * `npm run walkthroughs`: three people go from the README to what they want, with a real terminal, a real daemon and a
 * real browser. Writes docs/walkthroughs/ with every screen and the time to first value; `-- developer` for one of them.
 */
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.ts';
import { walkAsContentPerson } from './walkthroughs/content.ts';
import { walkAsDeveloper } from './walkthroughs/developer.ts';
import { newcomer } from './walkthroughs/newcomer.ts';
import { walkAsTeamLead } from './walkthroughs/team-lead.ts';

const WALKS = {
  developer: walkAsDeveloper,
  'team-lead': walkAsTeamLead,
  content: walkAsContentPerson,
} as const;

/** What the times were measured on. */
function madeOn(): string {
  const load = loadavg()[0] ?? 0;
  return `That is the time of the machine (${availableParallelism()} cores, load ${load.toFixed(0)}), without reading and typing, and without the one-time installation.`;
}

async function main(names: readonly string[]): Promise<void> {
  const problems = await buildWeb();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  for (const [name, walk] of Object.entries(WALKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await using here = await newcomer();
    const made = madeOn();
    console.log((await walk(here)).write(made));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
