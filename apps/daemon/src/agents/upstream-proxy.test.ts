import { expect, test } from 'vitest';
import { authorizationAt, reroute, withProxy } from './upstream-proxy.ts';

const PROXY = { HTTPS_PROXY: 'http://proxy.test:3128' };

test.each([
  ['a host', 'model.test', true],
  ['a host below it', 'test', true],
  ['a host with a dot before it', '.test', true],
  ['a host with a star before it', '*.test', true],
  ['a host with its port', 'other.test:1 model.test:443', true],
  ['a host with another port', 'model.test:8443', false],
  ['a host that only ends alike', 'odel.test', false],
  ['another host', 'x.test,127.0.0.1', false],
  ['all of them', '*', true],
  ['nothing', ' ,', false],
])('%s is left out: %j', (_, NO_PROXY, isLeftOut) => {
  const proxy = reroute({ ...PROXY, NO_PROXY })?.upstream.of('https', 'Model.test', 443);
  expect(proxy?.host ?? null).toBe(isLeftOut ? null : 'proxy.test:3128');
});

test.each(['::1', '[::1]:443', '[::1]'])('a number with colons is left out: %s', (NO_PROXY) => {
  expect(reroute({ ...PROXY, NO_PROXY })?.upstream.of('https', '::1', 443)).toBeNull();
});

test('the lower case goes first, an empty one is none, and each kind has its own', () => {
  const upstream = reroute({ ...PROXY, https_proxy: 'other.test:1', http_proxy: '' })?.upstream;
  expect(upstream?.of('https', 'model.test', 443)?.host).toBe('other.test:1');
  expect(upstream?.of('http', 'model.test', 80)).toBeNull();
});

test.each(['socks5://proxy.test:1080', 'http://'])('one that is not spoken to stays: %s', (HTTPS_PROXY) => {
  expect(reroute({ HTTPS_PROXY })).toBeNull();
});

test('the program still leaves out its own loopback where its user said so; all else passes here', () => {
  const left = (env: Record<string, string>) => {
    const rerouted = reroute(env);
    if (rerouted === null) return null;
    const whole = { ...env };
    withProxy(whole, ['HTTPS_PROXY'], 'http://ours', rerouted);
    return whole;
  };
  expect(left(PROXY)).toEqual({ HTTPS_PROXY: 'http://ours' });
  const both = (own: string) => ({ HTTPS_PROXY: 'http://ours', NO_PROXY: own, no_proxy: own });
  expect(left({ NO_PROXY: 'model.test' })).toEqual({ HTTPS_PROXY: 'http://ours' });
  expect(left({ NO_PROXY: 'model.test,localhost,127.0.0.1:80' })).toEqual(both('localhost,127.0.0.1:80'));
  expect(left({ no_proxy: '*' })).toEqual(both('localhost,127.0.0.1,::1'));
});

test('a name and a password let one in, as they were meant', () => {
  const header = (url: string) => authorizationAt(new URL(url));
  const basic = (word: string) => ({
    'proxy-authorization': `Basic ${Buffer.from(word).toString('base64')}`,
  });
  expect(header('http://p.test')).toEqual({});
  expect(header('http://ann:p%40ss@p.test')).toEqual(basic('ann:p@ss'));
  expect(header('http://ann:100%@p.test')).toEqual(basic('ann:100%'));
});
