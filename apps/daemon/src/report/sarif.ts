/** Findings as SARIF 2.1.0, for code scanning. Pure. */
import type { MustFixSeverity } from '@design-jury/contracts/theater/critique';
import { clean } from './clean.ts';
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
    message: { text: plain(evidence === '' ? message : `${message} (${evidence})`) },
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
function plain(text: string): string {
  return clean(text).replace(/\](?=\()/g, '\\]');
}

/** Relative as it was, with nothing in it that would be a scheme, a query or a fragment. */
function fileUri(name: string): string {
  return name.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function isWebAddress(link: string): boolean {
  return URL.canParse(link) && ['https:', 'http:'].includes(new URL(link).protocol);
}
