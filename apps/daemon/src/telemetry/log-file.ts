/**
 * The log of a data folder: `logs/jury.ndjson`, one JSON line per entry, written by every process that uses the folder.
 * Kept open, and looked at by its name before each piece, so that nobody goes on writing into a file that another process
 * has put aside.
 */
import * as fs from 'node:fs';
import { constants } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../home/rights.ts';
import { makeFolders } from '../make-folders.ts';

const FOLDER = 'logs';
const NAME = 'jury';
const EXTENSION = '.ndjson';
const MAX_BYTES = 8 * 1024 * 1024;
/** Files that are kept beside the one being written. */
const KEPT = 4;
/** How far the file may be behind; what waits costs one write. */
const FLUSH_MS = 500;
/** Lines that wait are written at once from here on. */
const MAX_WAITING_CHARS = 256 * 1024;
/** Lines are dropped from here on, and the log says how many: a full disk must not fill the memory as well. */
const MAX_HELD_CHARS = 4 * 1024 * 1024;

export interface LogFile {
  /** Never waits and never throws. */
  write(line: string): void;
  /** Resolves when everything written so far is on the disk, or cannot be. */
  flush(): Promise<void>;
  /** Flushes and lets go of the file; a line that still comes opens it once more. */
  close(): Promise<void>;
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
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const file = new OpenFile(folder);
  const writeOut = async (text: string): Promise<void> => {
    try {
      if (await file.append(text, maxBytes)) return;
      await file.close();
      await putAside(folder);
      await file.append(text);
    } catch (error) {
      if (!complained) onProblem(error);
      complained = true;
    } finally {
      if (isClosed) await file.close();
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
    async close() {
      isClosed = true;
      begin();
      writing = writing.then(() => file.close());
      await writing;
    },
  };
}

// By number: a handle that nobody closed would be an error when it is collected, and costs more each time.
const [openIt, appendTo, closeIt] = [promisify(fs.open), promisify(fs.appendFile), promisify(fs.close)];
const statOf = promisify<string, fs.Stats>(fs.stat);
const statOpen = promisify<number, fs.Stats>(fs.fstat);

class OpenFile {
  readonly #folder: string;
  readonly #path: string;
  #open: { fd: number; ino: number } | null = null;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, NAME + EXTENSION);
  }

  /** False, and nothing written, where the file would become larger. */
  async append(text: string, maxBytes = Number.POSITIVE_INFINITY): Promise<boolean> {
    const named = this.#open === null ? null : await statOf(this.#path).catch(() => null);
    if (this.#open !== null && this.#open.ino !== named?.ino) await this.close();
    const found = this.#open === null ? await this.#openAnew() : { ...this.#open, size: named?.size ?? 0 };
    if (found.size > 0 && found.size + text.length > maxBytes) return false;
    await appendTo(found.fd, text);
    return true;
  }

  async close(): Promise<void> {
    const last = this.#open;
    this.#open = null;
    if (last !== null) await closeIt(last.fd);
  }

  async #openAnew(): Promise<{ fd: number; size: number }> {
    const fd = await openToAppend(this.#folder, this.#path);
    const { ino, size } = await statOpen(fd);
    this.#open = { fd, ino };
    return { fd, size };
  }
}

/** The folder is there nearly always: it is made when it is missed. */
async function openToAppend(folder: string, path: string): Promise<number> {
  try {
    return await openIt(path, 'a', PRIVATE_FILE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await makeFolders(folder, PRIVATE_FOLDER);
    return openIt(path, 'a', PRIVATE_FILE);
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
