import type { PageName } from '@design-jury/contracts/pages';
import { t } from '../i18n/i18n.ts';
import { plural } from '../i18n/plural.ts';
import { pathOf } from '../router.ts';
import { useOpenQuestions } from '../runs/questions/open-questions.ts';
import { PAGES } from './pages.tsx';

/** What is used most comes first: a narrow screen shows three, and open questions must be among them. */
const ORDER: readonly PageName[] = ['home', 'runs', 'questions', 'ideas', 'agents', 'designs', 'settings'];

/** Comes after the first page: where one is matters before where one could go. */
export function Nav({ current }: { current: PageName | null }) {
  const { open } = useOpenQuestions();
  return (
    <>
      {ORDER.flatMap((page) => {
        const { nav } = PAGES[page];
        if (nav === undefined) return [];
        return (
          <a
            key={page}
            class="nav-link"
            href={pathOf(page, {} as never)}
            data-link
            aria-current={current === page ? 'page' : undefined}
          >
            {t(nav)}
            {page === 'questions' && open.length > 0 && (
              <span class="count-badge">
                {open.length}
                <span class="offscreen"> {t(`questions.waiting.${plural(open.length)}`)}</span>
              </span>
            )}
          </a>
        );
      })}
    </>
  );
}
