// One byte at a time, slower than anybody can wait: dribbles.mjs <ms between bytes>
const text = '<CRITIQUE_RUN version="1"><ROUND n="1"><PANELIST role="designer">'.repeat(1000);
let i = 0;
setInterval(() => process.stdout.write(text[i++ % text.length]), Number(process.argv[2] ?? 1000));
