/**
 * The order of the test files. Vitest starts with the longest of the last run; a fresh clone has none, and would start a
 * crash test of minutes last, on one core, because its file is short.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of whole processes; before all others those that kill them again and again, or take a minute by themselves. */
const LONG: readonly RegExp[] = [
  /crash|drill|hostile-repositories|\/fleet\.test|\/package\/|\/action\.test/,
  /\/cli\/|\/conformance\/|\/transports\/|\/real-|evals|crowd|property/,
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

/** 0 comes first. */
export function rankOf(file: string): number {
  const rank = LONG.findIndex((words) => words.test(file));
  return rank === -1 ? LONG.length : rank;
}
