import { agentContract } from '../../../agents/test/contract.ts';
import { createGroundedAgent } from './grounded-agent.ts';

agentContract(
  'the grounded panel',
  async (situation) => {
    if (situation === 'answers' || situation === 'stalls') return createGroundedAgent();
    return { skip: 'it asks nobody, so nothing can fail it or break off, and it is given no secret' };
  },
  { answer: '<ROUND_END' },
);
