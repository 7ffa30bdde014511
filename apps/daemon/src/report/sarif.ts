/** Findings as SARIF 2.1.0, for code scanning. Pure. */
import type { MustFixSeverity } from '@design-jury/contracts/theater/critique';
import type { PageFindings, ReportedFinding, RuleInfo } from './findings.ts';

export interface SarifPage extends PageFindings {
  /** Relative to the working directory, with `/`. */
  name: string;
}

const LEVELS: Record<MustFixSeverity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  major: 'warning',
  minor: 'note',
};

export function sarifLog(pages: readonly SarifPage[], version: string): unknown {
  const rules = new Map<string, RuleInfo>();
  for (const page of pages) for (const rule of page.rules) rules.set(rule.id, rule);
  const ids = [...rules.keys()].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Design Jury',
            semanticVersion: version,
            rules: ids.flatMap((id) => {
              const rule = rules.get(id);
              return rule === undefined ? [] : [ruleOf(rule)];
            }),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: pages.flatMap((page) => page.findings.map((finding) => resultOf(finding, page.name, ids))),
      },
    ],
  };
}

function ruleOf({ id, title, why, link }: RuleInfo): unknown {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    ...(link !== null && URL.canParse(link) && { helpUri: link }),
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
    message: { text: evidence === '' ? message : `${message} (${evidence})` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(name) },
          region: { startLine: line, startColumn: column },
        },
        ...(selector !== null && { logicalLocations: [{ fullyQualifiedName: selector, kind: 'element' }] }),
      },
    ],
    partialFingerprints: { 'juryFinding/v1': fingerprint },
    ...(known !== null && { baselineState: known ? 'unchanged' : 'new' }),
    ...(suppressed !== null && {
      suppressions: [{ kind: 'external', justification: suppressed }],
    }),
    properties: { role, fixedByJury: fixed },
  };
}
