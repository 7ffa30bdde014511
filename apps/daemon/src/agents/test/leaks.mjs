// Prints a key it was given wherever a program can print: in its answer, in the page, as its last words.
// leaks.mjs <exit code>
for await (const _ of process.stdin);
const key = process.env.PLANTED_KEY;
process.stdout.write(
  `<CRITIQUE_RUN version="1"><ROUND n="1"><PANELIST role="designer"><NOTES>my key is ${key}</NOTES>` +
    `<ARTIFACT mime="text/html"><![CDATA[<!doctype html><title>${key}</title>]]></ARTIFACT></PANELIST>` +
    `<PANELIST role="critic" score="5"><DIM name="a" score="5">${key.slice(0, 10)}`,
);
await new Promise((resolve) => setTimeout(resolve, 100));
process.stdout.write(`${key.slice(10)}</DIM><MUST_FIX>hide ${key}</MUST_FIX></PANELIST>`);
process.stderr.write(`debug: Authorization: Bearer ${key}\nError: key ${key} was refused\n`, () =>
  process.exit(Number(process.argv[2])),
);
