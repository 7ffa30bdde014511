/**
 * The order of the test files. Vitest starts with the longest of the last run; a fresh clone has none, and would start a
 * crash test of minutes last, on one core, because its file is short.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of whole processes; before all others those that kill them again and again, or take a minute by themselves. */
const LONG: readonly RegExp[] = [
  /crash|drill|hostile-repositories|\/fleet\.test|\/package\/|\/action\.test/,
  /\/cli\/|\/conformance\/|\/transports\/|\/real-|evals|crowd|property|\/browser\/|prometheus|\/resume\.|\/scripted\.|\/retries\./,
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) =>
        groupOf(a) - groupOf(b) ||
        sharedOf(a).localeCompare(sharedOf(b)) ||
        rankOf(a.moduleId) - rankOf(b.moduleId),
    );
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

/**
 * Files that share a process come last and beside each other: a worker's process is kept only when the next file in the queue
 * can use it. '' for a file with a process of its own.
 */
function sharedOf({ project }: TestSpecification): string {
  return project.config.isolate ? '' : project.name;
}

/** 0 comes first. */
export function rankOf(file: string): number {
  const rank = LONG.findIndex((words) => words.test(file));
  return rank === -1 ? LONG.length : rank;
}
