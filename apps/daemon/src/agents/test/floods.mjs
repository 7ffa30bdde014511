// Prose without end, as fast as the pipe takes it.
const line = `${'The panel is still thinking about the page. '.repeat(40)}\n`;
const flood = () => {
  while (process.stdout.write(line));
  process.stdout.once('drain', flood);
};
flood();
