import { describeAgent } from './test/describe-agent.ts';

await describeAgent('codex', {
  best: [
    ...['three rounds', 'oversize', '500', 'interrupt', 'uninvited guests'],
    ...['one 429', 'three at once', 'kill -9 of the jury', 'a hostile checkout', 'a page that votes'],
  ],
  stdio: ['a page of 300 KB', '401', 'refused', 'interrupt', 'uninvited guests'],
});
