/** The site's name as its title says it, for spelling checks. */
import type { Page } from './page.ts';
import { normalise } from './text.ts';

/** The part of the title after or before a separator that has an unusual spelling: "Page · NorthTide". */
export function titleName(page: Page): string | null {
  const title = page.byTag('title').find(({ html }) => html);
  const text = normalise(
    title?.children.map((child) => (child.kind === 'text' ? child.value : '')).join('') ?? '',
  );
  const parts = text.split(/\s+[|·•–—:-]\s+/).map((part) => part.trim());
  // Only a name with inner capitals can be told from a common word.
  const names = parts.filter((part) => /^[A-Z][\w]*$/.test(part) && part.length >= 4);
  return names.find((part) => /[a-z][A-Z]/.test(part)) ?? null;
}
