import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { placeOfOffset } from '../model/place.ts';
import { locate } from '../model/stylesheets.ts';

/** Where an element names a file that the page cannot be complete without. Images and links are other audits' words. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  script: ['src'],
  iframe: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src'],
  track: ['src'],
  embed: ['src'],
  object: ['data'],
  input: ['src'],
  link: ['href'],
};

export const missingParts: Audit = {
  id: 'missing-parts',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'Scripts, styles, films and frames exist',
  why: 'A page that asks for a file that is not there is a page in pieces.',
  link: 'https://developer.mozilla.org/docs/Learn_web_development/Howto/Tools_and_setup/set_up_a_local_testing_server',
  severity: 'major',
  tier: 'report',
  unit: 'files that are not there',
  run(page) {
    if (page.folder === null) return { checked: 0, found: [] };
    const parts = page
      .byTag(...Object.keys(NAMES))
      .flatMap((at) => addressesOf(at).map((address) => ({ at, address })));
    const found: Observation[] = [];
    for (const { at, address } of parts) {
      // A stylesheet without which nothing can be measured is told where that is told.
      if (!isMissing(page, address) || (isStyles(at) && page.gaps.style?.includes(address) === true))
        continue;
      found.push({
        at,
        measured: `${address.slice(0, 60)} is not there`,
        required: 'a file that exists',
        message: `<${at.tag}> asks for ${address.slice(0, 60)}, which is not in the page's folder.`,
        suggestion: 'Add the file or correct the path.',
        // A script or an icon may be made when the site is built; what is seen or heard is missed at once.
        ...(isBuilt(at) ? { severity: 'minor' as const } : {}),
      });
    }
    found.push(...missingInStyles(page));
    return { checked: parts.length, found };
  },
};

/** Pictures that the page's own styles name. */
function missingInStyles(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { root, offset } of page.sheets) {
    // Paths in a file of styles are counted from that file.
    if (offset === null) continue;
    root.walkDecls((declaration) => {
      const address = /url\(\s*["']?([^"')]+)["']?\s*\)/i.exec(declaration.value)?.[1]?.trim();
      const start = declaration.source?.start?.offset;
      if (
        address === undefined ||
        start === undefined ||
        found.length >= MOST_IN_STYLES ||
        !isMissing(page, address)
      )
        return;
      found.push({
        at: page.byTag('html')[0] ?? null,
        measured: `${address.slice(0, 60)} is not there`,
        required: 'a file that exists',
        message: `The styles ask for ${address.slice(0, 60)}, which is not in the page's folder.`,
        suggestion: 'Add the file or correct the path.',
        position: placeOfOffset(page, offset + start),
        ...(declaration.prop === 'src' ? { severity: 'minor' as const } : {}),
      });
    });
  }
  return found;
}

const MOST_IN_STYLES = 50;

function isStyles({ tag, attributes }: PageElement): boolean {
  return tag === 'link' && /\bstylesheet\b/i.test(attributes.get('rel') ?? '');
}

function addressesOf(at: PageElement): string[] {
  if (at.tag === 'input' && !/^image$/i.test(at.attributes.get('type') ?? '')) return [];
  if (at.tag === 'link' && !/\b(stylesheet|icon|manifest)\b/i.test(at.attributes.get('rel') ?? '')) return [];
  return (NAMES[at.tag] ?? []).flatMap((name) => {
    const address = (at.attributes.get(name) ?? '').trim();
    return address === '' ? [] : [address];
  });
}

/** A path from the site's root cannot be judged from one folder of it. */
function isMissing({ folder, site }: Page, address: string): boolean {
  return (
    !address.startsWith('/') &&
    !/\{\{|\$\{|<%/.test(address) &&
    /\.\w{1,8}(?:[?#].*)?$/.test(address) &&
    locate(address, folder, site) === 'not_found'
  );
}

function isBuilt({ tag, attributes }: PageElement): boolean {
  return tag === 'script' || (tag === 'link' && !/\bstylesheet\b/i.test(attributes.get('rel') ?? ''));
}
