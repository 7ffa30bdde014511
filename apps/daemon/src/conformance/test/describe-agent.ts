/** The tests of one real CLI: the acts of the table, by the registry's own transport and as one process. */
import { describe, expect, it } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { rotatingSample } from '../../../../../scripts/rotating-sample.ts';
import { readPins, whatIsMissing } from '../binaries.ts';
import { ACTS } from './acts.ts';
import { performAlone } from './stage.ts';

type Way = 'best' | 'stdio';

const TEST_TIMEOUT_MS = 180_000 * machinePace();

export interface AgentTests {
  /** Names of acts. */
  best: readonly string[];
  stdio: readonly string[];
  /** Of these, in turns: one in three each day. The matrix plays all of them. @default none */
  turns?: { best: readonly string[]; stdio: readonly string[] };
}

const STRIDE = 3;

export async function describeAgent(id: string, { best, stdio, turns }: AgentTests): Promise<void> {
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
    const played = (way: Way, names: readonly string[]) =>
      names.map((name) => ({ way, act: actNamed(name) }));
    const inTurns = [...played('best', turns?.best ?? []), ...played('stdio', turns?.stdio ?? [])];
    const today =
      inTurns.length === 0
        ? []
        : rotatingSample(inTurns, { stride: STRIDE, of: `acts of ${id}`, all: 'conformance:matrix' });
    for (const { way, act } of [...played('best', best), ...played('stdio', stdio), ...today]) {
      it(`${way}: ${act.name}`, { timeout: TEST_TIMEOUT_MS }, async () => {
        expect(missing).toBeNull();
        const report = await performAlone({ agent: id, way, ...act.order });
        expect(act.problems(report)).toEqual([]);
      });
    }
  });
}

function actNamed(name: string): (typeof ACTS)[number] {
  const act = ACTS.find((candidate) => candidate.name === name);
  if (act === undefined) throw new Error(`there is no act ${name}`);
  return act;
}
