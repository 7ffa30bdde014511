/**
 * Which addresses somebody else's request may make the daemon connect to: only ones that are routed on the
 * public internet. Ranges are those of the IANA special-purpose registries; what is not known to be public is not.
 */
import { BlockList, isIP } from 'node:net';

/** `closed` stays closed; `internal` can be opened by naming the host in the allow-list. */
export type Reach =
  | { kind: 'public' }
  | { kind: 'internal'; what: string }
  | { kind: 'closed'; what: string };

type Range = readonly [network: string, prefix: number, kind: 'internal' | 'closed', what: string];

const IPV4: readonly Range[] = [
  ['0.0.0.0', 8, 'closed', 'an unspecified address'],
  ['10.0.0.0', 8, 'internal', 'a private address'],
  ['100.64.0.0', 10, 'internal', 'a carrier-grade NAT address'],
  ['127.0.0.0', 8, 'internal', 'a loopback address'],
  ['169.254.0.0', 16, 'closed', 'a link-local address'],
  ['172.16.0.0', 12, 'internal', 'a private address'],
  ['192.0.0.0', 24, 'closed', 'a protocol-assignment address'],
  ['192.0.2.0', 24, 'closed', 'a documentation address'],
  ['192.88.99.0', 24, 'closed', 'a 6to4 relay address'],
  ['192.168.0.0', 16, 'internal', 'a private address'],
  ['198.18.0.0', 15, 'internal', 'a benchmarking address'],
  ['198.51.100.0', 24, 'closed', 'a documentation address'],
  ['203.0.113.0', 24, 'closed', 'a documentation address'],
  ['224.0.0.0', 4, 'closed', 'a multicast address'],
  ['240.0.0.0', 4, 'closed', 'a reserved address'],
  // Routed as if public, and answered by the cloud it runs in.
  ['168.63.129.16', 32, 'closed', 'a cloud metadata address'],
];

const IPV6: readonly Range[] = [
  ['::', 128, 'closed', 'an unspecified address'],
  ['::1', 128, 'internal', 'a loopback address'],
  ['::ffff:0:0', 96, 'closed', 'an IPv4-mapped address'],
  ['64:ff9b:1::', 48, 'closed', 'a local NAT64 address'],
  ['2001::', 23, 'closed', 'a protocol-assignment or Teredo address'],
  ['2001:db8::', 32, 'closed', 'a documentation address'],
  ['2002::', 16, 'closed', 'a 6to4 address'],
  ['3fff::', 20, 'closed', 'a documentation address'],
  ['fc00::', 7, 'internal', 'a unique local address'],
  ['fe80::', 10, 'closed', 'a link-local address'],
  ['fec0::', 10, 'closed', 'a site-local address'],
  ['ff00::', 8, 'closed', 'a multicast address'],
];

/** The only part of IPv6 that is handed out as public. */
const GLOBAL_UNICAST = listOf('ipv6', [['2000::', 3]]);
const NAT64 = listOf('ipv6', [['64:ff9b::', 96]]);

const TABLE_4 = IPV4.map((range) => ({ range, list: listOf('ipv4', [range]) }));
const TABLE_6 = IPV6.map((range) => ({ range, list: listOf('ipv6', [range]) }));

/** What an address literal leads to. Anything that is no address is closed. */
export function reachOf(address: string): Reach {
  const family = isIP(address);
  if (family === 4) return reachOf4(address);
  if (family !== 6) return { kind: 'closed', what: 'no address' };
  if (address.includes('%')) return { kind: 'closed', what: 'a scoped address' };
  const match = TABLE_6.find(({ list }) => list.check(address, 'ipv6'));
  if (match !== undefined) return { kind: match.range[2], what: match.range[3] };
  // In a network without IPv4 every IPv4 host looks like this: what counts is the address inside.
  if (NAT64.check(address, 'ipv6')) return reachOf4(lastFourBytes(address));
  if (GLOBAL_UNICAST.check(address, 'ipv6')) return { kind: 'public' };
  return { kind: 'closed', what: 'a reserved address' };
}

function reachOf4(address: string): Reach {
  const match = TABLE_4.find(({ list }) => list.check(address, 'ipv4'));
  return match === undefined ? { kind: 'public' } : { kind: match.range[2], what: match.range[3] };
}

function listOf(
  family: 'ipv4' | 'ipv6',
  ranges: readonly (readonly [string, number, ...unknown[]])[],
): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

/** The URL parser writes every address in one way, so its last two groups are the last four bytes. */
function lastFourBytes(address: string): string {
  const [high = '0', low = '0'] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
  const [a, b] = [Number.parseInt(high || '0', 16), Number.parseInt(low || '0', 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
