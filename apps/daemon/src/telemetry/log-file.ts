/**
 * The log of a data folder: `logs/jury.ndjson`, one JSON line per entry, written by every process that uses the folder.
 * Opened anew for each piece, so that nobody goes on writing into a file that another process has put aside.
 */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../home/rights.ts';

const FOLDER = 'logs';
const NAME = 'jury';
const EXTENSION = '.ndjson';
const MAX_BYTES = 8 * 1024 * 1024;
/** Files that are kept beside the one being written. */
const KEPT = 4;
const FLUSH_MS = 200;
/** Lines that wait are written at once from here on. */
const MAX_WAITING_CHARS = 256 * 1024;
/** Lines are dropped from here on, and the log says how many: a full disk must not fill the memory as well. */
const MAX_HELD_CHARS = 4 * 1024 * 1024;

export interface LogFile {
  /** Never waits and never throws. */
  write(line: string): void;
  /** Resolves when everything written so far is on the disk, or cannot be. */
  flush(): Promise<void>;
}

export interface LogFileOptions {
  dataDir: string;
  /** Learns, once, that nothing can be written. */
  onProblem: (error: unknown) => void;
  maxBytes?: number;
}

export function openLogFile({ dataDir, onProblem, maxBytes = MAX_BYTES }: LogFileOptions): LogFile {
  const folder = join(dataDir, FOLDER);
  let waiting: string[] = [];
  let chars = 0;
  let dropped = 0;
  let complained = false;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const writeOut = async (text: string): Promise<void> => {
    try {
      if (await append(folder, text, maxBytes)) return;
      await putAside(folder);
      await append(folder, text);
    } catch (error) {
      if (!complained) onProblem(error);
      complained = true;
    }
  };
  const begin = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (waiting.length === 0) return;
    const more =
      dropped > 0 ? [`{"level":"warn","ns":"log","event":"lines_dropped","count":${dropped}}\n`] : [];
    const text = [...waiting, ...more].join('');
    const held = chars;
    waiting = [];
    dropped = 0;
    writing = writing
      .then(() => writeOut(text))
      .finally(() => {
        chars -= held;
      });
  };
  return {
    write(line) {
      if (chars > MAX_HELD_CHARS) {
        dropped += 1;
        return;
      }
      waiting.push(`${line}\n`);
      chars += line.length + 1;
      if (chars > MAX_WAITING_CHARS) begin();
      else timer ??= setTimeout(begin, FLUSH_MS).unref();
    },
    async flush() {
      begin();
      await writing;
    },
  };
}

/** False, and nothing written, where the file would become larger. */
async function append(folder: string, text: string, maxBytes = Number.POSITIVE_INFINITY): Promise<boolean> {
  const handle = await openToAppend(folder);
  try {
    const { size } = await handle.stat();
    if (size > 0 && size + text.length > maxBytes) return false;
    await handle.appendFile(text);
    return true;
  } finally {
    await handle.close();
  }
}

/** The folder is there nearly always: it is made when it is missed. */
async function openToAppend(folder: string): Promise<FileHandle> {
  const file = join(folder, NAME + EXTENSION);
  try {
    return await open(file, 'a', PRIVATE_FILE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    return open(file, 'a', PRIVATE_FILE);
  }
}

async function putAside(folder: string): Promise<void> {
  const path = (n: number): string => join(folder, `${NAME}${n === 0 ? '' : `.${n}`}${EXTENSION}`);
  await rm(path(KEPT), { force: true });
  for (let n = KEPT - 1; n >= 0; n -= 1) await rename(path(n), path(n + 1)).catch(() => {});
}

/** The log's files, oldest first. */
export async function logFiles(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, FOLDER);
  const names = await readdir(folder).catch(() => []);
  const found = names.flatMap((name) => {
    const n = /^jury(?:\.(\d))?\.ndjson$/.exec(name);
    return n === null ? [] : [{ name, age: Number(n[1] ?? 0) }];
  });
  return found.sort((a, b) => b.age - a.age).map(({ name }) => join(folder, name));
}

/**
 * The lines of one file, read as they come: a log may be larger than one wants in memory. A link or a pipe in its place
 * holds none.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  );
  if (handle === null) return;
  try {
    if ((await handle.stat()).isFile()) yield* handle.readLines({ autoClose: false });
  } finally {
    await handle.close().catch(() => {});
  }
}
