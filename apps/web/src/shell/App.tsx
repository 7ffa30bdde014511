import { useState } from 'preact/hooks';
import { isLocale, LOCALES, type Locale, loadLocale, locale, t } from '../i18n/i18n.ts';
import { useRoute } from '../router.ts';
import { keepLocale } from './kept-locale.ts';
import { lazy } from './lazy.tsx';
import type { RunPageProps } from './RunPage.tsx';

const HomePage = lazy<object>(async () => (await import('./HomePage.tsx')).HomePage);
const ProjectPage = lazy<{ projectId: string }>(async () => (await import('./ProjectPage.tsx')).ProjectPage);
const RunPage = lazy<RunPageProps>(async () => (await import('./RunPage.tsx')).RunPage);

export function App() {
  const route = useRoute();
  const [, setShown] = useState<Locale>(locale);
  const speak = async (next: string): Promise<void> => {
    if (!isLocale(next)) return;
    await loadLocale(next);
    keepLocale(next);
    document.documentElement.lang = next;
    setShown(next);
  };
  return (
    <>
      <header class="app-head">
        <a href="/" data-link class="app-name">
          {t('critiqueTheater.userFacingName')}
        </a>
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
      <main key={locale()} class={`page-${route.page}`}>
        <Page route={route} />
      </main>
    </>
  );
}

function Page({ route }: { route: ReturnType<typeof useRoute> }) {
  switch (route.page) {
    case 'home':
      return <HomePage />;
    case 'project':
      return <ProjectPage key={route.projectId} projectId={route.projectId} />;
    case 'run':
      return <RunPage key={route.runId} {...route} />;
    case 'unknown':
      return <p class="empty">{t('shell.notFound')}</p>;
  }
}
