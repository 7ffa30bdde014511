/** The guard against every way to write an address: each inner address in each spelling, and public ones that must pass. */
import { afterAll, expect, test } from 'vitest';
import { secondsSince } from '../../../../scripts/seconds-since.ts';
import { readAllowList } from './allow-list.ts';
import { checkTarget, GuardError, type Resolver } from './guard.ts';

type Bytes = readonly [number, number, number, number];

const INNER: readonly Bytes[] = [
  [127, 0, 0, 1],
  [127, 255, 255, 254],
  [0, 0, 0, 0],
  [10, 0, 0, 1],
  [10, 255, 255, 255],
  [172, 16, 0, 1],
  [172, 31, 255, 254],
  [192, 168, 0, 1],
  [100, 64, 3, 2],
  [100, 100, 100, 200],
  [169, 254, 169, 254],
  [198, 19, 255, 254],
  [224, 0, 0, 1],
  [255, 255, 255, 255],
];
const PUBLIC: readonly Bytes[] = [
  [8, 8, 8, 8],
  [11, 0, 0, 1],
  [100, 128, 0, 1],
  [128, 0, 0, 1],
  [169, 253, 255, 254],
  [172, 32, 0, 1],
  [192, 167, 255, 254],
  [192, 169, 0, 1],
  [223, 255, 255, 254],
];

const wide = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const number = ([a, b, c, d]: Bytes): number => ((a * 256 + b) * 256 + c) * 256 + d;
const hex = (value: number): string => value.toString(16);
const group = (high: number, low: number): string => hex(high * 256 + low);

/** Hosts that the URL parser reads as this IPv4 address, all of them. */
const SPELLED: Readonly<Record<string, (bytes: Bytes) => string>> = {
  dotted: (bytes) => bytes.join('.'),
  'with a dot at the end': (bytes) => `${bytes.join('.')}.`,
  'one number': (bytes) => `${number(bytes)}`,
  'one hexadecimal number': (bytes) => `0x${hex(number(bytes))}`,
  'one octal number': (bytes) => `0${number(bytes).toString(8)}`,
  'hexadecimal parts': (bytes) => bytes.map((byte) => `0x${hex(byte)}`).join('.'),
  'capital hexadecimal parts': (bytes) => bytes.map((byte) => `0X${hex(byte).toUpperCase()}`).join('.'),
  'octal parts': (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  'mixed parts': ([a, b, c, d]) => `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
  'two parts': ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  'three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  'zeros in front': (bytes) => bytes.map((byte) => `0x0000${hex(byte)}`).join('.'),
  'wide digits': (bytes) => wide(bytes.join('.')),
  'ideographic dots': (bytes) => bytes.join('\u3002'),
  'half-width dots': (bytes) => bytes.join('\uff61'),
  percent: (bytes) => bytes.join('.').replace(/./g, (character) => `%${hex(character.charCodeAt(0))}`),
  'soft hyphens': (bytes) => bytes.join('.\u00ad'),
  'a tab': (bytes) => `\t${bytes.join('.')}`,
  'a new line inside': (bytes) => bytes.join('.\n'),
};

/** IPv6 that leads to this IPv4 address, or is written as if. */
const CARRIED: Readonly<Record<string, (bytes: Bytes) => string>> = {
  mapped: (bytes) => `[::ffff:${bytes.join('.')}]`,
  'mapped, in capitals': (bytes) => `[::FFFF:${bytes.join('.')}]`,
  'mapped, in groups': ([a, b, c, d]) => `[::ffff:${group(a, b)}:${group(c, d)}]`,
  'mapped, in full': ([a, b, c, d]) => `[0:0:0:0:0:ffff:${group(a, b)}:${group(c, d)}]`,
  compatible: (bytes) => `[::${bytes.join('.')}]`,
  translated: (bytes) => `[::ffff:0:${bytes.join('.')}]`,
  NAT64: (bytes) => `[64:ff9b::${bytes.join('.')}]`,
  'NAT64, in groups': ([a, b, c, d]) => `[64:ff9b::${group(a, b)}:${group(c, d)}]`,
  'local NAT64': ([a, b, c, d]) => `[64:ff9b:1:fffe::${group(a, b)}:${group(c, d)}]`,
  '6to4': ([a, b, c, d]) => `[2002:${group(a, b)}:${group(c, d)}::1]`,
  Teredo: ([a, b, c, d]) => `[2001:0:${group(a, b)}:${group(c, d)}::1]`,
  'Teredo, hidden': ([a, b, c, d]) => `[2001::${group(255 - a, 255 - b)}:${group(255 - c, 255 - d)}]`,
};

/** Where in a URL the host stands. */
const PLACES: Readonly<Record<string, (host: string) => string>> = {
  http: (host) => `http://${host}/v1`,
  'https and a port': (host) => `https://${host}:8443/`,
  'capital scheme': (host) => `HTTP://${host}`,
  backslashes: (host) => `http:\\\\${host}\\`,
  'one slash': (host) => `http:/${host}/`,
  'many slashes': (host) => `http:////${host}//`,
  'blanks around': (host) => ` http://${host}/ `,
  'an empty port': (host) => `http://${host}:/`,
};

const nobody: Resolver = async (host) => {
  throw new Error(`no such host: ${host}`);
};

let asked = 0;
const began = performance.now();
afterAll(() => console.log(`spellings of addresses: ${asked} in ${secondsSince(began)}`));

async function outcomeOf(url: string, resolve: Resolver = nobody): Promise<string> {
  asked += 1;
  try {
    await checkTarget(url, { allow: readAllowList(undefined), resolve });
    return 'passes';
  } catch (error) {
    return error instanceof GuardError ? 'refused' : String(error);
  }
}

async function expectAll(urls: readonly string[], outcome: string, resolve?: Resolver): Promise<void> {
  const wrong: string[] = [];
  for (const url of urls) {
    const came = await outcomeOf(url, resolve);
    if (came !== outcome) wrong.push(`${JSON.stringify(url)} ${came}`);
  }
  expect(wrong).toEqual([]);
}

const written = (table: Readonly<Record<string, (bytes: Bytes) => string>>, all: readonly Bytes[]) =>
  Object.values(table).flatMap((spell) => all.map(spell));

test.each(Object.entries(PLACES))('[N1] no spelling of an inner address passes: %s', async (_, place) => {
  const hosts = [...written(SPELLED, INNER), ...written(CARRIED, INNER)];
  expect(hosts.length).toBeGreaterThan(400);
  await expectAll(hosts.map(place), 'refused');
});

test.each(Object.entries(PLACES))(
  '[N1] a public address passes in every spelling of IPv4: %s',
  async (_, place) => {
    await expectAll(written(SPELLED, PUBLIC).map(place), 'passes');
  },
);

test('[N1] NAT64 of a public address passes: it is how a network without IPv4 sees it', async () => {
  const { NAT64 } = CARRIED;
  await expectAll(
    PUBLIC.map((bytes) => `https://${NAT64?.(bytes)}/`),
    'passes',
  );
});

test('[N1] a name passes by its addresses, all of them', async () => {
  const inner = [
    ...INNER.map((bytes) => bytes.join('.')),
    ...written(CARRIED, INNER).map((host) => host.slice(1, -1)),
  ];
  const names = [
    'api.example',
    'localhost',
    'metadata.google.internal',
    '127.example',
    'b\u00fccher.example',
    'API.EXAMPLE.',
  ];
  for (const address of inner)
    for (const others of [[], ['93.184.215.14'], ['2606:4700::6810:84e5']])
      await expectAll(
        names.map((name) => `https://${name}/v1`),
        'refused',
        async () => [...others, address],
      );
  await expectAll(
    names.map((name) => `https://${name}/v1`),
    'passes',
    async () => ['93.184.215.14', '2606:4700::6810:84e5'],
  );
  await expectAll(
    names.map((name) => `https://${name}/v1`),
    'refused',
    async () => [],
  );
});

test('[N1] what is no web address, and what hides its host, is refused', async () => {
  const hidden = ['127.0.0.1', '[::1]', '2130706433', 'public.example'].flatMap((host) => [
    `http://a:b@${host}/`,
    `http://:@${host}/`,
    `http://public.example@${host}/`,
    `http://public.example@@${host}/`,
    `http://${host}%00.public.example/`,
    `http://${host}%23.public.example/`,
    `http://[${host}]x/`,
    `http://${host}:99999/`,
    `http://${host}:22/`,
    `ftp://${host}/`,
    `gopher://${host}:6379/_x`,
    `dict://${host}:11211/`,
    `ws://${host}/`,
    `file://${host}/etc/passwd`,
    `unix://${host}/var/run/docker.sock`,
    `//${host}/`,
    `${host}:8080`,
    `javascript://${host}/%0a1`,
    `data:text/html,${host}`,
    `blob:http://${host}/x`,
    `view-source:http://${host}/`,
    `http://${'a'.repeat(3000)}.${host}/`,
  ]);
  await expectAll(
    [...hidden, '', ' ', 'http://', 'http:', 'about:blank', '/etc/passwd'],
    'refused',
    async () => ['127.0.0.1'],
  );
});
