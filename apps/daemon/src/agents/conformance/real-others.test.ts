/** The CLIs that are not required: tried where they are installed, and named as not installed elsewhere. */
import { describeAgent } from './test/describe-agent.ts';

for (const id of ['claude', 'qwen', 'copilot', 'opencode', 'kimi', 'pi'])
  await describeAgent(id, { best: ['three rounds', 'interrupt'], stdio: [] });
await describeAgent('continue', { best: ['three rounds'], stdio: [] });
