const ATTEMPTS = 3;
const PAUSE_SECONDS = 10;
const IMPORT_LIMIT = 5 * 60; // 5 minutes

export async function runImport(job: { state: string }, step: () => Promise<void>): Promise<void> {
  const started = Date.now();
  for (let n = 0; n < ATTEMPTS; n++) {
    if (Date.now() - started > IMPORT_LIMIT * 1000) throw new Error('import took too long');
    await step();
  }
  job.state = 'done';
}
