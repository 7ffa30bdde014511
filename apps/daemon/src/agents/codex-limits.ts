/** What Codex does without in a jury: tools, what acts by itself, and retries without end. Unknown names are passed over. */
export const CODEX_LIMITS = {
  web_search: 'disabled',
  /** A program of the user's that is told of every turn. */
  notify: [],
  features: {
    apps: false,
    goals: false,
    hooks: false,
    image_generation: false,
    memories: false,
    multi_agent: false,
    plugins: false,
    shell_tool: false,
    unbounded_connection_retries: false,
    unified_exec: false,
    view_image: false,
  },
} as const;

/** The same as flags. A server's name may be any text: quoted as JSON, which TOML reads alike. */
export const CODEX_LIMIT_FLAGS: readonly string[] = [
  ...['-c', `web_search="${CODEX_LIMITS.web_search}"`],
  ...['-c', 'notify=[]'],
  ...Object.keys(CODEX_LIMITS.features).flatMap((feature) => ['-c', `features.${feature}=false`]),
];

export function withoutCodexServers(names: readonly string[]): readonly string[] {
  const table = names.map((name) => `${JSON.stringify(name)}={enabled=false}`).join(',');
  return ['-c', `mcp_servers={${table}}`];
}
