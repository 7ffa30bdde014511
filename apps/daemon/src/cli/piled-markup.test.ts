/**
 * Every command that reads text, with texts made to keep a reader busy. It ends by itself, with a code of its own and
 * within bounds. `npm run piled` is the long mode: more texts, up to five megabytes.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { mixedMarkup, PILES } from '../measure/test/piled-markup.ts';
import { place } from './test/jury.ts';

const IS_LONG = process.env.JURY_PILED === 'long';
const SEEDS = IS_LONG ? [1, 2, 3, 4] : [1];
const SIZES = IS_LONG ? [200_000, 1_000_000, 5_000_000] : [4_000];
/** Of one command, by the clock of a quiet machine. */
const BOUND_MS = 240_000;
const EXITS = [0, 1, 2, 3, 4];

const COMMANDS: readonly (readonly string[])[] = [
  ['loop', 'text.md', '--command', 'spec', '--unattended', 'defer', '--cap', '2'],
  ['loop', 'text.md', '--command', 'plan', '--unattended', 'defer', '--cap', '2'],
  ['plan-check', 'plan.md'],
  ['accept', '--task', 'task'],
  ['converge', '--task', 'task', '--type', 'error-analysis'],
  ['content', 'idea'],
  ['check', 'text.md', '--browser', 'never'],
  ['review', 'text.md', '--plain', '--browser', 'never'],
  ['check', 'page.html', '--browser', 'never'],
];

const TEXTS = SIZES.flatMap((size) => [
  ...SEEDS.map((seed) => [`mixture ${seed}`, size, mixedMarkup(seed, size)] as const),
  ...(IS_LONG && size === SIZES[0]
    ? Object.entries(PILES).map(([name, pile]) => [name, size, pile(size)] as const)
    : []),
]);

test.each(TEXTS)(
  '%s, %i characters: every command ends',
  { timeout: COMMANDS.length * BOUND_MS * machinePace() },
  async (name, size, text) => {
    using here = place();
    for (const folder of ['task', 'idea']) mkdirSync(join(here.folder, folder));
    for (const file of [
      'text.md',
      'task/brief.md',
      'page.html',
      'idea/positioning.md',
      'idea/brand-voice.md',
      'idea/seo-strategy.md',
    ])
      here.write(file, text);
    here.write('plan.md', `# Plan\n\n## Step 1: do it\n\n- Files: text.md\n\n${text}`);
    for (const argv of COMMANDS) {
      const began = performance.now();
      const { status, stderr } = await here.start([...argv]);
      const ms = performance.now() - began;
      const what = `${argv.join(' ')} on ${name} of ${size}: ${stderr.slice(-300)}`;
      if (IS_LONG)
        console.log(`${Math.round(ms)} ms, exit ${status}: ${argv.join(' ')} on ${name} of ${size}`);
      expect(EXITS, what).toContain(status);
      expect(ms, what).toBeLessThan(BOUND_MS * machinePace());
    }
  },
);
