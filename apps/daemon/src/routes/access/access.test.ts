import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startDaemon } from '../test/daemon.ts';
import { createRate } from './request-rate.ts';

const token = 'a-token-of-some-length';
const BROWSER = { Accept: 'text/html,*/*;q=0.8' };

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** With any header, also those that `fetch` sets itself. */
async function ask(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  const asked = request(url, { method, headers, agent: false });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  asked.once('error', reject).once('response', (response) => {
    const { statusCode = 0 } = response;
    text(response).then(
      (said) => resolve({ status: statusCode, headers: response.headers, text: said }),
      reject,
    );
  });
  asked.end(body);
  return promise;
}

function cookieOf({ headers }: Answer): string {
  return headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

/** Both halves of the session that a code begins. */
function sessionOf(entered: Answer): { Cookie: string; 'Jury-Key': string } {
  const [, key = ''] = /^\/#key=([\w-]{43})$/.exec(String(entered.headers.location)) ?? [];
  return { Cookie: cookieOf(entered), 'Jury-Key': key };
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(url, { 'Content-Type': 'application/json', ...headers }, 'POST', JSON.stringify(body));

test('[N6] the printed address begins one session, and goes on to the app', async () => {
  const { url, entryUrl, port } = await startDaemon({ token });
  expect((await ask(`${url}/api/projects`)).status).toBe(401);
  const entered = await ask(entryUrl, BROWSER);
  expect([entered.status, entered.headers.location, entered.text]).toEqual([
    303,
    expect.stringMatching(/^\/#key=[\w-]{43}$/),
    '',
  ]);
  expect(entered.headers['set-cookie']?.[0]).toMatch(
    new RegExp(`^design_jury_${port}=[\\w.-]+; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict$`),
  );
  const session = sessionOf(entered);
  const { Cookie } = session;
  expect(JSON.parse((await ask(`${url}/api/projects`, session)).text).projects).toHaveLength(1);

  const reloaded = await ask(entryUrl, { ...BROWSER, Cookie });
  expect([reloaded.status, reloaded.headers.location, reloaded.headers['set-cookie']]).toEqual([
    303,
    '/',
    undefined,
  ]);
  const stranger = await ask(entryUrl, BROWSER);
  expect([stranger.status, stranger.headers['set-cookie']]).toEqual([401, undefined]);
  expect(stranger.text).toContain('This address was opened before');
  expect(stranger.text).toContain('jury open');
});

test('looking at the printed address without opening it does not use it up', async () => {
  const { entryUrl } = await startDaemon({ token });
  expect((await ask(entryUrl, BROWSER, 'HEAD')).headers['set-cookie']).toBeUndefined();
  expect((await ask(`${entryUrl}x`, BROWSER)).status).toBe(401);
  expect((await ask(entryUrl, BROWSER)).status).toBe(303);
});

test.each([
  [3_599_999, 303],
  [3_600_000, 401],
])('an address that is %i ms old is answered with %i', async (age, status) => {
  let now = 0;
  const { entryUrl } = await startDaemon({ token, clock: () => now });
  now = age;
  expect((await ask(entryUrl, BROWSER)).status).toBe(status);
});

test('further addresses are for who has the token; sixteen are good at once', async () => {
  const { url } = await startDaemon({ token });
  const authorization = { Authorization: `Bearer ${token}` };
  expect((await post(`${url}/api/entry`, {})).status).toBe(401);
  const urls: string[] = [];
  for (let made = 0; made < 17; made++) {
    const { status, text: said } = await post(`${url}/api/entry`, {}, authorization);
    expect(status).toBe(201);
    urls.push(JSON.parse(said).url);
  }
  expect(urls[0]).toMatch(new RegExp(`^${url}/enter\\?code=[\\w-]{32}$`));
  const statuses = [urls[0], urls[1], urls[16]].map(async (each) => (await ask(each ?? '')).status);
  expect(await Promise.all(statuses)).toEqual([401, 303, 303]);
});

test('a session outlives the daemon, and ends with its token', async () => {
  const { entryUrl, port, server } = await startDaemon({ token });
  const session = sessionOf(await ask(entryUrl));
  await server.close(100);
  const again = await startDaemon({ token, port });
  expect((await ask(`${again.url}/api/projects`, session)).status).toBe(200);
  await again.server.close(100);
  const changed = await startDaemon({ token: `${token}-2`, port });
  expect((await ask(`${changed.url}/api/projects`, session)).status).toBe(401);
});

test('[N6] the cookie alone, as any port of the machine is sent it, reads nothing, changes nothing and gets no key', async () => {
  const { url, entryUrl } = await startDaemon({ token });
  const { Cookie } = sessionOf(await ask(entryUrl, BROWSER));
  const asBrowser = { ...BROWSER, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', Origin: url };
  for (const path of ['/api/projects', '/api/projects/p1/runs/r1/transcript', '/api/projects/p1/events'])
    expect([path, (await ask(`${url}${path}`, { ...asBrowser, Cookie })).status]).toEqual([path, 401]);
  expect((await post(`${url}/api/projects`, { name: 'x' }, { Cookie })).status).toBe(401);
  expect((await post(`${url}/api/entry`, {}, { Cookie })).status).toBe(401);
  for (const path of ['/enter', '/enter?code=', new URL(entryUrl).pathname + new URL(entryUrl).search]) {
    const again = await ask(`${url}${path}`, { ...BROWSER, Cookie });
    expect([again.status, again.headers.location]).toEqual([303, '/']);
  }
});

test('[N6] an address on another site begins a session too: our own page leads on, with the cookie and the key', async () => {
  const { url, entryUrl } = await startDaemon({ token });
  const visit = {
    ...BROWSER,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  };
  const entered = await ask(entryUrl, visit);
  const [, key = ''] = /content="0;url=\/#key=([\w-]{43})"/.exec(entered.text) ?? [];
  expect([entered.status, key.length]).toEqual([200, 43]);
  const session = { Cookie: cookieOf(entered), 'Jury-Key': key };
  expect((await ask(`${url}/api/projects`, session)).status).toBe(200);
});

test('a key in an address is exchanged for a code that is good for one answer there, and is not in the address of what is shown', async () => {
  let now = 0;
  const { url, entryUrl } = await startDaemon({ token, clock: () => now });
  const { Cookie, 'Jury-Key': key } = sessionOf(await ask(entryUrl, BROWSER));
  const led = await ask(`${url}/api/projects?limit=7&key=${key}`, { Cookie });
  expect([led.status, led.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/api\/projects\?limit=7&once=[\w-]{32}$/),
  ]);
  const look = String(led.headers.location);
  expect((await ask(url + look)).status).toBe(401);
  expect((await ask(url + look.replace('/api/projects', '/api/agents'), { Cookie })).status).toBe(401);
  const anew = async () => String((await ask(`${url}/api/projects?key=${key}`, { Cookie })).headers.location);
  const other = await anew();
  expect((await ask(url + other, { Cookie })).status).toBe(200);
  expect((await ask(url + other, { Cookie })).status).toBe(401);
  const late = await anew();
  now = 60_000;
  expect((await ask(url + late, { Cookie })).status).toBe(401);
  expect((await post(`${url}/api/projects?key=${key}`, { name: 'x' })).status).toBe(401);
});

test('a link that is opened with the cookie alone leads on where the browser has the key, and says what to do elsewhere', async () => {
  const { url, entryUrl } = await startDaemon({ token });
  const { Cookie, 'Jury-Key': key } = sessionOf(await ask(entryUrl, BROWSER));
  const visit = { ...BROWSER, Cookie, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  const { status, text: page, headers } = await ask(`${url}/api/projects/p1/runs/r1/transcript`, visit);
  expect([status, page.includes('<code>jury open</code>'), page.includes(key)]).toEqual([401, true, false]);
  const script = /<script>([^<]+)<\/script>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
});

test('[N5] without a session anybody learns that the daemon lives, and nothing more', async () => {
  const { url } = await startDaemon({ token });
  expect(await ask(`${url}/api/health`)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  const known = await ask(`${url}/api/health`, { Authorization: `Bearer ${token}` });
  expect(JSON.parse(known.text)).toMatchObject({ status: 'ok', version: '0.1.0', running: 0 });
  const refused = await ask(`${url}/api/ready`);
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(JSON.parse(refused.text)).toEqual({
    error: {
      code: 'unauthorized',
      message:
        'no session here; open the address that `jury open` prints, or send Authorization: Bearer <token>',
    },
  });
});

test.each([
  ['de-CH, en;q=0.5', 'de', 'keine Sitzung'],
  ['fr, ja;q=0.8', 'ja', 'セッション'],
  ['ko-KR', 'ko', '세션'],
  ['zh-Hant-HK', 'zh-TW', '工作階段'],
  ['zh', 'zh-CN', '会话'],
  ['<script>', 'en', 'no session'],
  ['constructor', 'en', 'no session'],
])('a browser that asks in %s is told in %s where to get one', async (language, lang, words) => {
  const { url } = await startDaemon({ token });
  const {
    status,
    headers,
    text: page,
  } = await ask(`${url}/projects/p1`, { ...BROWSER, 'Accept-Language': language });
  expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=UTF-8']);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page).toContain(`<html lang="${lang}">`);
  expect(page).toContain(words);
  expect(page).toContain('<code>jury open</code>');
});

test('a visit from a link elsewhere is asked for once more, from a page of ours', async () => {
  const { url } = await startDaemon({ token });
  const from = (site: string) => ({
    ...BROWSER,
    'Sec-Fetch-Site': site,
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  });
  const visited = await ask(`${url}/projects/p1`, from('cross-site'));
  expect([visited.status, visited.text.includes('http-equiv="refresh"')]).toEqual([401, true]);
  const again = await ask(`${url}/projects/p1`, from('same-origin'));
  expect([again.status, again.text.includes('http-equiv="refresh"')]).toEqual([401, false]);
});

test('[N7] a client that asks too fast is told when to ask again, and others are not held up', async () => {
  let now = 0;
  const requestRate = { burst: 5, perSecond: 2 };
  const { url, entryUrl } = await startDaemon({ token, clock: () => now, requestRate });
  const owner = { Authorization: `Bearer ${token}` };
  const statuses = async (count: number, headers = {}) => {
    const all: number[] = [];
    for (let asked = 0; asked < count; asked++) all.push((await ask(`${url}/api/projects`, headers)).status);
    return all;
  };
  expect(await statuses(6)).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await ask(`${url}/enter?code=x`)).status).toBe(429);
  expect((await ask(entryUrl)).status).toBe(303);
  expect(await statuses(6, owner)).toEqual([200, 200, 200, 200, 200, 429]);
  const refused = await ask(`${url}/api/projects`, owner);
  expect([refused.headers['retry-after'], JSON.parse(refused.text).error]).toEqual([
    '1',
    { code: 'too_many_requests', message: 'too many requests: ask again in 1 s' },
  ]);
  now += 1_000;
  expect(await statuses(3, owner)).toEqual([200, 200, 429]);
});

test('changes have a rate of their own', async () => {
  const { url } = await startDaemon({ changeRate: { burst: 2, perSecond: 0.1 }, clock: () => 0 });
  const statuses: number[] = [];
  for (let made = 0; made < 3; made++)
    statuses.push((await post(`${url}/api/projects`, { name: 'x' })).status);
  expect(statuses).toEqual([201, 201, 429]);
  expect((await ask(`${url}/api/projects`)).status).toBe(200);
  expect((await post(`${url}/api/projects`, { name: 'x' })).headers['retry-after']).toBe('10');
});

test('what the rate remembers of clients is bounded, and forgets the longest silent one', () => {
  const take = createRate({ burst: 1, perSecond: 0.001 }, () => 0);
  const first = [take('first'), take('first')];
  for (let client = 0; client < 1023; client++) take(`${client}`);
  expect([first, take('first') > 0]).toEqual([[0, 1000], true]);
  for (let client = 0; client < 1024; client++) take(`other ${client}`);
  expect(take('first')).toBe(0);
});
