import { RunQueue } from './queue.ts';
import { queueCases } from './test/queue-cases.ts';

queueCases('in this process', { make: (options) => new RunQueue(options) });
