import { availableParallelism } from 'node:os';

/** Processes that run tests at once. Tests of processes wait as much as they work: two cores are busy with four of them. */
export const WORKERS = Math.max(availableParallelism(), 4);
