import { createGroundedAgent } from '../protocols/theater/offline/grounded-agent.ts';
import { agentContract } from './test/contract.ts';

agentContract(
  'the grounded panel',
  async (situation) => {
    if (situation === 'answers' || situation === 'stalls') return createGroundedAgent();
    return { skip: 'it asks nobody, so nothing can fail it or break off, and it is given no secret' };
  },
  { answer: '<ROUND_END' },
);
