/** What lies behind an address, where it is a file of the page's site: what a document says, how a medium sounds. */
import { readForeign } from '../../disk/foreign-file.ts';
import { parseTree } from './dom.ts';
import type { Page } from './page.ts';
import { textOf } from './reading.ts';
import { locate } from './stylesheets.ts';

const MAX_DOCUMENT_BYTES = 512 * 1024;
const MAX_MEDIUM_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_LINKED_ELEMENTS = 2_000;

/** Words two pages share, of all that either has: above the first they are one page, below the second two. */
const ALIKE_SHARE = 0.9;
const APART_SHARE = 0.2;

/** Whether two addresses lead to pages that say the same; null where they cannot be read, or say it in part. */
export function saysTheSame(page: Page, first: string, second: string): boolean | null {
  const [one, other] = [documentWords(page, first), documentWords(page, second)];
  if (one === null || other === null) return null;
  const shared = one.intersection(other).size / Math.max(1, one.union(other).size);
  return shared >= ALIKE_SHARE ? true : shared <= APART_SHARE ? false : null;
}

function documentWords(page: Page, href: string): Set<string> | null {
  const text = documentText(page, href);
  return text === null ? null : new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** The title and text of a local page, redirections followed. */
function documentText(page: Page, href: string): string | null {
  let address = href;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const bytes = read(page, address, /\.html?$/i, MAX_DOCUMENT_BYTES);
    if (bytes === null) return null;
    const { elements } = parseTree(new TextDecoder().decode(bytes), MAX_LINKED_ELEMENTS);
    const refresh = elements.find(
      ({ tag, attributes }) => tag === 'meta' && /^refresh$/i.test(attributes.get('http-equiv') ?? ''),
    );
    const next = /^\s*0?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i.exec(
      refresh?.attributes.get('content') ?? '',
    )?.[1];
    const [root] = elements;
    if (next === undefined) return root === undefined ? null : textOf(root);
    address = /^([a-z][a-z\d+.-]*:|\/)/i.test(next) ? next : address.replace(/[^/]*$/, '') + next;
  }
  return null;
}

function read(page: Page, href: string, kind: RegExp, maxBytes: number): Uint8Array | null {
  const { folder, site } = page;
  const bare = href.replace(/[?#].*$/s, '');
  // A query may lead to something else than the file alone.
  if (folder === null || !kind.test(bare) || href.includes('?')) return null;
  const found = locate(bare, folder, site);
  if (typeof found === 'string' || found.size > maxBytes) return null;
  try {
    return readForeign(found.path, { maxBytes, within: site });
  } catch {
    return null;
  }
}

export interface Sound {
  /** Null where the file does not tell. */
  hasSound: boolean | null;
  seconds: number | null;
}

/** What can be read from a local film or recording; a part of it may be asked for by `#t=from,to`. */
export function soundOf(page: Page, src: string): Sound {
  const part = /#t=(?:npt:)?([\d.]*)(?:,([\d.]+))?/.exec(src);
  const [from, to] = [Number(part?.[1] || 0), part?.[2] === undefined ? null : Number(part[2])];
  const film = read(page, src, /\.(mp4|m4v|m4a|mov)$/i, MAX_MEDIUM_BYTES);
  const webm = film === null ? read(page, src, /\.webm$/i, MAX_MEDIUM_BYTES) : null;
  const mp3 = film === null && webm === null ? read(page, src, /\.mp3$/i, MAX_MEDIUM_BYTES) : null;
  const length = film !== null ? mp4Seconds(film) : mp3 !== null ? mp3Seconds(mp3) : null;
  const end = to ?? length;
  return {
    hasSound:
      film !== null
        ? mp4Sounds(film)
        : webm !== null
          ? find(webm, 'A_OPUS') !== -1 || find(webm, 'A_VORBIS') !== -1
          : mp3 !== null
            ? true
            : null,
    seconds: end === null ? null : Math.max(0, end - from),
  };
}

function find(bytes: Uint8Array, mark: string, from = 0): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(mark, from, 'latin1');
}

/** Nothing but silence packs its samples into this few bytes. */
const SILENT_SAMPLE_BYTES = 16;

/** Whether a track of it is sound, and more than silence: by the sizes of its samples (ISO 14496-12, `stsz`). */
function mp4Sounds(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = find(bytes, 'soun'); at !== -1; at = find(bytes, 'soun', at + 4)) {
    const sizes = find(bytes, 'stsz', at);
    if (sizes === -1 || sizes + 16 > bytes.length) return true;
    const [same, count] = [view.getUint32(sizes + 8), view.getUint32(sizes + 12)];
    let total = same * count;
    if (same === 0)
      for (
        let sample = 0, place = sizes + 16;
        sample < count && place + 4 <= bytes.length;
        sample += 1, place += 4
      )
        total += view.getUint32(place);
    if (count === 0 || total / count > SILENT_SAMPLE_BYTES) return count > 0;
  }
  return false;
}

/** From the header of the whole film: duration over units a second (ISO 14496-12, `mvhd`). */
function mp4Seconds(bytes: Uint8Array): number | null {
  const at = find(bytes, 'mvhd');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at === -1 || at + 36 > bytes.length) return null;
  const isLong = view.getUint8(at + 4) === 1;
  const scale = view.getUint32(at + (isLong ? 24 : 16));
  const duration = isLong ? Number(view.getBigUint64(at + 28)) : view.getUint32(at + 20);
  return scale === 0 ? null : duration / scale;
}

const KBITS_LAYER_3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/** From the bit rate of its first frame: right where the rate is constant, and near enough else. */
function mp3Seconds(bytes: Uint8Array): number | null {
  for (let at = 0; at + 3 < bytes.length && at < 200_000; at += 1) {
    if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xe6) !== 0xe2) continue;
    const rate = KBITS_LAYER_3[(bytes[at + 2] ?? 0) >> 4];
    if (rate !== undefined && rate > 0) return ((bytes.length - at) * 8) / (rate * 1000);
  }
  return null;
}
