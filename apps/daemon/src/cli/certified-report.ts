/** The report of a review with its certificate in it, and the certificate out of such a report. */
import { join } from 'node:path';
import { MAX_CERTIFICATE_BYTES } from '@design-jury/contracts/trust/certificate';
import { readForeignTextIfThere } from '../disk/foreign-file.ts';
import { scopeOf } from '../disk/scope.ts';
import { certificateSection, withoutCertificate } from '../report/certificate-section.ts';
import { nearest, writeReport } from './review/report-file.ts';
import type { Shell } from './shell.ts';

/** Where the report is that carries it now; null where a review left none. */
export async function putIntoReport(
  shell: Shell,
  folder: string,
  certificate: string,
): Promise<string | null> {
  const file = join(folder, 'report.html');
  const rules = { within: scopeOf(file, shell.cwd), maxBytes: 2 * MAX_CERTIFICATE_BYTES };
  const html = readForeignTextIfThere(file, rules);
  if (html === null) return null;
  const bare = withoutCertificate(html);
  const end = bare.lastIndexOf('</main>');
  if (end === -1) return null;
  await writeReport(shell, file, `${bare.slice(0, end)}${certificateSection(certificate)}${bare.slice(end)}`);
  return nearest(shell, file);
}
