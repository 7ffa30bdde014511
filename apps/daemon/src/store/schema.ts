/** The tables as the migrations leave them. JSON columns are text, flags are 0 or 1: both engines have those. */

import type { RunState } from '@design-jury/contracts/run';
import type { CritiqueStatus, MustFixSeverity, RoundDecision } from '@design-jury/contracts/theater/critique';

export interface Schema {
  projects: ProjectRow;
  artifacts: ArtifactRow;
  runs: RunRow;
  rounds: RoundRow;
  must_fixes: MustFixRow;
  questions: QuestionRow;
  key_values: KeyValueRow;
}

export interface ProjectRow {
  id: string;
  name: string;
  metadata_json: string;
  created_at: string;
}

export interface ArtifactRow {
  id: string;
  project_id: string;
  created_at: string;
  critique_score: number | null;
  critique_rounds_json: string | null;
  critique_transcript_path: string | null;
  critique_status: CritiqueStatus | null;
  critique_protocol_version: number | null;
}

export interface RunRow {
  id: string;
  project_id: string;
  artifact_id: string;
  retry_of: string | null;
  protocol: string;
  state: RunState;
  title: string;
  subject_key: string;
  outcome: string | null;
  exit_code: number | null;
  agent: string;
  model: string | null;
  skill: string | null;
  config_json: string;
  /** The Theater's subject; null for every other protocol. */
  subject_json: string | null;
  enablement_json: string | null;
  composite: number | null;
  final_round: number | null;
  cause: string | null;
  recovery_reason: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: number | null;
  event_base: number | null;
  event_count: number;
  /** The machine's state after the event `checkpoint_seq`: a cache, or all that a run of 0.1 kept. */
  checkpoint_json: string | null;
  checkpoint_seq: number | null;
  /** The process that plays it, until `owned_until` (milliseconds since the epoch). */
  owner: string | null;
  owned_until: number | null;
  /** 1 while it is under way, so that no other run of its project is; 0 while it waits or is only ended. */
  owns_project: 0 | 1;
  created_at: string;
  started_at: string | null;
  updated_at: string;
  ended_at: string | null;
}

export interface RoundRow {
  run_id: string;
  n: number;
  composite: number;
  must_fix: number;
  decision: RoundDecision;
  artifact_sha256: string | null;
  artifact_bytes: number | null;
  artifact_mime: string | null;
}

export interface MustFixRow {
  run_id: string;
  id: string;
  role: string;
  text: string;
  dim: string | null;
  target: string | null;
  severity: MustFixSeverity;
  evidence: string | null;
  witness_json: string | null;
  opened_round: number;
  resolved_round: number | null;
  synthetic: number;
}

export interface QuestionRow {
  id: string;
  run_id: string;
  /** 1 where it asks whether to try the run again. */
  is_retry: number;
  question_key: string;
  body_json: string;
  status: 'open' | 'answered' | 'withdrawn';
  answer_json: string | null;
  answered_by: string | null;
  asked_at: string;
  answered_at: string | null;
  deadline_at: string | null;
}

export interface KeyValueRow {
  key: string;
  value: string;
  /** Milliseconds since the epoch; null never expires. */
  expires_at: number | null;
}
