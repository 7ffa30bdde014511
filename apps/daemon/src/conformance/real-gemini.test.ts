import { describeAgent } from './test/describe-agent.ts';

await describeAgent('gemini', {
  best: [
    ...['three rounds', 'malformed', '401', 'silent', 'interrupt', 'uninvited guests'],
    ...['one drop', 'tool loop', 'kill -9 of the jury', 'a hostile checkout', 'a page that votes'],
  ],
  // The rest of the table is the nightly matrix's.
  stdio: ['a page of 300 KB', 'cut'],
});
