import { describe, expect, test } from 'vitest';
import { createGuard, type GuardOptions, isLoopback, mayHaveSession, type Visitor } from './guard.ts';

const TOKEN = 'correct-horse-battery';
const DAY = 24 * 3600 * 1000;
const nobody: Visitor = {
  via: 'port',
  method: 'GET',
  path: '/api/projects',
  host: '127.0.0.1:4100',
  origin: null,
  fetchSite: null,
  fetchMode: null,
  fetchDest: null,
  authorization: null,
  cookie: null,
  key: null,
};

function verdict(options: Partial<GuardOptions>, visitor: Partial<Visitor>): string {
  const admission = createGuard({ host: '127.0.0.1', ...options }).admit({ ...nobody, ...visitor });
  return admission.admitted ? 'admitted' : admission.code;
}

describe('Host', () => {
  test.each([
    ['127.0.0.1', 'admitted'],
    ['127.0.0.1:4100', 'admitted'],
    ['localhost:4100', 'admitted'],
    ['LOCALHOST:4100', 'admitted'],
    ['[::1]:4100', 'admitted'],
    ['evil.example', 'forbidden'],
    ['evil.example:4100', 'forbidden'],
    ['localhost.evil.example', 'forbidden'],
    ['127.0.0.1.evil.example', 'forbidden'],
    ['127.0.0.1@evil.example', 'forbidden'],
    ['localhost:4100, evil.example', 'forbidden'],
    ['192.168.1.9:4100', 'forbidden'],
    ['[::ffff:127.0.0.1]', 'forbidden'],
    ['', 'forbidden'],
    [null, 'forbidden'],
  ])('%s on loopback is %s', (host, expected) => {
    expect(verdict({}, { host })).toBe(expected);
  });

  test.each([
    ['192.168.1.9:4100', 'admitted'],
    ['[fe80::1]:4100', 'admitted'],
    ['jury.example', 'admitted'],
    ['evil.example', 'forbidden'],
  ])('%s on 0.0.0.0 with jury.example allowed is %s', (host, expected) => {
    const options = { host: '0.0.0.0', token: TOKEN, allowedHosts: ['Jury.example'] };
    expect(verdict(options, { host, authorization: `Bearer ${TOKEN}` })).toBe(expected);
  });
});

describe('Origin and Sec-Fetch-Site', () => {
  const own = 'http://127.0.0.1:4100';
  test.each([
    ['POST', null, null, null, 'admitted'],
    ['POST', own, 'same-origin', 'cors', 'admitted'],
    ['POST', own, null, null, 'admitted'],
    ['POST', 'http://127.0.0.1:9999', null, null, 'forbidden'],
    ['POST', 'http://localhost:4100', null, null, 'forbidden'],
    ['POST', 'https://evil.example', null, null, 'forbidden'],
    ['POST', 'null', null, null, 'forbidden'],
    ['POST', null, 'cross-site', 'no-cors', 'forbidden'],
    ['POST', null, 'same-site', 'no-cors', 'forbidden'],
    ['POST', null, 'cross-site', 'navigate', 'forbidden'],
    ['PATCH', 'https://evil.example', 'cross-site', 'cors', 'forbidden'],
    ['POST', null, 'none', null, 'admitted'],
    ['POST', 'http://localhost:5173', 'same-site', 'cors', 'admitted'],
    ['GET', null, 'cross-site', 'no-cors', 'forbidden'],
    ['GET', null, 'same-site', 'no-cors', 'forbidden'],
    ['GET', null, 'same-site', 'navigate', 'admitted'],
    ['GET', 'http://localhost:5173', 'same-site', 'cors', 'admitted'],
    ['GET', null, 'cross-site', 'navigate', 'admitted'],
    ['GET', null, 'none', 'navigate', 'admitted'],
    ['GET', own, 'same-origin', 'cors', 'admitted'],
  ])('%s with origin %s, site %s, mode %s is %s', (method, origin, fetchSite, fetchMode, expected) => {
    const options = { allowedOrigins: ['http://localhost:5173'] };
    expect(verdict(options, { method, origin, fetchSite, fetchMode })).toBe(expected);
  });
});

test.each(['iframe', 'frame', 'object', 'embed'])('another site may not show us in its %s', (fetchDest) => {
  for (const fetchSite of ['cross-site', 'same-site'])
    expect(verdict({}, { fetchSite, fetchMode: 'navigate', fetchDest })).toBe('forbidden');
  expect(verdict({}, { fetchSite: 'same-origin', fetchMode: 'navigate', fetchDest })).toBe('admitted');
});

/** Begins a session as a browser would keep it: the first part of the header, under its name. */
function sessionAt(now: number, host = '127.0.0.1:4100', token = TOKEN): string {
  const guard = createGuard({ host: '127.0.0.1', token, clock: () => now });
  return guard.beginSession(host)?.cookie.split(';', 1)[0] ?? '';
}

const KEY = createGuard({ host: '127.0.0.1', token: TOKEN }).beginSession(null)?.key ?? '';

describe('the token', () => {
  const cookie = sessionAt(0);
  const [name = '', value = ''] = cookie.split('=');
  test.each([
    ['nothing', {}, 'unauthorized'],
    ['the bearer', { authorization: `Bearer ${TOKEN}` }, 'admitted'],
    ['the bearer in lower case', { authorization: `bearer ${TOKEN}` }, 'admitted'],
    ['another bearer', { authorization: `Bearer ${TOKEN}x` }, 'unauthorized'],
    ['a prefix of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 'unauthorized'],
    ['basic credentials', { authorization: `Basic ${TOKEN}` }, 'unauthorized'],
    ['a session', { cookie: `a=b; ${cookie}; c=d` }, 'admitted'],
    ['the token as a session', { cookie: `${name}=${TOKEN}` }, 'unauthorized'],
    ['a session of another port', { cookie: sessionAt(0, '127.0.0.1:4101') }, 'unauthorized'],
    ['a session of another token', { cookie: sessionAt(0, undefined, 'x'.repeat(16)) }, 'unauthorized'],
    ['a longer session', { cookie: `${name}=z${value}` }, 'unauthorized'],
    [
      'another signature',
      { cookie: `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'E' : 'A'}` },
      'unauthorized',
    ],
    ['no signature', { cookie: `${name}=${value.split('.')[0]}.` }, 'unauthorized'],
    ['an empty cookie', { cookie: `${name}=` }, 'unauthorized'],
    ['two sessions, the first of them false', { cookie: `${name}=x; ${cookie}` }, 'admitted'],
  ] satisfies [string, Partial<Visitor>, string][])('with %s a request is %s', (_, visitor, expected) => {
    expect(verdict({ token: TOKEN, clock: () => 1_000 }, { key: KEY, ...visitor })).toBe(expected);
  });

  test.each([
    ['/api/projects', null, 'unauthorized'],
    ['/api/projects', KEY, 'admitted'],
    ['/api/projects', `${KEY}x`, 'unauthorized'],
    ['/api/projects', '', 'unauthorized'],
    ['/api/projects', TOKEN, 'unauthorized'],
    ['/api/entry', null, 'unauthorized'],
    ['/sites/harbour/', null, 'unauthorized'],
    ['/sites/harbour/', KEY, 'admitted'],
    ['/sites/harbour/style.css', null, 'admitted'],
    ['/api/projects/style.css', null, 'unauthorized'],
    ['/sites/harbour/x/style.css', null, 'unauthorized'],
    ['/runs', null, 'admitted'],
    ['/api/health', null, 'admitted'],
  ] as const)(
    '[N6] a cookie alone, which other ports are sent too, opens no data: %s with key %s is %s',
    (path, key, expected) => {
      expect(verdict({ token: TOKEN, clock: () => 1_000 }, { path, key, cookie })).toBe(expected);
    },
  );

  test('a key without a cookie opens nothing, and is not the token', () => {
    expect(verdict({ token: TOKEN }, { key: KEY })).toBe('unauthorized');
    expect(verdict({ token: TOKEN }, { authorization: `Bearer ${KEY}` })).toBe('unauthorized');
    expect(KEY).toMatch(/^[\w-]{43}$/);
  });

  test('begins sessions that scripts and other sites cannot use, under a name of the port', () => {
    const guard = createGuard({ host: '127.0.0.1', token: TOKEN, clock: () => 0 });
    expect(guard.beginSession('127.0.0.1:4100')?.cookie).toMatch(
      /^design_jury_4100=[0-9a-z]+\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(guard.beginSession('localhost')?.cookie).toMatch(/^design_jury_80=/);
    expect(JSON.stringify(guard.beginSession('127.0.0.1:4100'))).not.toContain(TOKEN);
  });

  test.each([
    [30 * DAY - 1_000, 'admitted'],
    [30 * DAY, 'unauthorized'],
  ])('a session is good for 30 days and no longer: after %i ms a request is %s', (now, expected) => {
    expect(verdict({ token: TOKEN, clock: () => now }, { cookie, key: KEY })).toBe(expected);
  });

  test('a session that is used is begun anew when half of it is over', () => {
    const renewed = (now: number) => {
      const admission = createGuard({ host: '127.0.0.1', token: TOKEN, clock: () => now }).admit({
        ...nobody,
        cookie,
        key: KEY,
      });
      return admission.admitted ? admission.setCookie !== null : null;
    };
    expect([renewed(15 * DAY), renewed(15 * DAY + 1_000)]).toEqual([false, true]);
  });

  test.each([
    ['GET', '/api/health', 'admitted'],
    ['HEAD', '/api/health', 'admitted'],
    ['POST', '/api/health', 'unauthorized'],
    ['GET', '/enter', 'admitted'],
    ['GET', '/assets/index-1234.js', 'admitted'],
    ['GET', '/icon.svg', 'admitted'],
    ['GET', '/preview.html', 'admitted'],
    ['GET', '/', 'unauthorized'],
    ['GET', '/api/ready', 'unauthorized'],
    ['GET', '/api/health/', 'unauthorized'],
    ['GET', '/assets/a/b', 'unauthorized'],
    ['GET', '/assets/../api/projects', 'unauthorized'],
    ['GET', '/sites/tidewatch/', 'unauthorized'],
    ['OPTIONS', '/api/projects', 'unauthorized'],
  ])('without it %s %s is %s', (method, path, expected) => {
    expect(verdict({ token: TOKEN }, { method, path })).toBe(expected);
  });

  test('is not needed at the socket, which only its owner can open', () => {
    expect(verdict({ token: TOKEN }, { via: 'socket', host: null, method: 'POST' })).toBe('admitted');
  });

  test.each([
    ['GET', 'cross-site', 'navigate', 'document', true],
    ['GET', 'same-site', 'navigate', 'document', true],
    ['GET', 'same-origin', 'navigate', 'document', false],
    ['GET', 'none', 'navigate', 'document', false],
    ['GET', 'cross-site', 'navigate', 'iframe', false],
    ['GET', null, null, null, false],
    ['POST', 'cross-site', 'navigate', 'document', false],
  ])(
    '%s from %s, %s to a %s: a session may be there and not be sent: %s',
    (method, fetchSite, fetchMode, fetchDest, may) => {
      expect(mayHaveSession({ ...nobody, method, fetchSite, fetchMode, fetchDest })).toBe(may);
    },
  );

  test.each([
    ['0.0.0.0', undefined, 'needs a token'],
    ['192.168.1.9', undefined, 'needs a token'],
    ['::', undefined, 'needs a token'],
    ['jury.example', undefined, 'needs a token'],
    ['0.0.0.0', 'x'.repeat(15), 'at least 16'],
    ['127.0.0.1', '', 'at least 16'],
  ])('listening on %s with token %s is refused', (host, token, message) => {
    expect(() => createGuard({ host, token })).toThrow(message);
  });

  test('is needed by everything that is not loopback', () => {
    const hosts = [
      'localhost',
      '127.0.0.1',
      '127.8.9.1',
      '::1',
      '0.0.0.0',
      '::',
      '10.0.0.1',
      '127.example.com',
    ];
    expect(hosts.filter(isLoopback)).toEqual(['localhost', '127.0.0.1', '127.8.9.1', '::1']);
  });
});
