/** Findings as SARIF 2.1.0, for code scanning. Pure. */

import type { MustFixSeverity } from '@design-jury/contracts/theater/critique';
import { NOTHING_KNOWN, type TrustLine } from '@design-jury/contracts/trust/line';
import { clean } from './clean.ts';
import type { PageFindings, ReportedFinding, RuleInfo } from './findings.ts';

export interface SarifPage extends PageFindings {
  /** @default not said */
  trust?: TrustLine;
  /** Relative to the working directory, with `/`. */
  name: string;
  /** Of the file as given; null where nobody judged it. */
  given: { ships: boolean } | null;
  /** What the file is as given, and what became of its copy. */
  verdict: string;
}

const LEVELS: Record<MustFixSeverity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  major: 'warning',
  minor: 'note',
};

export function sarifLog(pages: readonly SarifPage[], version: string): unknown {
  const rules = new Map<string, RuleInfo>();
  for (const page of pages) for (const rule of page.rules) rules.set(rule.id, rule);
  if (pages.some(({ given }) => given?.ships === false)) rules.set(GATE.id, GATE);
  const ids = [...rules.keys()].sort();
  const described = ids.flatMap((id) => {
    const rule = rules.get(id);
    return rule === undefined ? [] : [sarifRule(rule)];
  });
  return sarifDocument(version, described, {
    columnKind: 'utf16CodeUnits',
    properties: { trust: Object.fromEntries(pages.map(({ name, trust = NOTHING_KNOWN }) => [name, trust])) },
    results: pages.flatMap((page) => [
      ...(page.given?.ships === false ? [gateResult(page, ids)] : []),
      ...page.findings.map((finding) => resultOf(finding, page.name, ids)),
    ]),
  });
}

export function sarifDocument(version: string, rules: unknown[], run: Record<string, unknown>): unknown {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Design Jury', semanticVersion: version, rules } }, ...run }],
  };
}

const GATE: RuleInfo = {
  id: 'gate',
  title: 'The gate',
  why: 'The file passes when its composite reaches the threshold and no must-fix is open.',
  link: null,
};

/** A better copy does not make the file itself pass. */
function gateResult({ name, verdict }: SarifPage, ids: readonly string[]): unknown {
  return {
    ruleId: GATE.id,
    ruleIndex: ids.indexOf(GATE.id),
    level: 'error',
    message: { text: plain(verdict) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileUri(name) },
          region: { startLine: 1, startColumn: 1 },
        },
      },
    ],
    partialFingerprints: { 'juryFinding/v1': GATE.id },
    properties: { role: 'designer', fixedByJury: false },
  };
}

export function sarifRule({ id, title, why, link }: RuleInfo): unknown {
  return {
    id,
    shortDescription: { text: plain(title) },
    fullDescription: { text: plain(why) },
    ...(link !== null && isWebAddress(link) && { helpUri: link }),
  };
}

function resultOf(finding: ReportedFinding, name: string, ids: readonly string[]): unknown {
  const {
    ruleId,
    severity,
    message,
    line,
    column,
    role,
    selector,
    evidence,
    fingerprint,
    fixed,
    suppressed,
    known,
  } = finding;
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level: LEVELS[severity],
    message: {
      text: plain(
        `In the file as given: ${evidence === '' ? message : `${message} (${evidence})`}${fixed ? ' The improved copy no longer has it.' : ''}`,
      ),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileUri(name) },
          region: { startLine: line, startColumn: column },
        },
        ...(selector !== null && {
          logicalLocations: [{ fullyQualifiedName: clean(selector), kind: 'element' }],
        }),
      },
    ],
    partialFingerprints: { 'juryFinding/v1': fingerprint },
    ...(known !== null && { baselineState: known ? 'unchanged' : 'new' }),
    ...(suppressed !== null && {
      suppressions: [{ kind: 'external', justification: plain(suppressed) }],
    }),
    properties: { role, fixedByJury: fixed },
  };
}

/** Words of pages and models: a viewer must find no order for its terminal in them, and no link of SARIF's own kind. */
export function plain(text: string): string {
  return clean(text).replace(/\](?=\()/g, '\\]');
}

/** Relative as it was, with nothing in it that would be a scheme, a query or a fragment. */
export function fileUri(name: string): string {
  return name.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function isWebAddress(link: string): boolean {
  return URL.canParse(link) && ['https:', 'http:'].includes(new URL(link).protocol);
}
