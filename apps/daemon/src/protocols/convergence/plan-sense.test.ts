/** What a plan cannot mean: each with a plan that says it, and one that only looks like it. */
import { describe, expect, test } from 'vitest';
import { planFaults } from './plan-faults.ts';
import { readPlanContents } from './plan-items.ts';

function faults(text: string): string {
  return [...planFaults(readPlanContents(text), () => new Set()).values()]
    .flat()
    .map(({ reason }) => reason)
    .join('\n');
}

const HEAD = '# Plan 2026\n\n## Steps\n\n';
const REST = '\n## Rollback\n\nThe old way is kept and switched on again.\n';

describe('a plan is sent back for', () => {
  test.each<[string, string, string]>([
    [
      'what prepares a start and comes after it',
      `${HEAD}1. **Build.** Ann, 1 October.\n2. **Go-live.** Ann, 12 October.\n3. **Go/no-go meeting.** Ben, 14 October.\n${REST}`,
      'should come before',
    ],
    [
      'a backup that is taken after what it would save is gone',
      '# Plan\n\n### Step 1: Drop the old database\nDelete all tables of the shop.\nValidation: 0 tables are left.\n\n### Step 2: Take a backup\nBack up the old database.\nValidation: `ls backup.sql`.\n\n## Rollback\nRestore the backup.\n',
      'step 1 destroys what step 2 would save',
    ],
    [
      'a proof that somebody has a look',
      `# Plan\n\n### Step 1: Build\nBuild it.\nValidation: somebody has a look.\n${REST}`,
      'the proof of step 1 cannot fail',
    ],
    [
      'a validation of the whole that cannot fail',
      `${HEAD}1. Build \`a.mjs\`.\n\n## Validation\n\nWe trust that it works.\n${REST}`,
      'the validation cannot fail: "We trust that it works."',
    ],
    [
      'a step of somebody who is away',
      `# Plan 2026\n\n| Name | Role | Away |\n|---|---|---|\n| Samir Haddad | developer | 8 to 19 June |\n\n## Steps\n\n1. Build. Owner: Samir Haddad. 8 to 12 June.\n2. Test. Owner: Petra Novak. 22 June.\n${REST}`,
      'is away then',
    ],
    [
      'a change in days without changes',
      `${HEAD}1. Build. Ann, 1 June.\n2. Change the channel. Ben, 16 June.\n\n## Notes\n\nChange freeze from 15 June to 17 June, no changes to the network.\n${REST}`,
      'when nothing may be changed',
    ],
    [
      'one person in two places',
      `${HEAD}1. Training in the centre: Dario, 2 April 2026, 9:00-13:00\n2. Training in the village: Dario, 2 April 2026, 9:00-13:00\n${REST}`,
      'in two places at once',
    ],
    [
      'a row that ends before it begins',
      `${HEAD}| No | Task | From | To |\n|---|---|---|---|\n| 1 | Build | 1.04 | 10.04 |\n| 2 | Train | 29.05 | 22.05 |\n${REST}`,
      'before it begins',
    ],
    [
      'a risk nobody answers',
      `${HEAD}1. Build.\n2. Test.\n\n## Risks\n\n- Delivery is late: a second supplier is asked.\n- Ann is ill: Ben stands in.\n- Files above 2 GB cannot be moved.\n${REST}`,
      'nothing is said against this risk',
    ],
  ])('%s', (_, text, words) => {
    expect(faults(text)).toContain(words);
  });
});

test.each<[string, string, string]>([
  [
    'a start after what prepares it',
    `${HEAD}1. **Go/no-go meeting.** Ben, 10 October.\n2. **Go-live.** Ann, 12 October.\n${REST}`,
    'should come before',
  ],
  [
    'a backup before what it saves is dropped, and another after it',
    '# Plan\n\n### Step 1: Back up the old database\nValidation: `ls backup.sql`.\n\n### Step 2: Drop the old database\nValidation: 0 tables are left.\n\n### Step 3: Take a backup of the new database\nValidation: `ls new.sql`.\n\n## Rollback\nRestore the backup.\n',
    'would save',
  ],
  [
    'a validation that is weak in one line and measured in another',
    `${HEAD}1. Build \`a.mjs\`.\n\n## Validation\n\n- It works.\n- \`npm test\` ends with 0.\n${REST}`,
    'cannot fail',
  ],
  [
    'one person one hour after the other',
    `${HEAD}1. Training: Dario, 2 April 2026, 9:00-11:00\n2. Training: Dario, 2 April 2026, 11:00-13:00\n${REST}`,
    'two places',
  ],
])('nobody objects to %s', (_, text, words) => {
  expect(faults(text)).not.toContain(words);
});
