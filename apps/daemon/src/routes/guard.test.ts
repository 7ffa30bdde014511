import { describe, expect, test } from 'vitest';
import { createGuard, type GuardOptions, isLoopback, TOKEN_COOKIE, type Visitor } from './guard.ts';

const TOKEN = 'correct-horse-battery';
const nobody: Visitor = {
  method: 'GET',
  host: '127.0.0.1:4100',
  origin: null,
  fetchSite: null,
  fetchMode: null,
  authorization: null,
  cookie: null,
  queryToken: null,
};

function verdict(options: Partial<GuardOptions>, visitor: Partial<Visitor>): string {
  const admission = createGuard({ host: '127.0.0.1', ...options })({ ...nobody, ...visitor });
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
    ['GET', null, 'cross-site', 'navigate', 'admitted'],
    ['GET', null, 'none', 'navigate', 'admitted'],
    ['GET', own, 'same-origin', 'cors', 'admitted'],
  ])('%s with origin %s, site %s, mode %s is %s', (method, origin, fetchSite, fetchMode, expected) => {
    const options = { allowedOrigins: ['http://localhost:5173'] };
    expect(verdict(options, { method, origin, fetchSite, fetchMode })).toBe(expected);
  });
});

describe('the token', () => {
  test.each([
    ['nothing', {}, 'unauthorized'],
    ['the bearer', { authorization: `Bearer ${TOKEN}` }, 'admitted'],
    ['the bearer in lower case', { authorization: `bearer ${TOKEN}` }, 'admitted'],
    ['another bearer', { authorization: `Bearer ${TOKEN}x` }, 'unauthorized'],
    ['a prefix of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 'unauthorized'],
    ['basic credentials', { authorization: `Basic ${TOKEN}` }, 'unauthorized'],
    ['the cookie', { cookie: `a=b; ${TOKEN_COOKIE}=${TOKEN}; c=d` }, 'admitted'],
    ['a wrong cookie', { cookie: `${TOKEN_COOKIE}=nope` }, 'unauthorized'],
    ['an unreadable cookie', { cookie: `${TOKEN_COOKIE}=%E0%A4%A` }, 'unauthorized'],
    ['the query', { queryToken: TOKEN }, 'admitted'],
    ['an empty query', { queryToken: '' }, 'unauthorized'],
  ] satisfies [string, Partial<Visitor>, string][])('with %s a request is %s', (_, visitor, expected) => {
    expect(verdict({ token: TOKEN }, visitor)).toBe(expected);
  });

  test('from the query becomes a cookie that scripts and other sites cannot use', () => {
    const admission = createGuard({ host: '127.0.0.1', token: TOKEN })({ ...nobody, queryToken: TOKEN });
    expect(admission).toEqual({
      admitted: true,
      setCookie: 'design_jury_token=correct-horse-battery; Path=/; HttpOnly; SameSite=Strict',
    });
  });

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
