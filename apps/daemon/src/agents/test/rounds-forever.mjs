// Round after round with pages of its own: rounds-forever.mjs <bytes per page>. For disks that fill up.
const page = `<!doctype html><html lang="en"><title>p</title><body>${'x'.repeat(Number(process.argv[2] ?? 1000))}</body></html>`;
const panel = ['critic', 'brand', 'a11y', 'copy']
  .map((role) => `<PANELIST role="${role}" score="5"><MUST_FIX>${role} wants more.</MUST_FIX></PANELIST>`)
  .join('');
process.stdout.write('<CRITIQUE_RUN version="1">');
for (let n = 1; n <= 20; n++) {
  const body = page.replace('</body>', `${n}</body>`);
  const text = `<ROUND n="${n}"><PANELIST role="designer"><ARTIFACT><![CDATA[${body}]]></ARTIFACT></PANELIST>${panel}<ROUND_END n="${n}"/></ROUND>`;
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
