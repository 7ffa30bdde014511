/** Attacks by what a request carries: bodies, fields, framing, headers, and bytes that are no request. */
import { type Attack, asOwner, changes, fill, JSON_TYPE, own, type Route, type Target } from './attack.ts';

const MIB = 1024 * 1024;

/** Nothing is read here: the request is its address. */
const BODILESS = /\/(?:rerun|interrupt|entry)$/;

/** None of them is what any address takes. */
const BODIES: readonly (readonly [string, string | Buffer])[] = [
  ['nested objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['nested lists', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['nested metadata', `{"name":"x","metadata":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
  ['lists without end', '['.repeat(100_000)],
  ['prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'],
  ['a prototype in metadata', '{"name":"x","metadata":{"__proto__":{"polluted":true}},"text":7,"choice":{}}'],
  ['an operator', '{"name":{"$gt":""},"example":{"$ne":1},"choice":{"$gt":0},"text":{"$x":1}}'],
  [
    'duplicate keys',
    '{"name":"a","name":["b"],"example":"a","example":1,"text":"a","text":1,"choice":1,"choice":[]}',
  ],
  ['UTF-16', Buffer.from('\ufeff{"name":"x"}', 'utf16le')],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0xff, 0x7d])],
  ['a cut document', '{"name":"x'],
  ['two documents', '{"name":"x"}{"name":"y"}'],
  ['a list', '[[],[],{}]'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['text', '"x"'],
  ['comments', '{/* x */"name":"x"}'],
  ['many keys', `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":0`).join(',')}}`],
  ['a form', 'name=x&name=y'],
];

export function* bodies(target: Target): Generator<Attack> {
  for (const route of changes(target).filter(takesBody))
    for (const [name, body] of BODIES)
      yield {
        name: `body, ${name}: ${route.method} ${route.path}`,
        bytes: asOwner(target, route.method, fill(route, target), [], body),
        expects: 'refused',
      };
}

export function* types(target: Target): Generator<Attack> {
  const wrong = [
    'text/html',
    'text/plain',
    'application/xml',
    'text/json',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'x',
    '',
  ];
  for (const route of changes(target).filter(takesBody))
    for (const type of wrong)
      yield {
        name: `type ${type}: ${route.method} ${route.path}`,
        bytes: asTyped(target, route, [`Content-Type: ${type}`]),
        expects: 'refused',
      };
  for (const route of changes(target).filter(takesBody))
    for (const coding of ['gzip', 'br', 'deflate', 'zstd', 'identity', 'x'])
      yield {
        name: `packed as ${coding}: ${route.method} ${route.path}`,
        bytes: asTyped(target, route, [JSON_TYPE, `Content-Encoding: ${coding}`]),
        expects: 'refused',
      };
}

const takesBody = ({ method, path }: Route): boolean => method !== 'DELETE' && !BODILESS.test(path);

function asTyped(target: Target, route: Route, headers: string[]): Buffer {
  const body = '{"name":"x","text":"x","choice":1}';
  const head = [
    `${route.method} ${fill(route, target)} HTTP/1.1`,
    ...own(target),
    'Connection: close',
    ...headers,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 'latin1');
}

/** Values of the fields of a run, each alone in a request that would otherwise be taken. */
const FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  threshold: [-1, 'x', [1], {}, null],
  maxRounds: [0, 21, 1.5, 'x', -1],
  perRoundTimeoutMs: [0, -1, 1.5, 'x'],
  totalTimeoutMs: [0, -1, 'x'],
  maxTokens: [0, -1, 0.5, 'x'],
  maxCostUsd: [0, -1, 'x'],
  plateauRounds: [-1, 21, 'x'],
  agent: ['../sh', '/bin/sh', '-x', '', 'a b', '$(id)', 'x'.repeat(65), 1, null],
  model: ['', 1, 'x'.repeat(201)],
  skill: ['../..', '', 1],
  skills: [['../..'], 'x', Array.from({ length: 9 }, () => 'x')],
  designSystem: ['../..', '', 1],
  cast: [[], ['x'], ['__proto__'], 'critic'],
  weights: [{ critic: -1 }, { critic: 'NaN' }, { x: 1 }],
  seats: [{ critic: '/bin/sh' }, { x: 'grounded' }, { critic: 1 }],
  fallbackPolicy: ['ship', '', 1],
  grounding: ['none', '', true],
  panelMode: ['x', 1],
  browser: ['x', true],
  onUnattended: ['x'],
  sandbox: ['off'],
  command: ['id'],
  env: [{ PATH: '/' }],
  cwd: ['/'],
  out: ['/tmp'],
  path: ['/etc/passwd'],
};

export function* fields(target: Target): Generator<Attack> {
  const runs = `/api/projects/${target.projectId}/runs`;
  for (const [field, values] of Object.entries(FIELDS))
    for (const value of values)
      yield {
        name: `${field}: ${JSON.stringify(value).slice(0, 40)}`,
        bytes: asOwner(
          target,
          'POST',
          runs,
          [],
          JSON.stringify({ artifact: { content: '<p>x</p>' }, [field]: value }),
        ),
        expects: 'refused',
      };
  for (const choice of [0, -1, 1.5, 1e9, '1; drop', '', null, [], {}])
    yield {
      name: `choice: ${JSON.stringify(choice)}`,
      bytes: asOwner(target, 'POST', '/api/questions/demo', [], JSON.stringify({ choice })),
      expects: 'refused',
    };
  for (const example of [
    '../../../etc',
    '/etc/passwd',
    '..',
    '',
    '%2e%2e',
    'a\u0000b',
    '__proto__',
    '.',
    'x'.repeat(5000),
  ])
    yield {
      name: `example: ${example.slice(0, 30)}`,
      bytes: asOwner(target, 'POST', '/api/ideas', [], JSON.stringify({ example })),
      expects: 'refused',
    };
}

/** Two requests that one reader takes for one and another for two. */
export function* framing(target: Target): Generator<Attack> {
  const lines = [`POST /api/projects HTTP/1.1`, ...own(target), JSON_TYPE];
  const hidden = [`GET /api/health HTTP/1.1`, ...own(target), '', ''].join('\r\n');
  const cases: readonly (readonly [string, string])[] = [
    ['Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
    ['Transfer-Encoding: chunked\r\nContent-Length: 4', '0\r\n\r\n'],
    ['Content-Length: 2\r\nContent-Length: 9', '{}'],
    ['Content-Length: 2, 9', '{}'],
    ['Content-Length: +2', '{}'],
    ['Content-Length: -1', '{}'],
    ['Content-Length: 0x2', '{}'],
    ['Content-Length: 2 2', '{}'],
    ['Content-Length: 9007199254740993', '{}'],
    ['Content-Length: 99999999999999999999999', '{}'],
    ['Content-Length : 2', '{}'],
    ['Content-Length\t: 2', '{}'],
    ['Transfer-Encoding: xchunked', '0\r\n\r\n'],
    ['Transfer-Encoding : chunked', '0\r\n\r\n'],
    ['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n'],
    ['Transfer-Encoding: identity, chunked, identity', '0\r\n\r\n'],
    ['Transfer-Encoding:\tchunked\r\nContent-Length: 3', '0\r\n\r\n'],
    ['Transfer-Encoding: "chunked"', '0\r\n\r\n'],
    ['Transfer-Encoding: chunked', '0x2\r\n{}\r\n0\r\n\r\n'],
    ['Transfer-Encoding: chunked', 'ffffffffffffffff2\r\n{}\r\n0\r\n\r\n'],
    ['Transfer-Encoding: chunked', '-1\r\n{}\r\n0\r\n\r\n'],
    ['Transfer-Encoding: chunked', '2\n{}\n0\n\n'],
    ['Transfer-Encoding: chunked', '2\r\n{}x\r\n0\r\n\r\n'],
    ['Transfer-Encoding: chunked', 'g\r\n'],
    ['X: y\r\n Folded: z\r\nContent-Length: 2', '{}'],
    ['X: a\rTransfer-Encoding: chunked\r\nContent-Length: 2', '{}'],
    ['X: a\nContent-Length: 0', '{}'],
    ['X: a\u0000b\r\nContent-Length: 2', '{}'],
    ['\u0000: y\r\nContent-Length: 2', '{}'],
    [': y\r\nContent-Length: 2', '{}'],
    ['X\r\nContent-Length: 2', '{}'],
    ['(x): y\r\nContent-Length: 2', '{}'],
  ];
  for (const [head, body] of cases)
    for (const after of ['', hidden])
      yield {
        name: `framing ${JSON.stringify(head)} ${JSON.stringify(body)}${after && ', with one hidden'}`,
        bytes: Buffer.from(`${[...lines, head].join('\r\n')}\r\n\r\n${body}${after}`, 'latin1'),
        expects: 'unread',
      };
}

export function* floods(target: Target): Generator<Attack> {
  const refused = (name: string, bytes: Buffer): Attack => ({
    name: `flood: ${name}`,
    bytes,
    expects: 'refused',
  });
  for (const address of ['/api/health', '/api/projects', '/', '/enter']) {
    yield refused(
      `a header of 64 KiB, ${address}`,
      asOwner(target, 'GET', address, [`X: ${'a'.repeat(65_536)}`]),
    );
    yield refused(
      `a name of 32 KiB, ${address}`,
      asOwner(target, 'GET', address, [`${'n'.repeat(32_768)}: x`]),
    );
    yield refused(
      `3,000 headers, ${address}`,
      asOwner(
        target,
        'GET',
        address,
        Array.from({ length: 3_000 }, (_, n) => `X-${n}: 0123456789`),
      ),
    );
    yield refused(
      `cookies, ${address}`,
      asOwner(target, 'GET', address, [`Cookie: ${'a=b; '.repeat(8_000)}`]),
    );
    yield refused(
      `an address of 64 KiB, ${address}`,
      asOwner(target, 'GET', `${address}?${'a'.repeat(65_536)}`),
    );
  }
  const large = Buffer.alloc(13 * MIB, 0x20);
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), large.subarray(0, MIB), Buffer.from('\r\n')]);
  const chunks = Buffer.concat(Array.from({ length: 13 }, () => chunk));
  for (const [index, route] of changes(target).filter(takesBody).entries()) {
    const address = fill(route, target);
    const send = (headers: string[], body: Buffer | string) =>
      asOwner(target, route.method, address, headers, body);
    yield refused(`a length of 8 GiB: ${route.path}`, send(['Content-Length: 8589934592'], '{}'));
    yield refused(`a length of 13 MiB: ${route.path}`, send([`Content-Length: ${13 * MIB}`], '{}'));
    // Truly sent to some: it takes time, and they share their reader.
    if (index > 2) continue;
    yield refused(`13 MiB: ${route.path}`, send([], large));
    yield refused(`13 MiB in chunks: ${route.path}`, send(['Transfer-Encoding: chunked'], chunks));
  }
}

export function* noise({ host }: Target): Generator<Attack> {
  const lines = [
    '\n',
    '\r\n\r\n',
    ` GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1 x\r\nHost: ${host}\r\n\r\n`,
    `GET  / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET /\u007f\u0001 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
    `get / http/1.1\r\nHost: ${host}\r\n\r\n`,
    `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'GET / HTTP/\r\n\r\n',
    'GET /\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    'SSH-2.0-x\r\n',
    'EHLO x\r\n',
    '*1\r\n$4\r\nPING\r\n',
    'GET / HTTP/1.1\rHost: x\r\r',
    '\u00ff'.repeat(1_000),
    '\u0000'.repeat(1_000),
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    '\u0005\u0001\u0000',
  ];
  for (const [index, text] of lines.entries())
    yield {
      name: `noise ${index}: ${JSON.stringify(text.slice(0, 40))}`,
      bytes: Buffer.from(text, 'latin1'),
      expects: 'unread',
    };
}
