/** Attacks by the owner's own program, or by who has taken it over: ids, addresses, methods, queries, ranges. */
import { type Attack, asOwner, changes, fill, type Target } from './attack.ts';

/** Each is refused wherever an id may stand. */
const IDS = [
  '..',
  '..%2f..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fjury.db',
  '..%252f..%252fetc%252fpasswd',
  '....%2f%2f....%2f%2fetc%2fpasswd',
  '%2fetc%2fpasswd',
  '..%5c..%5cetc%5cpasswd',
  '%c0%ae%c0%ae%c0%af',
  'file:%2f%2f%2fetc%2fpasswd',
  'demo%00.html',
  '%00',
  '%0d%0aX-Injected:%201',
  '%e5%98%8a%e5%98%8dX-Injected:%201',
  '-rf',
  '%20',
  '%ff%fe',
  '%7b%7d',
  "x'%20or%201=1--",
  '%3cscript%3e',
  '$(id)',
  '%60id%60',
  '%f0%9f%92%a9',
  `${'x'.repeat(65)}`,
  `${'x'.repeat(4000)}`,
  '__proto__',
];

export function* ids(target: Target): Generator<Attack> {
  for (const route of target.routes)
    for (const [, name = ''] of route.path.matchAll(/:(\w+)/g))
      for (const by of IDS)
        yield {
          name: `id ${by.slice(0, 40)} as ${name}: ${route.method} ${route.path}`,
          bytes: asOwner(
            target,
            route.method,
            fill(route, target, { name, by }),
            [],
            route.method === 'GET' ? '' : '{}',
          ),
          expects: 'refused',
        };
}

export function* addresses(target: Target): Generator<Attack> {
  const files = [
    'etc/passwd',
    'jury.db',
    'token',
    'agents.json',
    'run/jury.sock',
    '.git/HEAD',
    'package.json',
  ];
  const climbs = [
    '/',
    '//',
    '/../',
    '/..%2f',
    '/%2e%2e/',
    '/%252e%252e/',
    '/./.././../',
    '/\\..\\',
    '/..;/',
    '/%c0%ae%c0%ae/',
  ];
  const roots = ['', '/assets', '/sites/demo', '/api'];
  for (const file of files)
    for (const climb of climbs)
      for (const root of roots)
        yield {
          name: `file ${root}${climb}${file}`,
          bytes: asOwner(
            target,
            'GET',
            root + climb.repeat(climb.includes('.') ? 6 : 1).replaceAll('//', '/') + file,
          ),
          expects: 'refused',
        };
  const odd = [
    'http://evil.example/api/projects',
    `http://${target.host}@evil.example/`,
    '//evil.example/',
    '///evil.example',
    '/%2f%2fevil.example',
    '/sites//evil.example',
    '/sites/%2f%2fevil.example',
    '/api/plays//evil.example',
    '/api/./projects',
    '/api/%70rojects',
    '/api/projects/',
    '/api/projects;x=1',
    '/%c0%af',
    '/%',
    '/\u00e9\u00ff',
    '/?',
    '/#x',
    '?',
    '*',
    'api/projects',
    '/enter/../api/projects',
    '/assets/..%2f..%2fapi%2fprojects',
  ];
  for (const address of odd)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      yield {
        name: `address ${method} ${address}`,
        bytes: asOwner(target, method, address),
        expects: 'harmless',
      };
}

export function* methods(target: Target): Generator<Attack> {
  const paths = [...new Set(target.routes.map(({ path }) => path))];
  for (const path of paths) {
    const known = target.routes.filter((route) => route.path === path).map(({ method }) => method);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH', 'LINK']) {
      if (known.includes(method)) continue;
      const address = fill({ method, path }, target);
      yield { name: `method ${method} ${path}`, bytes: asOwner(target, method, address), expects: 'unread' };
    }
  }
  for (const override of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
    yield {
      name: `method by ${override}`,
      bytes: asOwner(target, 'GET', `/api/projects/${target.projectId}`, [`${override}: DELETE`]),
      expects: 'harmless',
    };
}

export function* queries(target: Target): Generator<Attack> {
  const numbers = [
    '0',
    '-1',
    '501',
    '1e3',
    'x',
    '',
    '1.5',
    '0x1',
    '99999999999999999999',
    '1%00',
    '1;drop',
    '%F0%9F%92%A9',
  ];
  for (const number of numbers)
    for (const address of ['/api/projects', `/api/projects/${target.projectId}/runs`, '/api/runs'])
      yield {
        name: `limit=${number} ${address}`,
        bytes: asOwner(target, 'GET', `${address}?limit=${number}`),
        expects: 'refused',
      };
  const events = `/api/projects/${target.projectId}/events`;
  for (const query of [
    'since=-1',
    'since=x',
    'since=1e400',
    'run=..%2f..',
    'run=%00',
    'run=',
    'since=%0d%0a',
    'run=__proto__',
  ])
    yield {
      name: `events ${query}`,
      bytes: asOwner(target, 'GET', `${events}?${query}`),
      expects: 'refused',
    };
  for (const id of ['-1', 'x', '1e9', '1,2', '0x1', '9'.repeat(400)])
    yield {
      name: `Last-Event-ID ${id}`,
      bytes: asOwner(target, 'GET', events, [`Last-Event-ID: ${id}`]),
      expects: 'refused',
    };
  for (const query of ['protocol=x', 'protocol=', 'protocol=__proto__', 'protocol=theater%00'])
    yield { name: `runs ${query}`, bytes: asOwner(target, 'GET', `/api/runs?${query}`), expects: 'refused' };
}

export function* files(target: Target): Generator<Attack> {
  const run = `/api/projects/${target.projectId}/runs/${target.runId}`;
  const places = [
    `${run}/transcript`,
    `${run}/artifact`,
    `${run}/rounds/1/artifact`,
    '/',
    '/assets/x.js',
    '/sites/demo/',
  ];
  const ranges = [
    'bytes=0-18446744073709551615',
    'bytes=-0',
    `bytes=${'0-0,'.repeat(1000)}0-0`,
    'bytes=a-b',
    'bytes=--1',
    'bytes=9-1',
    'lines=0-1',
    'bytes=0-0\u00ff',
  ];
  for (const address of places)
    for (const range of ranges)
      for (const encoding of ['gzip', '*;q=0, gzip;q=0', 'identity;q=0', 'gzip'.repeat(500)])
        yield {
          name: `range ${range.slice(0, 30)} ${encoding.slice(0, 20)} ${address}`,
          bytes: asOwner(target, 'GET', address, [`Range: ${range}`, `Accept-Encoding: ${encoding}`]),
          expects: 'harmless',
        };
  const names = [
    'x%0d%0aX-Injected:%201',
    '..%2f..%2fx',
    '%22%3bfilename=x',
    '%e5%98%8d%e5%98%8aX-Injected:1',
    '%00',
  ];
  for (const address of places.slice(0, 3))
    for (const name of names)
      yield {
        name: `download ${name} ${address}`,
        bytes: asOwner(target, 'GET', `${address}?download=${name}`),
        expects: 'harmless',
      };
  for (const address of places)
    for (const line of [
      'If-None-Match: *',
      `If-None-Match: ${'"x",'.repeat(2000)}`,
      'If-Range: x',
      'If-Modified-Since: x',
    ])
      yield {
        name: `${line.slice(0, 24)} ${address}`,
        bytes: asOwner(target, 'GET', address, [line]),
        expects: 'harmless',
      };
}

export function* upgrades(target: Target): Generator<Attack> {
  const socket = [
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  ];
  for (const address of ['/', '/api/projects', '/api/proxy/stream', '/ws', '/api/health'])
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0', 'x'])
      yield {
        name: `upgrade to ${protocol} ${address}`,
        bytes: asOwner(target, 'GET', address, [...socket, `Upgrade: ${protocol}`]),
        expects: 'harmless',
      };
  for (const route of changes(target))
    yield {
      name: `expectation: ${route.path}`,
      bytes: asOwner(target, route.method, fill(route, target), ['Expect: 200-maybe'], '[]'),
      expects: 'unread',
    };
}
