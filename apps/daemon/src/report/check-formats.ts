/** The result of `jury check` as JSON, JUnit XML and SARIF 2.1.0. All say what the result says, and no more. Pure. */
import type { MustFixSeverity } from '@design-jury/contracts/theater/critique';
import {
  type CheckedFile,
  type CheckFault,
  type CheckNote,
  type CheckResult,
  verdictWord,
} from './check-result.ts';
import { type Suite, suitesXml } from './junit.ts';
import { fileUri, plain, sarifDocument, sarifRule } from './sarif.ts';

export function checkJson(result: CheckResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** A suite per file: the gate, and a case for every fault that is open. What has no verdict is an error. */
export function checkJunit({ summary, files, base, verdict }: CheckResult): string {
  const suites = files.map(
    (file): Suite => ({
      name: file.file,
      durationMs: file.durationMs,
      cases: [gateCase(file), ...openFaults(file).map(faultCase)],
    }),
  );
  const rules = (base?.changes ?? []).map(({ file, change }) => ({
    name: `rules: ${file}`,
    problem: null,
    note: `${file} is ${change} by this change; judged by ${base?.ref}`,
  }));
  const own = rules.length === 0 ? [] : [{ name: 'rules', durationMs: 0, cases: rules }];
  // Without a file there is no suite that could carry the verdict.
  const none =
    files.length > 0
      ? []
      : [
          {
            name: 'check',
            durationMs: 0,
            cases: [
              {
                name: 'gate',
                problem: { kind: 'error' as const, message: verdictWord(verdict), text: summary },
              },
            ],
          },
        ];
  return suitesXml([...suites, ...own, ...none], summary);
}

function gateCase({ verdict, summary }: CheckedFile): Suite['cases'][number] {
  if (verdict === 'passes') return { name: 'gate', problem: null };
  const kind = verdict === 'fails' ? 'failure' : 'error';
  return { name: 'gate', problem: { kind, message: summary, text: summary } };
}

function openFaults({ faults }: CheckedFile): CheckFault[] {
  return faults.filter(({ standing }) => standing === 'open');
}

function faultCase({ id, role, text, line, target, evidence }: CheckFault): Suite['cases'][number] {
  const detail = [`line ${line}`, target, evidence].filter(Boolean).join('\n  ');
  return {
    name: `${role}: ${id}`,
    problem: { kind: 'failure', message: text, text: `${text}\n  ${detail}` },
  };
}

const LEVELS: Record<MustFixSeverity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  major: 'warning',
  minor: 'note',
};

export interface RuleText {
  title: string;
  why: string;
  link: string | null;
}

const GATE_RULE = 'gate';

/** One result for the gate of every file that does not pass, and one for every fault, accepted ones marked so. */
export function checkSarif(
  result: CheckResult,
  version: string,
  ruleText: (id: string) => RuleText | null,
): string {
  const { files, exit, verdict, summary, base } = result;
  const named = files.flatMap(({ faults, notes }) => [
    ...faults.map(({ rule }) => rule),
    ...notes.map(noteRule),
  ]);
  const ids = [GATE_RULE, ...new Set(named)].sort();
  const rules = ids.map((id) => ruleOf(id, ruleText(id) ?? scoreText(id)));
  const log = sarifDocument(version, rules, {
    invocations: [
      {
        executionSuccessful: verdict === 'passes' || verdict === 'fails',
        exitCode: exit,
        exitCodeDescription: plain(summary),
        toolExecutionNotifications: [
          ...files
            .filter((file) => file.verdict !== 'passes' && file.verdict !== 'fails')
            .map(({ file, summary: text }) => ({
              level: 'error',
              message: { text: plain(`${file} ${text}`) },
            })),
          ...(base?.changes ?? []).map(({ file, change }) => ({
            level: 'warning',
            message: { text: plain(`${file} is ${change} by this change; judged by ${base?.ref}`) },
          })),
        ],
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: files.flatMap((file) => resultsOf(file, ids)),
    properties: {
      summary: plain(summary),
      verdict,
      trust: Object.fromEntries(files.map(({ file, trust }) => [file, trust])),
    },
  });
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: string, text: RuleText | null): unknown {
  const gate = 'The file passes when its composite reaches the threshold and no must-fix is open.';
  const unknown = {
    title: id === GATE_RULE ? 'The gate' : id === 'lint' ? 'The final lint' : id,
    why: id === GATE_RULE ? gate : 'The panel demands it.',
    link: null,
  };
  return sarifRule({ id, ...(text ?? unknown) });
}

function resultsOf(file: CheckedFile, ids: readonly string[]): unknown[] {
  const gate =
    file.verdict === 'passes'
      ? []
      : [
          {
            ruleId: GATE_RULE,
            ruleIndex: ids.indexOf(GATE_RULE),
            level: 'error',
            message: { text: plain(`${file.file} ${file.summary}`) },
            locations: [placeOf(file.file, 1, null)],
            properties: { verdict: file.verdict },
          },
        ];
  return [
    ...gate,
    ...file.faults.map((fault) => faultResult(file.file, fault, ids)),
    ...file.notes.map((note) => noteResult(file.file, note, ids)),
  ];
}

const SCORE_RULE = /^score-([a-z\d]+)-(.+)$/;

/** What lowers a score is told per dim, and holds nothing back. */
function noteRule({ role, dim }: CheckNote): string {
  return `score-${role}-${dim.replaceAll(' ', '-')}`;
}

function scoreText(id: string): RuleText | null {
  const [, role, dim] = SCORE_RULE.exec(id) ?? [];
  if (role === undefined || dim === undefined) return null;
  return {
    title: `What would raise ${role}: ${dim.replaceAll('-', ' ')}`,
    why: 'It lowers the score, and holds nothing back.',
    link: null,
  };
}

function noteResult(file: string, note: CheckNote, ids: readonly string[]): unknown {
  const rule = noteRule(note);
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level: 'note',
    message: { text: plain(`${note.score.toFixed(1)} of 10: ${note.text}`) },
    locations: [placeOf(file, note.line ?? 1, null)],
    partialFingerprints: { 'juryFinding/v1': rule },
    properties: { role: note.role, score: note.score },
  };
}

function faultResult(file: string, fault: CheckFault, ids: readonly string[]): unknown {
  const { id, rule, role, severity, text, line, target, evidence, standing, reason } = fault;
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level: LEVELS[severity],
    message: { text: plain(evidence === null ? text : `${text} (${evidence})`) },
    locations: [placeOf(file, line, target)],
    partialFingerprints: { 'juryFinding/v1': id },
    ...(standing === 'known' && { baselineState: 'unchanged' }),
    ...(standing === 'suppressed' && {
      suppressions: [{ kind: 'external', justification: plain(reason ?? '') }],
    }),
    properties: { role, standing },
  };
}

function placeOf(file: string, line: number, target: string | null): unknown {
  return {
    physicalLocation: { artifactLocation: { uri: fileUri(file) }, region: { startLine: line } },
    ...(target !== null && { logicalLocations: [{ fullyQualifiedName: target, kind: 'element' }] }),
  };
}
