import { describeAgent } from './test/describe-agent.ts';

await describeAgent('gemini', {
  best: [
    ...['three rounds', 'interrupt', 'kill -9 of the jury', 'a hostile checkout', 'a page that votes'],
    ...['a page that is obeyed', 'a page that is judged'],
  ],
  stdio: [],
  // The rest of the table is the nightly matrix's.
  turns: {
    best: ['malformed', '401', 'silent', 'uninvited guests', 'one drop', 'tool loop'],
    stdio: ['a page of 300 KB', 'cut'],
  },
});
