CREATE TABLE kept_rounds AS SELECT * FROM rounds;
CREATE TABLE kept_must_fixes AS SELECT * FROM must_fixes;
CREATE TABLE kept_questions AS SELECT * FROM questions;
CREATE TABLE kept_runs AS SELECT * FROM runs;
DROP TABLE rounds;
DROP TABLE must_fixes;
DROP TABLE questions;
DROP TABLE runs;
CREATE TABLE runs (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects(id),
  artifact_id TEXT NOT NULL UNIQUE REFERENCES artifacts(id),
  retry_of TEXT,
  protocol TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('queued','running','waiting','paused','ended','shipped','below_threshold','timed_out','interrupted','degraded','failed','legacy')),
  title TEXT NOT NULL,
  subject_key TEXT NOT NULL,
  outcome TEXT,
  exit_code INTEGER,
  agent TEXT NOT NULL,
  model TEXT,
  skill TEXT,
  config_json TEXT NOT NULL,
  subject_json TEXT,
  enablement_json TEXT,
  composite REAL,
  final_round INTEGER,
  cause TEXT,
  recovery_reason TEXT,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd REAL,
  event_base INTEGER,
  event_count INTEGER NOT NULL,
  checkpoint_json TEXT,
  checkpoint_seq INTEGER,
  owner TEXT,
  owned_until INTEGER,
  owns_project INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  started_at TEXT,
  updated_at TEXT NOT NULL,
  ended_at TEXT
);
INSERT INTO runs
SELECT id, project_id, artifact_id, retry_of, protocol, state,
  coalesce(json_extract(subject_json, '$.name'), substr(json_extract(subject_json, '$.text'), 1, 200), ''), '',
  CASE WHEN state IN ('queued','running') THEN NULL ELSE state END,
  CASE state WHEN 'queued' THEN NULL WHEN 'running' THEN NULL WHEN 'shipped' THEN 0 WHEN 'legacy' THEN 0
    WHEN 'below_threshold' THEN 1 WHEN 'interrupted' THEN 130 ELSE 3 END,
  agent, model, skill, config_json, subject_json, enablement_json, composite, final_round, cause, recovery_reason,
  input_tokens, output_tokens, cost_usd, event_base, event_count, NULL, NULL, NULL, NULL, 0,
  created_at, started_at, coalesce(ended_at, started_at, created_at), ended_at
FROM kept_runs;
CREATE TABLE play_projects AS
SELECT protocol, subject, 'p-' || lower(hex(randomblob(16))) AS id, min(created_at) AS created_at
FROM plays GROUP BY protocol, subject;
INSERT INTO projects
SELECT id, CASE WHEN length(subject) > 200 THEN substr(subject, -200) ELSE subject END, '{}', created_at FROM play_projects;
INSERT INTO artifacts (id, project_id, created_at)
SELECT plays.id, play_projects.id, plays.created_at
FROM plays JOIN play_projects ON play_projects.protocol = plays.protocol AND play_projects.subject = plays.subject;
INSERT INTO runs
SELECT plays.id, play_projects.id, plays.id, NULL,
  CASE plays.protocol WHEN 'critic-loop' THEN 'loop' ELSE plays.protocol END,
  status, title, plays.subject, outcome, exit_code,
  coalesce(json_extract(state_json, '$.agent'), json_extract(config_json, '$.agent'), 'grounded'),
  json_extract(state_json, '$.model'), NULL, config_json, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  sum(event_count) OVER (
    PARTITION BY plays.protocol, plays.subject ORDER BY plays.created_at, plays.id ROWS UNBOUNDED PRECEDING
  ) - event_count,
  event_count, state_json, event_count, NULL, NULL, 0, plays.created_at, plays.created_at, updated_at, ended_at
FROM plays JOIN play_projects ON play_projects.protocol = plays.protocol AND play_projects.subject = plays.subject;
DROP TABLE play_projects;
DROP TABLE kept_runs;
CREATE INDEX idx_runs_project ON runs(project_id, created_at, id);
CREATE INDEX idx_runs_newest ON runs(created_at, id);
CREATE INDEX idx_runs_subject ON runs(protocol, subject_key, created_at) WHERE subject_key <> '';
CREATE INDEX idx_runs_unfinished ON runs(created_at) WHERE state IN ('queued','running');
CREATE INDEX idx_runs_updated ON runs(updated_at);
CREATE INDEX idx_runs_running ON runs(state) WHERE state = 'running';
CREATE INDEX idx_runs_owned ON runs(project_id) WHERE owner IS NOT NULL;
CREATE INDEX idx_runs_retry ON runs(retry_of) WHERE retry_of IS NOT NULL;
CREATE TABLE rounds (
  run_id TEXT NOT NULL REFERENCES runs(id),
  n INTEGER NOT NULL,
  composite REAL NOT NULL,
  must_fix INTEGER NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('continue','ship')),
  artifact_sha256 TEXT,
  artifact_bytes INTEGER,
  artifact_mime TEXT,
  PRIMARY KEY (run_id, n)
);
INSERT INTO rounds SELECT * FROM kept_rounds;
DROP TABLE kept_rounds;
CREATE TABLE must_fixes (
  run_id TEXT NOT NULL REFERENCES runs(id),
  id TEXT NOT NULL,
  role TEXT NOT NULL,
  text TEXT NOT NULL,
  dim TEXT,
  target TEXT,
  severity TEXT NOT NULL CHECK (severity IN ('critical','major','minor')),
  evidence TEXT,
  witness_json TEXT,
  opened_round INTEGER NOT NULL,
  resolved_round INTEGER,
  synthetic INTEGER NOT NULL,
  PRIMARY KEY (run_id, id)
);
INSERT INTO must_fixes SELECT * FROM kept_must_fixes;
DROP TABLE kept_must_fixes;
CREATE TABLE questions (
  id TEXT PRIMARY KEY NOT NULL,
  run_id TEXT NOT NULL REFERENCES runs(id),
  is_retry INTEGER NOT NULL,
  question_key TEXT NOT NULL,
  body_json TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open','answered','withdrawn')),
  answer_json TEXT,
  answered_by TEXT,
  asked_at TEXT NOT NULL,
  answered_at TEXT,
  deadline_at TEXT
);
INSERT INTO questions
SELECT id, coalesce(run_id, play_id), run_id IS NOT NULL, question_key, body_json, status, answer_json, answered_by,
  asked_at, answered_at, deadline_at FROM kept_questions;
DROP TABLE kept_questions;
CREATE INDEX idx_questions_open ON questions(asked_at) WHERE status = 'open';
CREATE INDEX idx_questions_run ON questions(run_id);
CREATE INDEX idx_questions_key ON questions(question_key, answered_at);
DROP TABLE play_events;
DROP TABLE plays;
