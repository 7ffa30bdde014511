import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 AA, each as one line. The artifact's frame is somebody else's page and left out. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    interface AxeResult {
      violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
    }
    const { axe: checker } = globalThis as unknown as {
      axe: { run(...args: unknown[]): Promise<AxeResult> };
    };
    const result = await checker.run(document, { iframes: false, runOnly: { type: 'tag', values: tags } });
    return result.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, TAGS);
}
