/** Attacks on who asks: without the token, under another name, from another site. Each in every place there is. */
import { type Attack, asOwner, changes, fill, hostLine, JSON_TYPE, own, type Target } from './attack.ts';
import { requestBytes } from './raw-request.ts';

/** What a body that would be taken looks like, for each address that takes one. */
const TAKEN: Readonly<Record<string, unknown>> = {
  '/api/projects': { name: 'taken' },
  '/api/projects/:id': { name: 'taken' },
  '/api/projects/:id/runs': { brief: 'a page', artifact: { content: '<p>x</p>' }, maxRounds: 1 },
  '/api/questions/:id': { choice: 1 },
  '/api/ideas': { example: 'tidewatch' },
  '/api/ideas/:ideaId/docs/:type': { text: 'taken' },
  '/api/proxy/stream': { provider: 'ollama', model: 'x', messages: [{ role: 'user', content: 'x' }] },
};

const takenBody = ({ method, path }: { method: string; path: string }): string =>
  method === 'GET' || method === 'DELETE' ? '' : JSON.stringify(TAKEN[path] ?? {});

export function* withoutToken(target: Target): Generator<Attack> {
  const { token, falseCookies, trueCookie } = target;
  const credentials = [
    '',
    'Authorization:',
    'Authorization: Bearer',
    'Authorization: Bearer null',
    `Authorization: Bearer ${token.slice(0, -1)}`,
    `Authorization: Bearer x${token}`,
    `Authorization: Bearer ${token},${token}`,
    `Authorization: Basic ${Buffer.from(`jury:${token}`).toString('base64')}`,
    `Authorization: Digest ${token}`,
    `Proxy-Authorization: Bearer ${token}`,
    `X-Forwarded-User: root\r\nX-Api-Key: ${token}`,
    ...falseCookies.map((cookie) => `Cookie: ${cookie}`),
  ];
  for (const route of target.routes)
    for (const line of credentials) {
      const headers = [hostLine(target), JSON_TYPE, ...(line === '' ? [] : [line])];
      yield {
        name: `without token: ${route.method} ${route.path} ${line}`,
        bytes: requestBytes(route.method, fill(route, target), headers, takenBody(route)),
        expects: 'unauthorized',
      };
    }
  const halves = ['', '\r\nJury-Key:', `\r\nJury-Key: ${token}`, '\r\nJury-Key: null'];
  for (const route of target.routes.filter(({ path }) => /^\/(?:api|sites)\/(?!.*:file$)/.test(path)))
    for (const half of halves)
      yield {
        name: `with the cookie alone: ${route.method} ${route.path}${half}`,
        bytes: requestBytes(
          route.method,
          fill(route, target),
          [hostLine(target), JSON_TYPE, `Cookie: ${trueCookie}${half}`],
          takenBody(route),
        ),
        expects: 'unauthorized',
      };
  for (const query of [`token=${token}`, `access_token=${token}`, `code=${token}`, 'code=', 'code[]=x'])
    for (const address of ['/api/projects', '/api/agents', '/'])
      yield {
        name: `without token: ${address}?${query}`,
        bytes: requestBytes('GET', `${address}?${query}`, [hostLine(target)]),
        expects: 'unauthorized',
      };
  for (const code of [
    '',
    '?code=',
    '?code=x',
    `?code=${token}`,
    `?code=${'A'.repeat(32)}`,
    '?code=%00',
    '?code=a&code=b',
  ])
    yield {
      name: `enter${code}`,
      bytes: requestBytes('GET', `/enter${code}`, [hostLine(target)]),
      expects: 'unauthorized',
    };
}

export function* underAnotherName(target: Target): Generator<Attack> {
  const authorization = `Authorization: Bearer ${target.token}`;
  const names = [
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    `evil.example#${target.host}`,
    `evil.example/${target.host}`,
    `evil.example\\@${target.host}`,
    `${target.host}@evil.example`,
    `${target.host}, evil.example`,
    '10.0.0.1',
    '169.254.169.254',
    '[::ffff:10.0.0.1]',
    'metadata.internal',
    'xn--lcalhost-4ya',
    'local\u00adhost',
    '2130706433',
    '0177.0.0.1',
    '',
  ];
  const places = [
    '/',
    '/api/projects',
    '/api/agents',
    '/api/health',
    '/enter?code=x',
    '/assets/x.js',
    `/api/projects/${target.projectId}/events`,
  ];
  for (const name of names)
    for (const address of places)
      yield {
        name: `Host ${name} ${address}`,
        bytes: requestBytes('GET', address, [`Host: ${name}`, authorization]),
        // What is no name at all is refused before anybody asks whose it is.
        expects: /^[\w.:-]+$/.test(name) ? 'forbidden' : 'refused',
      };
  for (const route of changes(target))
    for (const more of [[], [`X-Forwarded-Host: ${target.host}`, `Forwarded: host=${target.host}`]])
      yield {
        name: `Host rebound: ${route.method} ${route.path} ${more.length}`,
        bytes: requestBytes(
          route.method,
          fill(route, target),
          ['Host: rebound.example', 'Origin: http://rebound.example', authorization, JSON_TYPE, ...more],
          takenBody(route),
        ),
        expects: 'forbidden',
      };
  for (const lines of [
    [hostLine(target), 'Host: evil.example'],
    ['Host: evil.example', hostLine(target)],
    [],
  ])
    yield {
      name: `Host ${lines.length} times`,
      bytes: requestBytes('GET', '/api/projects', [...lines, authorization]),
      expects: 'refused',
    };
}

export function* fromAnotherSite(target: Target): Generator<Attack> {
  const { host } = target;
  const [, port = ''] = host.split(':');
  const sites = [
    ['Origin: http://evil.example'],
    ['Origin: null'],
    [`Origin: http://${host}.evil.example`],
    [`Origin: http://evil.example/http://${host}`],
    [`Origin: http://localhost:${port}`],
    ['Origin: http://127.0.0.1:1'],
    [`Origin: ws://${host}`],
    ['Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Site: same-site'],
    ['Origin: http://evil.example', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'],
    ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'],
    ['Origin: null', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors'],
  ];
  for (const route of changes(target))
    for (const site of sites)
      yield {
        name: `from ${site.join(' ')}: ${route.method} ${route.path}`,
        bytes: asOwner(target, route.method, fill(route, target), site, takenBody(route)),
        expects: 'forbidden',
      };
  const reads = target.routes.filter(({ method }) => method === 'GET');
  for (const route of reads)
    for (const site of ['cross-site', 'same-site'])
      for (const [mode, dest] of [
        ['no-cors', 'script'],
        ['no-cors', 'image'],
        ['cors', 'empty'],
        ['navigate', 'iframe'],
      ])
        yield {
          name: `${dest} of a ${site} page: ${route.path}`,
          bytes: asOwner(target, 'GET', fill(route, target), [
            `Sec-Fetch-Site: ${site}`,
            `Sec-Fetch-Mode: ${mode}`,
            `Sec-Fetch-Dest: ${dest}`,
          ]),
          expects: 'forbidden',
        };
  for (const route of target.routes)
    yield {
      name: `preflight: ${route.path}`,
      bytes: requestBytes('OPTIONS', fill(route, target), [
        ...own(target),
        'Origin: http://evil.example',
        `Access-Control-Request-Method: ${route.method}`,
        'Access-Control-Request-Headers: authorization',
        'Access-Control-Request-Private-Network: true',
      ]),
      expects: 'refused',
    };
}
