/** The pages of the app: the daemon serves the app at these addresses, the app shows a page for each. */
export const PAGE_PATHS = {
  home: '/',
  project: '/projects/:projectId',
  run: '/projects/:projectId/runs/:runId',
  agents: '/agents',
  settings: '/settings',
  designs: '/design-systems',
  plays: '/plays',
  play: '/plays/:playId',
  questions: '/questions',
  ideas: '/ideas',
} as const;
export type PageName = keyof typeof PAGE_PATHS;
