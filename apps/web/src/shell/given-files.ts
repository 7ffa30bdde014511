/** What was dropped or chosen, as a page to judge. Loaded when somebody gives something. */
import { type MessageKey, t } from '../i18n/i18n.ts';
import type { Draft } from './draft.ts';
import { late } from './lazy.tsx';

const MARKDOWN = /\.(?:md|markdown)$/i;
const PAGE = /\.(?:html?|xhtml)$/i;
const SVG = /\.svg$/i;
/** Text that begins like this is looked at for what no text has. */
const LOOKED_AT = 8_192;

export type Given = Pick<Draft, 'page' | 'pageName' | 'pageFiles' | 'mime'>;

/** Rejects with a sentence for what is no page. */
export async function givenPage(files: readonly File[]): Promise<Given> {
  const [first] = files;
  if (first === undefined) throw new Error(t('given.nothing'));
  if (files.length > 1)
    return ofFolder(new Map(files.map((file) => [file.webkitRelativePath || file.name, file])), first.name);
  if (/\.zip$/i.test(first.name)) {
    const { unzip } = await late(import('./unzip.ts'));
    const unpacked = await unzip(first).catch((error: Error) => {
      throw new Error(t('given.badZip', { name: first.name, message: error.message }));
    });
    return ofFolder(unpacked, first.name);
  }
  const text = await first.text();
  if (!isText(text)) throw refusal(first);
  const mime = MARKDOWN.test(first.name)
    ? 'text/markdown'
    : SVG.test(first.name)
      ? 'image/svg+xml'
      : 'text/html';
  return { page: text, pageName: first.name, pageFiles: 0, mime };
}

/** The page of a folder: the one nearest to its top, `index.html` before others. */
async function ofFolder(files: ReadonlyMap<string, Blob>, name: string): Promise<Given> {
  const pages = [...files.keys()].filter(
    (path) => PAGE.test(path) && !/(?:^|\/)(?:__MACOSX|node_modules)\//.test(path),
  );
  const depth = (path: string): number => path.split('/').length;
  const isIndex = (path: string): boolean => /(?:^|\/)index\.html?$/i.test(path);
  const [page] = pages.toSorted(
    (a, b) => depth(a) - depth(b) || Number(isIndex(b)) - Number(isIndex(a)) || a.localeCompare(b),
  );
  if (page === undefined) throw new Error(t('given.noPage', { name }));
  const { inlineFiles } = await late(import('./inline-files.ts'));
  const { html, count } = await inlineFiles(page, files);
  return { page: html, pageName: page, pageFiles: count, mime: 'text/html' };
}

function isText(text: string): boolean {
  return !/[\0\uFFFD]/.test(text.slice(0, LOOKED_AT));
}

function refusal({ name, type }: File): Error {
  const key: MessageKey = type.startsWith('image/') ? 'given.picture' : 'given.notText';
  return new Error(t(key, { name }));
}
