/** The words of the report, per language. */
import type { Outcome } from './outcome.ts';

export interface ReportStrings {
  title: string;
  classes: Record<'full-consensus' | 'partial-consensus' | 'contested' | 'worker-unique', string>;
  finding: string;
  votes: string;
  evidence: string;
  none: string;
  supplements: string;
  dissent: string;
  critic: string;
  dropped: string;
  plan: string;
  planHash(hash: string): string;
  draftedPlan(file: string, by: string, hash: string): string;
  gate: string;
  item: string;
  verdict: string;
  blockers: string;
  risks: string;
  trigger: string;
  clarifications: string;
  kind: string;
  kinds: Record<'question' | 'material-request' | 'decision', string>;
  statement: string;
  expected: string;
  status: string;
  blocks: string;
  answer: string;
  /** Of the form with the open questions: what it is for, its button, and what to do with what it makes. */
  formLead: string;
  formMake: string;
  formSave: string;
  followUp: string;
  absent: string;
  notes: string;
  unverified: string;
  worker: string;
  disagreement: string;
  requirements: string;
  requirement: string;
  artifact: string;
  blocker: string;
  severity: string;
  advice: string;
  outcomes: Record<Outcome, string>;
  gapsDid(proposed: number, merged: number): string;
  candidatesDid(proposed: number, confirmed: number, risks: number): string;
  stillOpen(count: number): string;
  rounds(count: number): string;
  findings(count: number): string;
}

export const REPORT_STRINGS: Record<'en' | 'ko', ReportStrings> = {
  en: {
    title: 'Final report',
    classes: {
      'full-consensus': 'Agreed by all',
      'partial-consensus': 'Agreed by most',
      contested: 'Contested',
      'worker-unique': 'Seen by one',
    },
    finding: 'Finding',
    votes: 'Votes',
    evidence: 'Evidence',
    none: 'None.',
    supplements: 'Added',
    dissent: 'Dissent',
    critic: 'Critic',
    dropped: 'Proposed and not shared',
    plan: 'Plan',
    planHash: (hash) => `An approval is for the plan with SHA-256 ${hash}.`,
    draftedPlan: (file, by, hash) =>
      `${by} wrote ${file}, beside this report. An approval is for the plan with SHA-256 ${hash}.`,
    gate: 'Plan gate',
    item: 'Item',
    verdict: 'Verdict',
    blockers: 'Acceptance blockers',
    risks: 'Residual risks',
    trigger: 'Look again when',
    clarifications: 'Clarification items',
    kind: 'Kind',
    kinds: { question: 'question', 'material-request': 'material', decision: 'decision' },
    statement: 'Statement',
    expected: 'Expected form',
    status: 'Status',
    blocks: 'Blocks',
    answer: 'Answer',
    formLead: 'Answer here. Nothing is sent: you get the file to put into the folder of the task.',
    formMake: 'Make clarifications.json',
    formSave:
      'Save this as clarifications.json in the folder of the task, in place of the one there. The next run takes the answers.',
    followUp: 'Follow-up tasks',
    absent: 'Without a result',
    notes: 'Notes',
    unverified: 'nobody else could look',
    worker: 'Worker',
    disagreement: 'The workers do not agree on the verdict.',
    requirements: 'Requirements',
    requirement: 'Requirement',
    artifact: 'Covered by',
    blocker: 'Blocker',
    severity: 'Severity',
    advice: 'advice only',
    outcomes: {
      converged: 'Converged',
      'max-rounds-reached': 'Still open after the last round',
      'aborted-non-result': 'No result',
      passed: 'Plan passed',
      'passed-with-dissent': 'Plan passed with dissent',
      'blocked-by-disagreement': 'Plan blocked',
      accepted: 'Accepted',
      'conditional-accept': 'Accepted with conditions',
      blocked: 'Blocked',
      unproved: 'Nothing was proved',
    },
    gapsDid: (proposed, merged) =>
      `${proposed} ${proposed === 1 ? 'gap' : 'gaps'} named, ${merged} shared by others.`,
    candidatesDid: (proposed, confirmed, risks) =>
      `${proposed} ${proposed === 1 ? 'reason' : 'reasons'} against acceptance, ${confirmed} confirmed, ${risks} kept as residual risks.`,
    stillOpen: (count) => `${count} still open.`,
    rounds: (count) => `${count} ${count === 1 ? 'round' : 'rounds'}`,
    findings: (count) => `${count} ${count === 1 ? 'finding' : 'findings'}`,
  },
  ko: {
    title: '최종 보고서',
    classes: {
      'full-consensus': '전원 동의',
      'partial-consensus': '다수 동의',
      contested: '이견 있음',
      'worker-unique': '한 명만 확인',
    },
    finding: '발견 사항',
    votes: '투표',
    evidence: '근거',
    none: '없음.',
    supplements: '보충',
    dissent: '반대 의견',
    critic: '비평자',
    dropped: '제안되었으나 동의되지 않음',
    plan: '계획',
    planHash: (hash) => `승인은 SHA-256 ${hash}인 계획에 대한 것입니다.`,
    draftedPlan: (file, by, hash) =>
      `${by}가 이 보고서 옆의 ${file}을 작성했습니다. 승인은 SHA-256 ${hash}인 계획에 대한 것입니다.`,
    gate: '계획 게이트',
    item: '항목',
    verdict: '판정',
    blockers: '수용 차단 사항',
    risks: '잔여 위험',
    trigger: '재검토 조건',
    clarifications: '확인 항목',
    kind: '종류',
    kinds: { question: '질문', 'material-request': '자료 요청', decision: '결정' },
    statement: '내용',
    expected: '기대 형식',
    status: '상태',
    blocks: '차단',
    answer: '답변',
    formLead: '여기에 답하십시오. 아무것도 전송되지 않으며, 작업 폴더에 넣을 파일이 만들어집니다.',
    formMake: 'clarifications.json 만들기',
    formSave:
      '작업 폴더의 clarifications.json을 이 내용으로 바꾸어 저장하십시오. 다음 실행에서 답변을 반영합니다.',
    followUp: '후속 작업',
    absent: '결과 없음',
    notes: '비고',
    unverified: '다른 검토자가 확인하지 못함',
    worker: '작업자',
    disagreement: '작업자들의 판정이 서로 다릅니다.',
    requirements: '요구 사항',
    requirement: '요구 사항',
    artifact: '충족 산출물',
    blocker: '차단 사항',
    severity: '심각도',
    advice: '참고용',
    outcomes: {
      converged: '합의됨',
      'max-rounds-reached': '마지막 라운드 후에도 미해결',
      'aborted-non-result': '결과 없음',
      passed: '계획 통과',
      'passed-with-dissent': '이견 있는 계획 통과',
      'blocked-by-disagreement': '계획 차단',
      accepted: '수용',
      'conditional-accept': '조건부 수용',
      blocked: '차단',
      unproved: '증명된 것 없음',
    },
    gapsDid: (proposed, merged) => `누락 ${proposed}건 제시, ${merged}건 동의됨.`,
    candidatesDid: (proposed, confirmed, risks) =>
      `수용 반대 근거 ${proposed}건, ${confirmed}건 확인, ${risks}건은 잔여 위험으로 유지.`,
    stillOpen: (count) => `미해결 ${count}건.`,
    rounds: (count) => `${count}라운드`,
    findings: (count) => `발견 사항 ${count}건`,
  },
};
