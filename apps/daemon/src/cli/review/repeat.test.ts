/** The same page under the same settings, three times in two processes: what must be the same, byte for byte. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { POOR_PAGE, place } from '../test/jury.ts';

const MARKDOWN = '# Tides\n\n#### Today\n\nThe water rises in the the harbour. [Click here](#nowhere).\n';

/** Unique by design: a run's own id, its project's and its artifact's. Everything else is said by the panel. */
const NAMED: readonly [RegExp, string][] = [
  [/"runId":"r-[^"]+"/g, '"runId":"RUN"'],
  [/"projectId":"p-[^"]+"/g, '"projectId":"PROJECT"'],
  [/"artifactId":"a-[^"]+"/g, '"artifactId":"ARTIFACT"'],
  [/"at":"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"at":"TIME"'],
];

test.each([
  ['page.html', POOR_PAGE],
  ['note.md', MARKDOWN],
])(
  'three reviews of %s: one transcript, one page, one list of findings',
  {
    timeout: 120_000 * machinePace(),
  },
  async (name, content) => {
    using here = place();
    here.write(name, content);
    const left: Record<string, string>[] = [];
    for (const out of ['one', 'two', 'three']) {
      const order = ['review', name, '--browser', 'never', '--out', out, '--sarif', `${out}.sarif`];
      const { status, stderr } = await (out === 'one' ? here.start(order) : here.jury(...order));
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.not.stringContaining('Error') });
      const read = (file: string): string => readFileSync(join(here.folder, file), 'utf8');
      const transcript = NAMED.reduce(
        (text, [id, word]) => text.replace(id, word),
        read(`${out}/transcript.ndjson`),
      );
      left.push({
        transcript,
        page: read(`${out}/${name}`),
        diff: read(`${out}/${name}.diff`),
        sarif: read(`${out}.sarif`),
      });
    }
    const [first, second, third] = left;
    expect(first?.transcript).toContain('"type":"critique.round_end"');
    expect(first?.page).not.toBe(content);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  },
);
