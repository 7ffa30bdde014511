/** Starts a browser, tells its process id, and never ends: for a test that ends it from outside. */
import { BrowserMeter } from '../browser/browser.ts';
import { findBrowser } from '../browser/find.ts';

const found = await findBrowser({ env: process.env });
if (found === null) process.exit(1);
const meter = await BrowserMeter.launch(found);
process.stdout.write(`${meter.pid}\n`);
setInterval(() => {}, 1_000);
