import { describeAgent } from './test/describe-agent.ts';

await describeAgent('gemini', {
  best: ['three rounds', 'malformed', '401', 'silent', 'interrupt', 'uninvited guests'],
  stdio: ['a page of 300 KB', 'cut', 'interrupt', 'uninvited guests'],
});
