import { t } from '../../i18n/i18n.ts';

const TYPES = ['blog-post', 'website', 'social-post'] as const;

/** A type of ours in words; one of the user's own recipes by its name. */
export function contentTypeWord(type: string): string {
  const known = TYPES.find((one) => one === type);
  return known === undefined ? type : t(`content.type.${known}`);
}
