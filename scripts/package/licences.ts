/** The licence texts of the packages whose code is inside ours, as their licences ask for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../files.ts';

const TEXT = /^(licen[cs]e|copying|notice)/i;

export function licenceTexts(packages: readonly string[]): string {
  return packages.map((name) => `${'='.repeat(80)}\n${licenceOf(name)}`).join('\n');
}

function licenceOf(name: string): string {
  const folder = [join(ROOT, 'node_modules', name), join(ROOT, 'apps/daemon/node_modules', name)].find(
    (path) => existsSync(path),
  );
  if (folder === undefined) throw new Error(`${name} is in the package, and its licence is nowhere`);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => TEXT.test(file) && !file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n') || 'The package names its licence and carries no text of it.'}\n`;
}
