// A panel that looks: each of its judges demands what it can find in the page of its own kind of fault, and only that.
// Arguments: a file to which it adds a line for each time it is asked.
import { appendFileSync } from 'node:fs';

const [, , log] = process.argv;
let prompt = '';
process.stdin.setEncoding('utf8');
for await (const text of process.stdin) prompt += text;
if (log !== undefined) appendFileSync(log, 'asked\n');
const code = /The code of this run is (\w+)/.exec(prompt)?.[1] ?? '';
// The last one: the prompt has an example before it.
const page = prompt.slice(prompt.search(/<PAGE_SOURCE>/));

/** What is looked for, and where it is said to be. */
const FAULTS = [
  ['a11y', /<button(?![^>]*aria-label)/, 'main > button'],
  ['a11y', /<input/, 'main input'],
  ['a11y', /^(?!.*<html[^>]* lang=)/s, 'html'],
  ['a11y', /<img(?![^>]* alt=)/, 'img'],
  ['critic', / style="/, '[style]'],
];

function panelist(role) {
  const found = FAULTS.filter(([whose, fault]) => whose === role && fault.test(page));
  const demands = found.map(
    ([, , target], at) =>
      `<MUST_FIX-${code} id="${role}-${at}" dim="looked" target="${target}" severity="major" evidence="seen">This has to be mended.</MUST_FIX-${code}>`,
  );
  return [
    `<PANELIST-${code} role="${role}" score="9" must_fix="${demands.length}">`,
    `<DIM-${code} name="looked" score="9">Read the page from its first line to its last.</DIM-${code}>`,
    ...demands,
    `</PANELIST-${code}>`,
  ].join('\n');
}

process.stdout.write(
  [
    `<CRITIQUE_RUN-${code} version="2" maxRounds="1" threshold="8" scale="10">`,
    `<ROUND-${code} n="1">`,
    `<PANELIST-${code} role="designer"><NOTES-${code}>The page as it was given.</NOTES-${code}></PANELIST-${code}>`,
    ...['critic', 'brand', 'a11y', 'copy'].map(panelist),
    `<ROUND_END-${code} n="1" composite="9" must_fix="0" decision="ship"/>`,
    `</ROUND-${code}>`,
    `<SHIP-${code} round="1" composite="9" status="shipped"><SUMMARY-${code}>Looked at.</SUMMARY-${code}></SHIP-${code}>`,
    `</CRITIQUE_RUN-${code}>`,
  ].join('\n'),
);
