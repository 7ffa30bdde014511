import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 AA, each as one line. The artifact's frame is somebody else's page and left out. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE);
  return page.evaluate(async (tags) => {
    interface AxeResult {
      violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(...args: unknown[]): Promise<AxeResult> } };
    const result = await axe.run(document, { iframes: false, runOnly: { type: 'tag', values: tags } });
    return result.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, TAGS);
}
