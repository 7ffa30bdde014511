import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Violations of WCAG 2.2 AA, each as one line. The artifact's frame is somebody else's page and left out.
 * `colours` asks only what another colour scheme can change.
 */
export async function violations(
  page: Page,
  scope: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  const runOnly =
    scope === 'everything'
      ? { type: 'tag', values: TAGS }
      : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    interface AxeResult {
      violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
    }
    const { axe: checker } = globalThis as unknown as {
      axe: { run(...args: unknown[]): Promise<AxeResult> };
    };
    const result = await checker.run(document, {
      iframes: false,
      runOnly: only,
      resultTypes: ['violations'],
    });
    return result.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, runOnly);
}
