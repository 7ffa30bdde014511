/**
 * A limit of requests for a program that runs on Node and tells nothing of its steps: its own runtime counts what it
 * sends, and ends it. A proxy would need the address and the certificate of every provider; this needs neither.
 */
import { MAX_STEPS } from './steps.ts';

/** Questions to a model are sent; what is only fetched is not counted. The channels are Node's own, for both its clients. */
const COUNTER = `
import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
let sent = 0;
const count = ({ request }) => {
  if (request?.method !== 'POST' || ++sent <= ${MAX_STEPS}) return;
  writeSync(2, 'Error: more than ${MAX_STEPS} requests without completing its answer\\n');
  process.exit(1);
};
subscribe('http.client.request.start', count);
subscribe('undici:request:create', count);
`;

/** As NODE_OPTIONS. A file would have to lie where every process of the program finds it. */
export const REQUEST_LIMIT = `--import=data:text/javascript,${encodeURIComponent(COUNTER)}`;
