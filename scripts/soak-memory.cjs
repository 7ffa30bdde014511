// Loaded into the daemon that is watched: at SIGUSR2 it collects its garbage and writes its memory as one line to fd 3.
const { writeSync } = require('node:fs');
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  writeSync(3, `${JSON.stringify({ rss, heapUsed })}\n`);
});
