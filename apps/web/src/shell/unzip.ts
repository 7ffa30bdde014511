/** Files of a zip archive, read in the browser. Bounded: so many files, so many bytes unpacked. */

const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

/** Rejects for what is no archive, is packed in a way browsers do not know, or is too much. */
export async function unzip(archive: Blob): Promise<Map<string, Blob>> {
  const view = new DataView(await archive.arrayBuffer());
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_FILES) throw new Error(`more than ${MAX_FILES} files`);
  const files = new Map<string, Blob>();
  let at = view.getUint32(end + 16, true);
  let bytes = 0;
  for (let n = 0; n < count; n += 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('not a zip archive');
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + ENTRY_BYTES, nameBytes));
    bytes += view.getUint32(at + 24, true);
    if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES / 1024 / 1024} MiB unpacked`);
    if (!name.endsWith('/')) files.set(name, await contentOf(archive, view, at));
    at += ENTRY_BYTES + nameBytes + extra + comment;
  }
  return files;
}

/** Where the table of files is told; at the end, before a comment. */
function endOf(view: DataView): number {
  const last = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= last; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw new Error('not a zip archive');
}

async function contentOf(archive: Blob, view: DataView, entry: number): Promise<Blob> {
  const method = view.getUint16(entry + 10, true);
  const packed = view.getUint32(entry + 20, true);
  const size = view.getUint32(entry + 24, true);
  const local = view.getUint32(entry + 42, true);
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const content = archive.slice(start, start + packed);
  if (method === 0) return content;
  if (method !== 8) throw new Error('packed in a way that browsers do not know');
  return inflated(content, size);
}

/** Not more than the archive says: a few bytes may unpack to very many. */
async function inflated(content: Blob, size: number): Promise<Blob> {
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.length;
    if (bytes > size) throw new Error('not a zip archive');
    parts.push(piece.value);
  }
  return new Blob(parts);
}
