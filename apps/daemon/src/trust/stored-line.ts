/** The trust line of a run, kept beside its transcript once something of it was computed. */
import { join } from 'node:path';
import { NOTHING_KNOWN, type TrustLine, TrustLineSchema } from '@design-jury/contracts/trust/line';
import { readKept } from '../disk/foreign-file.ts';
import { writeOwnFile } from '../home/own-file.ts';

const FILE = 'trust.json';
const MAX_BYTES = 1_048_576;

/** What cannot be read is not known. */
export function readTrustLine(folder: string): TrustLine {
  try {
    const bytes = readKept(folder, FILE, MAX_BYTES);
    if (bytes === null) return NOTHING_KNOWN;
    return TrustLineSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return NOTHING_KNOWN;
  }
}

export async function writeTrustLine(folder: string, line: TrustLine): Promise<void> {
  await writeOwnFile(join(folder, FILE), `${JSON.stringify(line)}\n`);
}
