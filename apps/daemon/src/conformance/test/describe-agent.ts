/** The tests of one real CLI: the acts of the table, by the registry's own transport and as one process. */
import { describe, expect, it } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { readPins, whatIsMissing } from '../binaries.ts';
import { ACTS } from './acts.ts';
import { performAlone } from './stage.ts';

const TEST_TIMEOUT_MS = 180_000 * machinePace();

export interface AgentTests {
  /** Names of acts. */
  best: readonly string[];
  stdio: readonly string[];
}

export async function describeAgent(id: string, { best, stdio }: AgentTests): Promise<void> {
  const pin = (await readPins()).find((candidate) => candidate.id === id);
  if (pin === undefined) throw new Error(`conformance/package.json has no agent ${id}`);
  const missing = await whatIsMissing(pin);
  describe(`${id} ${pin.version}`, () => {
    if (missing !== null && !pin.required) {
      it('plays a jury', (context) => context.skip(missing));
      return;
    }
    it('is installed as pinned (npm run conformance:install)', () => {
      expect(missing).toBeNull();
    });
    for (const [way, names] of [
      ['best', best],
      ['stdio', stdio],
    ] as const) {
      for (const act of names.map(actNamed)) {
        it(`${way}: ${act.name}`, { timeout: TEST_TIMEOUT_MS }, async () => {
          expect(missing).toBeNull();
          const report = await performAlone({ agent: id, way, ...act.order });
          expect(act.problems(report)).toEqual([]);
        });
      }
    }
  });
}

function actNamed(name: string): (typeof ACTS)[number] {
  const act = ACTS.find((candidate) => candidate.name === name);
  if (act === undefined) throw new Error(`there is no act ${name}`);
  return act;
}
