import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reachOf } from './address.ts';
import { readAllowList } from './allow-list.ts';
import { checkTarget, type Guard, GuardError } from './guard.ts';
import { createPinnedFetch, PINNED_LIMITS, type PinnedLimits } from './pinned-fetch.ts';
import { serveOn } from './test/far-end.ts';

const NOBODY = readAllowList(undefined);

function resolving(table: Record<string, readonly string[]>): Guard {
  return {
    allow: NOBODY,
    resolve: async (host) => {
      const addresses = table[host];
      if (addresses === undefined) throw new Error(`ENOTFOUND ${host}`);
      return addresses;
    },
  };
}

async function refusal(url: string, guard: Guard): Promise<GuardError> {
  const error = await checkTarget(url, guard).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof GuardError) return error;
  throw new Error(`${url} was not refused: ${String(error)}`);
}

describe('[N1] the guard', () => {
  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private 10/8', '10.0.0.1'],
    ['private 10/8, last', '10.255.255.255'],
    ['CGNAT', '100.64.0.1'],
    ['CGNAT, last', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback, last', '127.255.255.254'],
    ['link-local', '169.254.1.1'],
    ['cloud metadata', '169.254.169.254'],
    ['private 172.16/12', '172.16.0.1'],
    ['private 172.16/12, last', '172.31.255.255'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation 1', '192.0.2.1'],
    ['6to4 relay', '192.88.99.1'],
    ['private 192.168/16', '192.168.255.1'],
    ['benchmarking', '198.19.0.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['multicast', '224.0.0.1'],
    ['multicast, last', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['Azure metadata', '168.63.129.16'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-mapped public', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
    ['NAT64 of private', '64:ff9b::a00:1'],
    ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::8.8.8.8'],
    ['discard-only', '100::1'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['ORCHID', '2001:10::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['IPv6 documentation 2', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fd00::1'],
    ['unique local, first', 'fc00::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local, last', 'febf::1'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['not handed out', '4000::1'],
  ])('refuses %s (%s), as a literal and behind a name', async (_name, address) => {
    const literal = address.includes(':') ? `[${address}]` : address;
    expect((await refusal(`https://${literal}/v1`, resolving({}))).reason).toBe('address');
    const behind = await refusal('https://models.example/v1', resolving({ 'models.example': [address] }));
    expect(behind.reason).toBe('address');
  });

  test.each([
    ['last before private', '9.255.255.255'],
    ['first after private', '11.0.0.0'],
    ['last before CGNAT', '100.63.255.255'],
    ['first after CGNAT', '100.128.0.0'],
    ['last before 172.16/12', '172.15.255.255'],
    ['first after 172.16/12', '172.32.0.0'],
    ['first after link-local', '169.255.0.0'],
    ['last before multicast', '223.255.255.255'],
    ['public IPv6', '2606:4700:4700::1111'],
    ['NAT64 of public', '64:ff9b::8.8.8.8'],
  ])('lets %s (%s) pass', (_name, address) => {
    expect(reachOf(address)).toEqual({ kind: 'public' });
  });

  test.each([
    ['decimal', 'http://2130706433/'],
    ['hexadecimal', 'http://0x7f000001/'],
    ['octal', 'http://0177.0.0.1/'],
    ['mixed', 'http://0x7f.0.1/'],
    ['short', 'http://127.1/'],
    ['zero', 'http://0/'],
    ['trailing dot', 'http://127.0.0.1./'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['full-width digits', 'http://１２７.0.0.1/'],
    ['ideographic full stops', 'http://127。0。0。1/'],
    ['mapped, hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['mapped, written out', 'http://[0:0:0:0:0:ffff:127.0.0.1]/'],
    ['back slashes', 'http:\\\\127.0.0.1\\'],
    ['no slashes', 'http:127.0.0.1'],
    ['tab in the host', 'http://127.0.\t0.1/'],
  ])('sees through an address spelled %s', async (_name, url) => {
    expect((await refusal(url, resolving({}))).reason).toBe('address');
  });

  test.each([
    ['localhost', 'http://localhost/'],
    ['localhost with a trailing dot', 'http://LOCALHOST./'],
    ['a name below localhost', 'http://x.localhost/'],
  ])('refuses %s by what it resolves to', async (_name, url) => {
    const table = { localhost: ['127.0.0.1', '::1'], 'x.localhost': ['127.0.0.1'] };
    expect((await refusal(url, resolving(table))).reason).toBe('address');
  });

  test('refuses a name when one of its addresses is private, whichever place it has', async () => {
    for (const addresses of [
      ['1.1.1.1', '10.0.0.1'],
      ['10.0.0.1', '1.1.1.1'],
      ['1.1.1.1', '2606:4700::1111', '::1'],
    ])
      expect(
        (await refusal('https://mixed.example/', resolving({ 'mixed.example': addresses }))).reason,
      ).toBe('address');
  });

  test.each([
    ['file:///etc/passwd', 'scheme'],
    ['ftp://models.example/', 'scheme'],
    ['gopher://127.0.0.1:6379/_INFO', 'scheme'],
    ['data:text/plain,hello', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['ws://models.example/', 'scheme'],
    ['unix:/var/run/docker.sock', 'scheme'],
    ['https://user:pw@models.example/', 'userinfo'],
    ['https://models.example@127.0.0.1/', 'userinfo'],
    ['models.example/v1', 'bad_url'],
    ['', 'bad_url'],
    ['https://', 'bad_url'],
    ['http://999.999.999.999/', 'bad_url'],
    ['http://[fe80::1%25eth0]/', 'bad_url'],
    [`https://models.example/${'a'.repeat(2_048)}`, 'bad_url'],
    ['https://models.example:22/', 'port'],
    ['https://models.example:25/', 'port'],
    ['http://models.example:6667/', 'port'],
    ['http://models.example:1/', 'port'],
    ['https://nowhere.example/', 'dns'],
  ])('refuses %j: %s', async (url, reason) => {
    expect((await refusal(url, resolving({ 'models.example': ['1.1.1.1'] }))).reason).toBe(reason);
  });

  test.each(['https://models.example/v1', 'http://models.example:8080/', 'https://models.example:65535/'])(
    'lets %s pass, with its addresses',
    async (url) => {
      const checked = await checkTarget(
        url,
        resolving({ 'models.example': ['1.1.1.1', '1.1.1.1', '2606:4700::1'] }),
      );
      expect(checked.addresses).toEqual(['1.1.1.1', '2606:4700::1']);
    },
  );

  test('a resolver that has no address, or does not answer, refuses', async () => {
    expect((await refusal('https://empty.example/', resolving({ 'empty.example': [] }))).reason).toBe('dns');
    const silent: Guard = { allow: NOBODY, resolve: () => new Promise(() => {}), resolveMs: 20 };
    expect((await refusal('https://slow.example/', silent)).reason).toBe('dns');
  });

  test('the system resolver is the default: a name that cannot exist is refused', async () => {
    expect((await refusal('https://does-not-exist.invalid/', { allow: NOBODY })).reason).toBe('dns');
  });

  test('no message repeats more of a URL than its host', async () => {
    const guard = resolving({ 'models.example': ['10.0.0.1'] });
    for (const url of [
      'https://models.example/v1?key=sk-marked',
      'https://sk-marked:x@models.example/',
      'nonsense sk-marked',
      'https://models.example:25/sk-marked',
    ])
      expect((await refusal(url, guard)).message).not.toContain('sk-marked');
  });
});

describe('[N2] the allow-list', () => {
  const guard = (entries: string, table: Record<string, readonly string[]> = {}): Guard => ({
    ...resolving(table),
    allow: readAllowList(entries),
  });

  test('opens exactly the host and port that are named', async () => {
    const table = { 'ollama.internal': ['10.1.2.3'], 'other.internal': ['10.1.2.3'] };
    const open = guard('ollama.internal:11434', table);
    expect((await checkTarget('http://ollama.internal:11434/v1', open)).addresses).toEqual(['10.1.2.3']);
    expect((await checkTarget('http://OLLAMA.internal.:11434/v1', open)).addresses).toEqual(['10.1.2.3']);
    expect((await refusal('http://ollama.internal:11435/v1', open)).reason).toBe('address');
    expect((await refusal('http://other.internal:11434/v1', open)).reason).toBe('address');
    // The name was approved, not what it stands for.
    expect((await refusal('http://10.1.2.3:11434/v1', open)).reason).toBe('address');
  });

  test('a host without a port is open on 80 and 443 only', async () => {
    const open = guard('models.internal', { 'models.internal': ['fd00::7'] });
    await checkTarget('http://models.internal/', open);
    await checkTarget('https://models.internal/', open);
    expect((await refusal('https://models.internal:8443/', open)).reason).toBe('address');
  });

  test('an address may be named, in any spelling', async () => {
    await checkTarget('http://0x7f.1:9000/', guard('127.0.0.1:9000'));
    await checkTarget('http://[::1]:9000/', guard('[0:0::1]:9000'));
  });

  test('a port that is refused elsewhere is open where it is named', async () => {
    await checkTarget('http://127.0.0.1:900/', guard('127.0.0.1:900'));
  });

  test.each(['169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255'])(
    'cannot open %s, not even behind an approved name',
    async (address) => {
      const literal = guard(`${address}:80`);
      expect((await refusal(`http://${address}/`, literal)).reason).toBe('address');
      const named = guard('metadata.internal:80', { 'metadata.internal': [address] });
      expect((await refusal('http://metadata.internal/', named)).reason).toBe('address');
    },
  );

  test('the refusal says how to add the host, where that is possible', async () => {
    const table = { localhost: ['127.0.0.1'], 'meta.example': ['169.254.169.254'] };
    const { message } = await refusal('http://localhost:11434/v1', resolving(table));
    expect(message).toBe(
      'localhost (127.0.0.1) is a loopback address; the daemon does not connect there. If this is yours and meant, add localhost:11434 to OD_PROXY_ALLOWED_HOSTS and start the daemon again',
    );
    expect((await refusal('http://meta.example/', resolving(table))).message).not.toContain('OD_PROXY');
  });

  test.each(['http://localhost', 'localhost:0', 'localhost:70000', 'a b:c', '*', '*.internal', '10.0.0.0/8'])(
    'an entry that cannot be read is named: %j',
    (entry) => {
      expect(() => readAllowList(entry)).toThrow(/^OD_PROXY_ALLOWED_HOSTS has /);
    },
  );
});

describe('[N3] a request behind the guard', () => {
  function pinned(guard: Guard, limits: Partial<PinnedLimits> = {}): typeof fetch {
    return createPinnedFetch(guard, { ...PINNED_LIMITS, ...limits });
  }

  function named(port: number, resolve: Guard['resolve']): Guard {
    return { allow: readAllowList(`models.internal:${port}`), ...(resolve && { resolve }) };
  }

  const reasonOf = (asking: Promise<unknown>): Promise<unknown> =>
    asking.then(
      () => null,
      (error: unknown) => (error instanceof GuardError ? error.reason : error),
    );

  test('reaches an approved host, with its own name in Host', async () => {
    const far = await serveOn('127.0.0.1', (request, response) => {
      response.setHeader('x-host', request.headers.host ?? '');
      response.end('hello');
    });
    const guarded = pinned(named(far.port, async () => ['127.0.0.1']));
    const answer = await guarded(`http://models.internal:${far.port}/v1/x?y=1`, {
      method: 'POST',
      body: '{}',
    });
    expect(await answer.text()).toBe('hello');
    expect(answer.headers.get('x-host')).toBe(`models.internal:${far.port}`);
    expect(far.seen).toEqual(['POST /v1/x?y=1']);
  });

  test('TLS is asked for the name, not for the address', async () => {
    const hello = Promise.withResolvers<string>();
    const server = createTcpServer((socket) => {
      socket.once('data', (bytes) => {
        hello.resolve(bytes.toString('latin1'));
        socket.destroy();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const asking = pinned(named(port, async () => ['127.0.0.1']))(`https://models.internal:${port}/`);
    expect(await reasonOf(asking)).toBe('unreachable');
    expect(await hello.promise).toContain('models.internal');
  });

  test('reaches an approved address of IPv6', async () => {
    const far = await serveOn('::1', (_request, response) => response.end('six'));
    const guard: Guard = { allow: readAllowList(`[::1]:${far.port}`) };
    expect(await (await pinned(guard)(`http://[0:0:0::1]:${far.port}/`)).text()).toBe('six');
  });

  test('a name that changes its address after the check is asked once and gains nothing', async () => {
    const good = await serveOn('127.0.0.2', (_request, response) => response.end('checked'));
    const evil = await serveOn('127.0.0.1', (_request, response) => response.end('rebound'), good.port);
    let asked = 0;
    const rebinding = async () => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1'];
    const answer = await pinned(named(good.port, rebinding))(`http://models.internal:${good.port}/`);
    expect(await answer.text()).toBe('checked');
    expect({ asked, evil: evil.seen }).toEqual({ asked: 1, evil: [] });
  });

  test('every request resolves and checks anew: a name that turns private is refused', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']];
    const guard: Guard = { allow: NOBODY, resolve: async () => answers.shift() ?? [] };
    expect((await checkTarget('http://models.example/', guard)).addresses).toEqual(['1.1.1.1']);
    expect(await reasonOf(pinned(guard)('http://models.example/'))).toBe('address');
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is refused and not followed', async (status) => {
    const inner = await serveOn('127.0.0.1', (_request, response) => response.end('secret'));
    const far = await serveOn('127.0.0.1', (_request, response) => {
      response.writeHead(status, { Location: `http://127.0.0.1:${inner.port}/latest/meta-data` });
      response.end();
    });
    const guarded = pinned(named(far.port, async () => ['127.0.0.1']));
    expect(await reasonOf(guarded(`http://models.internal:${far.port}/`))).toBe('redirect');
    expect(inner.seen).toEqual([]);
  });

  test('an answer is read up to its limit, packed or not', async () => {
    const { gzipSync } = await import('node:zlib');
    const bodies: Record<string, Buffer> = {
      '/1000': Buffer.alloc(1000, 97),
      '/1001': Buffer.alloc(1001, 97),
    };
    const far = await serveOn('127.0.0.1', (request, response) => {
      const [path = '', packed] = (request.url ?? '').split('?');
      const body = bodies[path] ?? Buffer.alloc(0);
      if (packed !== undefined) response.setHeader('Content-Encoding', 'gzip');
      response.end(packed === undefined ? body : gzipSync(body));
    });
    const guarded = pinned(
      named(far.port, async () => ['127.0.0.1']),
      { maxResponseBytes: 1000 },
    );
    const ask = async (path: string) => (await guarded(`http://models.internal:${far.port}${path}`)).text();
    expect((await ask('/1000')).length).toBe(1000);
    expect((await ask('/1000?packed')).length).toBe(1000);
    expect(await reasonOf(ask('/1001'))).toBe('too_large');
    expect(await reasonOf(ask('/1001?packed'))).toBe('too_large');
  });

  test('a host that says nothing is given up, before and within the answer', async () => {
    const far = await serveOn('127.0.0.1', (request, response) => {
      if (request.url === '/begins') response.write('a');
    });
    const guarded = pinned(
      named(far.port, async () => ['127.0.0.1']),
      { idleMs: 100 },
    );
    const ask = async (path: string) => (await guarded(`http://models.internal:${far.port}${path}`)).text();
    expect(await reasonOf(ask('/silent'))).toBe('timeout');
    expect(await reasonOf(ask('/begins'))).toBe('timeout');
  });

  test('a connection that is cut in the middle is an error, never a short answer', async () => {
    const far = await serveOn('127.0.0.1', (_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const guarded = pinned(named(far.port, async () => ['127.0.0.1']));
    const asking = guarded(`http://models.internal:${far.port}/`).then((answer) => answer.text());
    expect(await reasonOf(asking)).toBe('cut');
  });

  test('nobody listening is said so', async () => {
    const far = await serveOn('127.0.0.1', (_request, response) => response.end());
    const guarded = pinned(named(far.port, async () => ['127.0.0.9']));
    expect(await reasonOf(guarded(`http://models.internal:${far.port}/`))).toBe('unreachable');
  });

  test('an abort ends the request at once, with its own reason', async () => {
    const far = await serveOn('127.0.0.1', () => {});
    const leave = new AbortController();
    const guarded = pinned(named(far.port, async () => ['127.0.0.1']));
    const asking = guarded(`http://models.internal:${far.port}/`, { signal: leave.signal });
    setTimeout(() => leave.abort('left'), 20);
    expect(await reasonOf(asking)).toBe('left');
  });
});
