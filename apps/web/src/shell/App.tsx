import type { PageName } from '@design-jury/contracts/pages';
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { isLocale, LOCALES, type Locale, loadLocale, locale, t } from '../i18n/i18n.ts';
import { pathOf, type Route, useRoute } from '../router.ts';
import { keepLocale } from './kept-locale.ts';
import { lazy } from './lazy.tsx';
import { PAGES } from './pages.tsx';
import { useTitle } from './use-title.ts';

const AgentBanner = lazy<object>(async () => (await import('./AgentBanner.tsx')).AgentBanner, {
  more: true,
  quiet: true,
});
const Nav = lazy<{ current: PageName | null }>(async () => (await import('./Nav.tsx')).Nav, {
  more: true,
  quiet: true,
});

export function App() {
  const route = useRoute();
  const [, setShown] = useState<Locale>(locale);
  const speak = async (next: string): Promise<void> => {
    if (!isLocale(next)) return;
    await loadLocale(next);
    keepLocale(next);
    document.documentElement.lang = next;
    // Drawn again with other words; nothing is mounted anew, so nothing that was typed or opened is lost.
    setShown(next);
  };
  return (
    <>
      <header class="app-head">
        <a href="/" data-link class="app-name">
          <img src="/icon.svg" alt="" width={20} height={20} />
          <span>{t('critiqueTheater.userFacingName')}</span>
        </a>
        <nav>
          <Nav current={route.page} />
        </nav>
        <label class="language">
          <span class="offscreen">{t('shell.language')}</span>
          <select value={locale()} onChange={({ currentTarget }) => void speak(currentTarget.value)}>
            {Object.entries(LOCALES).map(([id, name]) => (
              <option key={id} value={id} lang={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <AgentBanner />
      <main class={`page-${route.page}`}>
        <Shown {...route} />
      </main>
    </>
  );
}

function Shown({ page, params, query }: Route) {
  if (page === null) return <Nothing />;
  // The table pairs each page with the parameters of its own address; a union of pairs is beyond the checker.
  const Page = PAGES[page].Page as ComponentType<Record<string, unknown>>;
  return <Page key={pathOf(page, params as never)} {...params} query={query} />;
}

function Nothing() {
  const words = t('shell.notFound');
  useTitle(words);
  return (
    <div class="nothing">
      <h1>{words}</h1>
      <a href="/" data-link>
        {t('shell.backHome')}
      </a>
    </div>
  );
}
