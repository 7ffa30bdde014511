/** `npm run check`: types, lint, layers, dead code and the state of the repository. `-- <name>` runs one part. */
import { fileURLToPath } from 'node:url';
import { checkAgentsDoc } from './agents-doc.ts';
import { AUDITS_DOC } from './audits-doc.ts';
import { checkCritiqueCoverage } from './check-critique-coverage.ts';
import { checkEnvironment } from './check-environment.ts';
import { checkLayers } from './check-layers.ts';
import { checkLock } from './check-lock.ts';
import { checkForeign, checkProtocolVersion, longFiles } from './check-tree.ts';
import { WEB_CHECKS } from './check-web.ts';
import { checkWords } from './check-words.ts';
import { CLI_DOC } from './cli-doc.ts';
import { CONFIGURATION_DOC } from './configuration-doc.ts';
import { checkGenerated } from './generated-doc.ts';
import { LIBRARY_DOC } from './library-doc.ts';
import { checkLicences, LICENCES_DOC, SBOM_FILE } from './sbom.ts';
import { printTable, runSteps, runTool, type Step } from './steps.ts';

export const CHECKS: readonly Step[] = [
  { name: 'types', run: () => runTool('tsc', ['--noEmit']) },
  { name: 'types (web)', run: () => runTool('tsc', ['-p', 'apps/web']) },
  { name: 'lint', run: () => runTool('biome', ['check', '--error-on-warnings']) },
  { name: 'layers', run: checkLayers },
  { name: 'dead code', run: () => runTool('knip', []) },
  { name: 'lock file', run: checkLock },
  { name: 'licences', run: checkLicences },
  { name: 'licences page', run: () => checkGenerated(LICENCES_DOC) },
  { name: 'bill of materials', run: () => checkGenerated(SBOM_FILE) },
  { name: 'foreign paths', run: checkForeign },
  { name: 'protocol version', run: () => checkProtocolVersion() },
  { name: 'critique coverage', run: checkCritiqueCoverage },
  { name: 'environment', run: checkEnvironment },
  { name: 'words', run: checkWords },
  { name: 'audits page', run: () => checkGenerated(AUDITS_DOC) },
  { name: 'command line page', run: () => checkGenerated(CLI_DOC) },
  { name: 'library page', run: () => checkGenerated(LIBRARY_DOC) },
  { name: 'configuration page', run: () => checkGenerated(CONFIGURATION_DOC) },
  { name: 'agents page', run: checkAgentsDoc },
  ...WEB_CHECKS,
  { name: 'long files (advice)', run: longFiles, advisory: true },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  const chosen = CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  if (chosen.length === 0) {
    console.error(`no such part; there are: ${CHECKS.map(({ name }) => name).join(', ')}`);
    process.exit(2);
  }
  const results = await runSteps(chosen);
  printTable(results);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}
