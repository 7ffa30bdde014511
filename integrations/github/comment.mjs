/**
 * Puts the result on the pull request, in one comment that is updated. It runs in `workflow_run`, with a token and without the
 * stranger's code; the result it reads was made beside that code, so it is only data. Which pull request is meant is asked of GitHub.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MARK, render } from './render.mjs';

const { env } = process;
const api = env.GITHUB_API_URL ?? 'https://api.github.com';
const repository = env.GITHUB_REPOSITORY ?? '';
const author = env.INPUT_AUTHOR || 'github-actions[bot]';
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_PAGES = 20;
const PER_PAGE = 100;

async function ask(method, path, body) {
  const response = await fetch(`${api}/repos/${repository}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${env.GITHUB_TOKEN ?? ''}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}

/** By branch and commit of the run that GitHub tells us of: never by what the run wrote. */
async function pullOf(run) {
  const head = `${run.head_repository.owner.login}:${run.head_branch}`;
  const pulls = await ask('GET', `/pulls?state=open&head=${encodeURIComponent(head)}&per_page=${PER_PAGE}`);
  const pull = pulls.find((one) => one.head.sha === run.head_sha);
  return pull === undefined ? null : pull.number;
}

async function ownComment(pull) {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const comments = await ask('GET', `/issues/${pull}/comments?per_page=${PER_PAGE}&page=${page}`);
    const own = comments.find(({ user, body }) => user?.login === author && String(body).startsWith(MARK));
    if (own !== undefined) return own.id;
    if (comments.length < PER_PAGE) return null;
  }
  return null;
}

const { workflow_run: run } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8'));
const file = join(env.INPUT_RESULT ?? '', 'result.json');
if (statSync(file).size > MOST_BYTES) throw new Error('the result is too large');
const body = render(JSON.parse(readFileSync(file, 'utf8')));
const pull = await pullOf(run);
if (pull === null) console.log('design-jury: no open pull request has this commit any more; nothing is said');
else {
  const id = await ownComment(pull);
  if (id === null) await ask('POST', `/issues/${pull}/comments`, { body });
  else await ask('PATCH', `/issues/comments/${id}`, { body });
  console.log(`design-jury: the comment is ${id === null ? 'posted' : 'updated'}`);
}
