import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

const EXAMPLE = new URL('../../examples/landing.html', import.meta.url);
const CORE =
  /node_modules\/preact\/|web\/src\/(router|api|i18n\/(i18n|phase-word))\.ts|shell\/(lazy|Icon|Problem|subject|pages|theater-enabled|use-title)\.tsx?$|web\/src\/stream\/(?!changes)|Theater\/hooks\/useTheaterKeys\.ts$/;
/** What every page asks for that is no page of a run. */
const LISTS = /web\/src\/projects-api\.ts$|shell\/(Answered|use-answer|RunBadge|run-path)\.tsx?$/;
/** Not what a replay or the end of a run alone needs: it comes with them. */
const RUN =
  /shell\/(RunLayout|LiveRun|RunPage|end-notes|stop-question)\.tsx$|components\/Theater\/(?!index|EndNotes|StopQuestion|TheaterFailed|TheaterDegraded|TheaterTranscript|.*(useCritiqueReplay|useReplayKeys|useSweep|timeline)\.ts)/;

export default defineConfig({
  root: ROOT,
  define: { EXAMPLE_PAGE: JSON.stringify(readFileSync(EXAMPLE, 'utf8')) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // The policy of the app allows no inline scripts and no data: scripts.
    assetsInlineLimit: 0,
    // Told beforehand what each part imports, every page would carry the list of all parts.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // What every page needs is one file, and so is what a run's page needs: small ones pack worse and wait longer.
        codeSplitting: {
          groups: [
            { name: 'core', test: CORE, priority: 1 },
            { name: 'lists', test: LISTS },
            { name: 'run', test: RUN },
          ],
        },
      },
    },
  },
});
