import { agentContract, SECRET, type Situation } from '../test/contract.ts';
import { peerAgent, TRANSPORTS } from './test/peer.ts';

const SCENARIOS: Readonly<Record<Situation, string>> = {
  answers: 'greets',
  fails: 'fails',
  cut: 'stops',
  stalls: 'stalls',
  leaks: 'leaks',
};

for (const transport of TRANSPORTS)
  agentContract(transport.kind, async (situation) =>
    peerAgent(transport, SCENARIOS[situation], { FAKE_API_KEY: SECRET }),
  );
