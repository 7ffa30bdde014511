/**
 * Which tests of the daemon need a process to themselves. Loading the modules and warming them up is most of what a short test
 * file costs, so the others share their worker's process, one file after the other.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './files.ts';

/** What changes the process for whoever comes behind, or measures it and would measure what others left. */
const SIGNS: readonly RegExp[] = [
  /process\.env(?:\.\w+|\[[^\]]+\])\s*\??\??=(?!=)|delete process\.env|Object\.assign\(process\.env/,
  /process\.(?:chdir|umask|on|once|emit|exitCode)\b/,
  /vi\.(?:stub|spyOn|useFakeTimers|setSystemTime)/,
  /process\.(?:memoryUsage|cpuUsage|getActiveResourcesInfo)|heapUsed|getHeapStatistics|EventLoop|\/proc\/self|isWatched/,
];

/** Where tests of whole processes are: they wait for others, and what they start outlives a test that has failed. */
const OF_PROCESSES = /\/(?:cli|conformance|transports|fleet)\//;
/** What such a test starts them with. */
const STARTS =
  /child_process|jury-program|\/test\/(?:jury|peer|stage|engine|instructed|describe-agent|[\w-]+-server)\.ts/;
const DIES = /crash|\/server\./;

/** @param file its path below the root */
export function needsOwnProcess(file: string, source: string): boolean {
  if (DIES.test(file) || (OF_PROCESSES.test(file) && STARTS.test(source))) return true;
  return SIGNS.some((sign) => sign.test(source));
}

/** Paths below the root. */
export function testsWithOwnProcess(): string[] {
  return globSync('apps/daemon/src/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    needsOwnProcess(file, readFileSync(join(ROOT, file), 'utf8')),
  );
}
