/**
 * The CLIs that are not required: tried where they are installed, and named as not installed elsewhere. Everything
 * else they are put through is in the matrix (`npm run conformance:matrix`).
 */
import { describeAgent } from './test/describe-agent.ts';

for (const id of ['claude', 'pi'])
  await describeAgent(id, {
    best: ['three rounds', 'interrupt', 'uninvited guests', 'one 429', 'a hostile checkout'],
    stdio: [],
  });
for (const id of ['qwen', 'copilot', 'opencode', 'kimi', 'continue'])
  await describeAgent(id, { best: ['three rounds', 'uninvited guests', 'a hostile checkout'], stdio: [] });
