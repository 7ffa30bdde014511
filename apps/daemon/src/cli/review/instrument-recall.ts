/**
 * Recall of instruments alone, by both pools of defects. Measuring costs nothing but time: whatever can be planted is, and the
 * same page is not drilled twice by the same audits with the same pool.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Recalls, RecallsSchema } from '@design-jury/contracts/trust/line';
import { readKept } from '../../disk/foreign-file.ts';
import { writeOwnFile } from '../../home/own-file.ts';
import { PRIVATE_FOLDER } from '../../home/rights.ts';
import { placeOnDisk } from '../../library/subjects.ts';
import { makeFolders } from '../../make-folders.ts';
import { shareSeen } from '../../trust/drills.ts';
import { version } from '../../version.ts';
import type { TrustInput } from './trusting.ts';

const CACHE_BYTES = 65_536;

export interface DrilledRecalls {
  recalls: Recalls;
  remarks: string[];
}

export const NOT_DRILLED: DrilledRecalls = { recalls: { recall: null, knownRecall: null }, remarks: [] };

/** @param styles of the page's files: another sheet is another recall */
export async function instrumentRecalls(
  { plan, subject, design, engine, context }: TrustInput,
  html: string,
  styles: readonly string[],
  seed: number,
): Promise<DrilledRecalls> {
  const { AUDITS } = await import('../../measure/audits/index.ts');
  const { POOL } = await import('../../drill/unfamiliar/index.ts');
  const panel = [version(), POOL, ...AUDITS.map(({ id }) => id)].join('\n');
  const key = createHash('sha256')
    .update(JSON.stringify([panel, design, styles, html]))
    .digest('hex');
  const folder = join(plan.dataDir, 'trust');
  const file = `recall-${key.slice(0, 32)}.json`;
  const known = cached(folder, file);
  if (known !== null) return { recalls: known, remarks: [] };
  const { drill } = await import('../../drill/drill.ts');
  const { drillUnfamiliar } = await import('../../drill/unfamiliar-drill.ts');
  const { readDesignMd } = await import('../../measure/model/design-md.ts');
  const [{ overall, unmeasured }, ofKnown] = [
    await drillUnfamiliar(
      { html, path: placeOnDisk(subject), design },
      { seed, threads: engine.threads, signal: context.signal },
    ),
    await drill(
      { html, path: placeOnDisk(subject), design: design === null ? null : readDesignMd(design) },
      { seed, isStopped: () => context.signal.aborted },
    ),
  ];
  // Half a drill is none of this page.
  if (context.signal.aborted) return NOT_DRILLED;
  const share = unmeasured > 0 ? null : shareSeen(overall.planted, overall.caught, seed);
  const recalls: Recalls = {
    recall: share === null ? null : { ...share, mustFix: overall.mustFix, pool: POOL },
    knownRecall: shareSeen(ofKnown.overall.planted, ofKnown.overall.caught, seed),
  };
  if (unmeasured > 0) {
    const remark = `Recall is not known: ${unmeasured} of ${overall.planted} copies took too long to measure.`;
    return { recalls, remarks: [remark] };
  }
  await makeFolders(folder, PRIVATE_FOLDER);
  await writeOwnFile(join(folder, file), `${JSON.stringify(recalls)}\n`);
  return { recalls, remarks: [] };
}

function cached(folder: string, file: string): Recalls | null {
  try {
    const bytes = readKept(folder, file, CACHE_BYTES);
    return bytes === null ? null : RecallsSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
