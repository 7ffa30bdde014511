/** What keeps an agent in, in words: said once in every run, so that a verdict never claims more than there was. */
import type { Address, Reach } from './model-addresses.ts';
import { canLimitNetwork, findSandbox, type SandboxKind, type SandboxMode } from './sandbox.ts';
import type { Agent, AgentSession } from './session.ts';

export async function confinementOf(mode: SandboxMode, reach: Reach): Promise<string> {
  if (mode === 'off') return 'no sandbox, as was asked: it has the rights and the network of its user';
  const kind = await findSandbox();
  if (kind === null) return 'no sandbox on this machine: it has the rights and the network of its user';
  return `in a sandbox (${kind}); ${await networkOf(kind, reach)}`;
}

async function networkOf(kind: SandboxKind, reach: Reach): Promise<string> {
  if (!reach.known) return `its network is not limited: ${reach.why}`;
  if (!(await canLimitNetwork(kind)))
    return 'its network is not limited: this machine gives it none of its own';
  return `it reaches ${listed(reach.addresses)} and nothing else`;
}

const MOST_NAMED = 4;

function listed(addresses: readonly Address[]): string {
  const names = addresses.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more of its own` : ''}`;
}

/** Its first words in a run are about what keeps it in. */
export function sayingConfinement(agent: Agent, confinement: () => Promise<string>): Agent {
  return {
    ...agent,
    async open(request, signal) {
      const session = await agent.open(request, signal);
      let said = false;
      return {
        async *send(turn) {
          for await (const delta of session.send(turn)) {
            // With its first sign of life, and not before: whoever waits for one is not to take this for it.
            if (!said && turn.kind !== 'ask') {
              said = true;
              yield { type: 'notice', kind: 'starting', message: `${agent.name}: ${await confinement()}` };
            }
            yield delta;
          }
        },
        interrupt: () => session.interrupt(),
        close: () => session.close(),
      } satisfies AgentSession;
    },
  };
}
