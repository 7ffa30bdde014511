/** One cold axe run, the short way everybody would write it: start Chromium, load the page, run axe, end. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const [address = '', executablePath = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args });
const tab = await browser.newPage({ reducedMotion: 'reduce' });
await tab.goto(address);
await tab.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
const count = await tab.evaluate('axe.run(document).then(({ violations }) => violations.length)');
await browser.close();
process.stdout.write(`${count}\n`);
