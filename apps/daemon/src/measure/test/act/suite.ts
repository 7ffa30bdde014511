/** W3C's ACT cases, read from a clone of w3c/wcag-act-rules that the user names. Nothing of it is kept here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ASSETS = 'content-assets/wcag-act-rules';
/** How cases name their files on W3C's site. */
const SITE = `/WAI/${ASSETS}/`;

const TestCases = z.object({
  testcases: z.array(
    z.object({
      ruleId: z.string(),
      ruleName: z.string(),
      expected: z.enum(['passed', 'failed', 'inapplicable']),
      testcaseId: z.string(),
      relativePath: z.string(),
      approved: z.boolean().default(false),
    }),
  ),
});

const Implementation = z.object({
  actRuleMapping: z.array(z.object({ ruleId: z.string(), procedureNames: z.array(z.string()) })),
});

export interface ActCase {
  rule: string;
  ruleName: string;
  id: string;
  expected: 'passed' | 'failed' | 'inapplicable';
  approved: boolean;
  /** Addresses begin at the folder of the suite, as they begin at the site's root. */
  html: string;
}

export interface ActSuite {
  /** The site's root: what `/` leads to. */
  root: string;
  cases: ActCase[];
  /** Cases that are no HTML pages: SVG and XML documents. No tool here is asked about them. */
  notPages: ActCase[];
}

export function readSuite(folder: string): ActSuite {
  const root = join(folder, ASSETS);
  const list = join(root, 'testcases.json');
  if (!existsSync(list))
    throw new Error(`${folder} has no ${ASSETS}/testcases.json: name a clone of w3c/wcag-act-rules.`);
  const cases: ActCase[] = [];
  const notPages: ActCase[] = [];
  for (const one of TestCases.parse(JSON.parse(readFileSync(list, 'utf8'))).testcases) {
    const { ruleId: rule, ruleName, testcaseId: id, expected, approved, relativePath } = one;
    const text = readFileSync(join(root, relativePath), 'utf8');
    const isPage = /\.html?$/.test(relativePath);
    (isPage ? cases : notPages).push({
      rule,
      ruleName,
      id,
      expected,
      approved,
      html: text.replaceAll(SITE, '/'),
    });
  }
  return { root, cases, notPages };
}

/** Which checks of a tool its makers hold against each rule, as they have told W3C. */
export function vendorMapping(
  folder: string,
  tool: 'axe-core' | 'alfa' | 'accesslint-core',
): Map<string, string[]> {
  const file = join(folder, '_data/wcag-act-rules/implementations', `${tool}.json`);
  const { actRuleMapping } = Implementation.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(
    actRuleMapping.map(({ ruleId, procedureNames }) => [
      ruleId,
      procedureNames.map((name) => name.replace(/^sia-r/, 'R')),
    ]),
  );
}

const Kept = z.record(z.string(), z.record(z.string(), z.array(z.string())));

/** What tools said in an earlier run, by tool and case. */
export function readSaid(file: string): z.infer<typeof Kept> {
  return existsSync(file) ? Kept.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}
