import { describeAgent } from './test/describe-agent.ts';

await describeAgent('codex', {
  best: [
    ...['three rounds', 'interrupt', 'kill -9 of the jury', 'a hostile checkout', 'a page that votes'],
    ...['a page that is obeyed', 'a page that is judged', 'a page that is measured'],
  ],
  stdio: ['interrupt'],
  turns: {
    best: ['oversize', '500', 'uninvited guests', 'one 429', 'three at once'],
    stdio: ['a page of 300 KB', '401', 'refused', 'uninvited guests'],
  },
});
