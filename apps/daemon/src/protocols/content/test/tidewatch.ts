/** The example idea's documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocType } from '@design-jury/contracts/content/schema';

const IDEA = fileURLToPath(new URL('../../../../../../examples/ideas/tidewatch/', import.meta.url));

export function tidewatchDocs(): Partial<Record<DocType, string>> {
  const read = (type: DocType): string => readFileSync(join(IDEA, `${type}.md`), 'utf8');
  return {
    positioning: read('positioning'),
    'brand-voice': read('brand-voice'),
    'seo-strategy': read('seo-strategy'),
    'social-media-strategy': read('social-media-strategy'),
    strategy: read('strategy'),
  };
}
