/** Every page of the app: how it is loaded, and where it stands in the navigation. Its address is in the contracts. */
import type { PageName } from '@design-jury/contracts/pages';
import type { ComponentType } from 'preact';
import type { MessageKey } from '../i18n/i18n.ts';
import type { PageParams } from '../router.ts';
import { lazy } from './lazy.tsx';

export type PageProps<Page extends PageName> = PageParams<Page> & { query: URLSearchParams };

interface PageRow<Page extends PageName> {
  /** A chunk of its own, loaded when it is first shown; `more` brings the words of `i18n/more-*` with it. */
  Page: ComponentType<PageProps<Page>>;
  /** Its name in the navigation; absent for pages that are reached otherwise. */
  nav?: MessageKey;
}

export const PAGES: { [Page in PageName]: PageRow<Page> } = {
  home: { Page: lazy(async () => (await import('./HomePage.tsx')).HomePage), nav: 'shell.projects' },
  project: {
    Page: lazy(async () => (await import('./ProjectPage.tsx')).ProjectPage, { more: true }),
  },
  run: { Page: lazy(async () => (await import('./RunPage.tsx')).RunPage) },
  compare: {
    Page: lazy(async () => (await import('./ComparePage.tsx')).ComparePage, { more: true }),
  },
  agents: {
    Page: lazy(async () => (await import('./AgentsPage.tsx')).AgentsPage, { more: true }),
    nav: 'shell.agents',
  },
  settings: {
    Page: lazy(async () => (await import('./SettingsPage.tsx')).SettingsPage, { more: true }),
    nav: 'shell.settings',
  },
  designs: {
    Page: lazy(async () => (await import('./DesignsPage.tsx')).DesignsPage, { more: true }),
    nav: 'shell.designs',
  },
  runs: {
    Page: lazy(async () => (await import('../runs/RunsPage.tsx')).RunsPage, { more: true }),
    nav: 'shell.runs',
  },
  protocolRun: {
    Page: lazy(async () => (await import('../runs/ProtocolRunPage.tsx')).ProtocolRunPage, {
      more: true,
      documents: true,
    }),
  },
  ideas: {
    Page: lazy(async () => (await import('../runs/content/IdeasPage.tsx')).IdeasPage, { more: true }),
    nav: 'ideas.title',
  },
  ops: { Page: lazy(async () => (await import('../runs/RunsPage.tsx')).OpsPage, { more: true }) },
  trust: { Page: lazy(async () => (await import('../trust/TrustPage.tsx')).TrustPage, { more: true }) },
  verify: { Page: lazy(async () => (await import('../trust/VerifyPage.tsx')).VerifyPage, { more: true }) },
  questions: {
    Page: lazy(async () => (await import('../runs/questions/QuestionsPage.tsx')).QuestionsPage, {
      more: true,
      documents: true,
    }),
    nav: 'questions.title',
  },
};
