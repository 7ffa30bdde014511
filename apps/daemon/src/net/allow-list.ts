/** Hosts the operator has approved although they are not on the public internet: `host` or `host:port`. */
import { ConfigError } from '../env.ts';
import type { VariableName } from '../env-table.ts';

export const ALLOWED_HOSTS_VARIABLE = 'OD_PROXY_ALLOWED_HOSTS' satisfies VariableName;
const MAX_ENTRIES = 100;
const DEFAULT_PORTS = [80, 443];

export interface AllowList {
  has(host: string, port: number): boolean;
}

/** Throws a `ConfigError` that names the entry. A host without a port is approved on 80 and 443 only. */
export function readAllowList(text: string | undefined): AllowList {
  const entries = (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length > MAX_ENTRIES)
    throw new ConfigError(`${ALLOWED_HOSTS_VARIABLE} has ${entries.length} entries; it takes ${MAX_ENTRIES}`);
  const approved = new Set(entries.flatMap(hostsAndPorts));
  return { has: (host, port) => approved.has(keyOf(host, port)) };
}

function hostsAndPorts(entry: string): string[] {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(entry);
  const host = match?.[1] === undefined ? null : normalised(match[1]);
  const port = match?.[2] === undefined ? null : Number(match[2]);
  if (host === null || (port !== null && (port < 1 || port > 65_535)))
    throw new ConfigError(
      `${ALLOWED_HOSTS_VARIABLE} has ${JSON.stringify(entry.slice(0, 80))}; it takes host or host:port, such as localhost:11434`,
    );
  return (port === null ? DEFAULT_PORTS : [port]).map((one) => keyOf(host, one));
}

/** As the URL parser writes it, so that an entry and an address meet whatever their spelling. */
function normalised(host: string): string | null {
  return URL.parse(`http://${host}/`)?.hostname ?? null;
}

function keyOf(host: string, port: number): string {
  return `${host.replace(/\.$/, '')}:${port}`;
}
