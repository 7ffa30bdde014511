/** The processes of a browser and the memory they take. */
import { readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright-core';
import { z } from 'zod';

const ProcessInfo = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) });

/** The browser's own process first, then those it started. */
export async function processIds(control: CDPSession): Promise<number[]> {
  const { processInfo } = ProcessInfo.parse(await control.send('SystemInfo.getProcessInfo'));
  return processInfo
    .sort((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser'))
    .map(({ id }) => id);
}

const PAGE_BYTES = 4096;

/** 0 where the system does not tell (only Linux does, this way) or the browser is gone. */
export async function residentBytes(control: CDPSession): Promise<number> {
  if (process.platform !== 'linux') return 0;
  try {
    const ids = await processIds(control);
    const pages = await Promise.all(
      ids.map(async (id) =>
        Number((await readFile(`/proc/${id}/statm`, 'utf8').catch(() => '0 0')).split(' ')[1]),
      ),
    );
    return pages.reduce((sum, count) => sum + count, 0) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
