/**
 * The CLIs that are not required: tried where they are installed, and named as not installed elsewhere. Everything
 * else they are put through is in the matrix (`npm run conformance:matrix`).
 */
import { describeAgent } from './test/describe-agent.ts';

const MOST = ['three rounds', 'interrupt', 'uninvited guests', 'one 429', 'a hostile checkout'];
const FORGED = ['a page that votes', 'a page that is obeyed', 'a page that is judged'];
await describeAgent('claude', { best: [...MOST, ...FORGED], stdio: [] });
await describeAgent('pi', { best: MOST, stdio: [] });
for (const id of ['qwen', 'copilot', 'opencode', 'kimi', 'continue'])
  await describeAgent(id, { best: ['three rounds', 'uninvited guests', 'a hostile checkout'], stdio: [] });
