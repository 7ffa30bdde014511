/** A page with the files beside it put into it: styles, scripts, pictures and fonts of its own folder. */

/** Characters of the page with all of it; what would be more stays outside. */
const MAX_CHARS = 8 * 1024 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
};

export interface Inlined {
  html: string;
  /** How many files went into it. */
  count: number;
}

/** `files` by their paths from one folder, which `page` is a path of. */
export async function inlineFiles(page: string, files: ReadonlyMap<string, Blob>): Promise<Inlined> {
  let html = await textOf(files, page);
  let count = 0;
  /** Every tag that matches, one after the other; one for which there is no file stays. */
  const replace = async (tags: RegExp, make: (tag: string) => Promise<string | null>): Promise<void> => {
    const parts: string[] = [];
    let from = 0;
    for (const match of html.matchAll(tags)) {
      const made = await make(match[0]);
      if (made === null || html.length + made.length > MAX_CHARS) continue;
      parts.push(html.slice(from, match.index), made);
      from = match.index + match[0].length;
      count += 1;
    }
    html = parts.join('') + html.slice(from);
  };
  await replace(/<link\b[^>]*>/gi, async (tag) => {
    const path = besides(page, attribute(tag, 'href'));
    if (!/\bstylesheet\b/i.test(attribute(tag, 'rel')) || path === null || !files.has(path)) return null;
    const media = attribute(tag, 'media');
    const css = (await withData(await textOf(files, path), path, files)).replace(/<\/style/gi, '<\\/style');
    // In one line: what is found below it keeps the line it has in the file that was given.
    const line = css.replace(/\\\r?\n/g, '').replace(/\s*\r?\n\s*/g, ' ');
    return `<style${media === '' ? '' : ` media="${media}"`}>${line}</style>`;
  });
  await replace(/<script\b[^>]*\bsrc\s*=[^>]*>\s*<\/script>/gi, async (tag) => {
    const path = besides(page, attribute(tag, 'src'));
    if (path === null || !files.has(path)) return null;
    const type = attribute(tag, 'type');
    const code = (await textOf(files, path)).replace(/<\/script/gi, '<\\/script');
    return `<script${type === '' ? '' : ` type="${type}"`}>\n${code}\n</script>`;
  });
  await replace(/<(?:img|source)\b[^>]*\bsrc\s*=[^>]*>/gi, async (tag) => {
    const src = attribute(tag, 'src');
    const data = await dataOf(besides(page, src), files);
    return data === null ? null : tag.replace(src, data);
  });
  return { html, count };
}

/** What a sheet shows of its folder, as data. */
async function withData(css: string, path: string, files: ReadonlyMap<string, Blob>): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  let size = css.length;
  for (const match of css.matchAll(/url\(\s*(["']?)([^"')]+)\1\s*\)/g)) {
    const data = await dataOf(besides(path, match[2] ?? ''), files);
    if (data === null || size + data.length > MAX_CHARS) continue;
    size += data.length;
    parts.push(css.slice(from, match.index), `url("${data}")`);
    from = match.index + match[0].length;
  }
  return parts.join('') + css.slice(from);
}

async function dataOf(path: string | null, files: ReadonlyMap<string, Blob>): Promise<string | null> {
  const type = TYPES[path?.split('.').at(-1)?.toLowerCase() ?? ''];
  const file = path === null ? undefined : files.get(path);
  if (type === undefined || file === undefined || file.size > MAX_CHARS / 2) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return `data:${type};base64,${btoa(text)}`;
}

async function textOf(files: ReadonlyMap<string, Blob>, path: string): Promise<string> {
  return (await files.get(path)?.text()) ?? '';
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
}

/** The path of what is named from another file; null where it is elsewhere or above the folder. */
function besides(from: string, href: string): string | null {
  if (href === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return null;
  const base = 'http://files/';
  const { pathname, host } = new URL(href, new URL(from, base));
  return host === 'files' ? decodeURIComponent(pathname.slice(1)) : null;
}
