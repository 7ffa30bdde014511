/** The pages of the app: the daemon serves the app at these addresses, the app shows a page for each. */
export const PAGE_PATHS = {
  home: '/',
  project: '/projects/:projectId',
  run: '/projects/:projectId/runs/:runId',
  compare: '/projects/:projectId/runs/:runId/compare',
  agents: '/agents',
  settings: '/settings',
  designs: '/design-systems',
  runs: '/runs',
  protocolRun: '/runs/:runId',
  questions: '/questions',
  ideas: '/ideas',
  ops: '/ops',
  trust: '/trust',
  verify: '/verify',
} as const;
export type PageName = keyof typeof PAGE_PATHS;

/** Addresses of 0.1 that somebody may have kept, and what they have become. */
export const OLD_PATHS = { '/plays': 'runs', '/plays/:runId': 'protocolRun' } as const satisfies Record<
  string,
  PageName
>;
