/** A bug of ours in the log of the data folder that the command would use: whoever reports it later has only an id. */
import { existsSync } from 'node:fs';
import { secretValues } from '../agents/environment.ts';
import { readVariable } from '../env.ts';
import { realProject } from '../home/data-folder.ts';
import { folderFault } from '../home/ownership.ts';
import { faultReport } from '../telemetry/fault.ts';
import { openLogFile } from '../telemetry/log-file.ts';
import { dataDirOf } from './data-dir.ts';
import type { Shell } from './shell.ts';

/** The id under which it stands there; null where no log is written, or none can be. Never rejects, and makes no folder. */
export async function logCrash(
  error: unknown,
  argv: readonly string[],
  given?: Pick<Shell, 'cwd' | 'env' | 'platform'>,
): Promise<string | null> {
  try {
    const shell = given ?? (await import('./shell.ts')).processShell();
    if (readVariable(shell.env, 'OD_LOG_LEVEL') === 'off') return null;
    const named = namedFolder(argv);
    const dataDir = dataDirOf(shell, named);
    if (!existsSync(dataDir)) return null;
    if (named === undefined && (await folderFault(dataDir, realProject(shell.cwd))) !== null) return null;
    let isWritten = true;
    const log = openLogFile({
      dataDir,
      onProblem: () => {
        isWritten = false;
      },
    });
    const report = faultReport({
      log,
      show: () => {},
      clock: Date.now,
      secrets: secretValues(shell.env),
    });
    const id = report(error);
    await log.close();
    return isWritten && typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

function namedFolder(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === '--data' || word.startsWith('--data='));
  const word = argv[at];
  return word === '--data' ? argv[at + 1] : word?.slice('--data='.length);
}
