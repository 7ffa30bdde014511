CREATE TABLE plays (
  id TEXT PRIMARY KEY NOT NULL,
  protocol TEXT NOT NULL CHECK (protocol IN ('content','convergence','critic-loop')),
  subject TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running','waiting','paused','ended')),
  outcome TEXT,
  exit_code INTEGER,
  config_json TEXT NOT NULL,
  state_json TEXT NOT NULL,
  event_count INTEGER NOT NULL,
  owner TEXT,
  owned_until INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  ended_at TEXT
);
INSERT INTO plays
SELECT id, CASE protocol WHEN 'loop' THEN 'critic-loop' ELSE protocol END, subject_key, title,
  CASE WHEN state = 'queued' THEN 'paused' WHEN state IN ('running','waiting','paused') THEN state ELSE 'ended' END,
  outcome, exit_code, config_json, coalesce(checkpoint_json, 'null'), event_count, NULL, NULL, created_at, updated_at, ended_at
FROM runs WHERE protocol IN ('content','convergence','loop');
CREATE INDEX idx_plays_subject ON plays(protocol, subject, created_at);
CREATE INDEX idx_plays_newest ON plays(created_at);
CREATE TABLE play_events (
  play_id TEXT NOT NULL REFERENCES plays(id),
  seq INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (play_id, seq)
);
CREATE TABLE kept_rounds AS SELECT * FROM rounds;
CREATE TABLE kept_must_fixes AS SELECT * FROM must_fixes;
CREATE TABLE kept_questions AS SELECT * FROM questions;
CREATE TABLE kept_runs AS SELECT * FROM runs;
DROP TABLE rounds;
DROP TABLE must_fixes;
DROP TABLE questions;
DROP TABLE runs;
DELETE FROM artifacts WHERE id IN (SELECT artifact_id FROM kept_runs WHERE protocol <> 'theater');
DELETE FROM projects WHERE id IN (SELECT project_id FROM kept_runs WHERE protocol <> 'theater')
  AND id NOT IN (SELECT project_id FROM kept_runs WHERE protocol = 'theater');
CREATE TABLE runs (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects(id),
  artifact_id TEXT NOT NULL UNIQUE REFERENCES artifacts(id),
  protocol TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('queued','running','shipped','below_threshold','timed_out','interrupted','degraded','failed','legacy')),
  agent TEXT NOT NULL,
  model TEXT,
  skill TEXT,
  config_json TEXT NOT NULL,
  subject_json TEXT NOT NULL,
  composite REAL,
  final_round INTEGER,
  cause TEXT,
  recovery_reason TEXT,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd REAL,
  event_base INTEGER,
  event_count INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  started_at TEXT,
  ended_at TEXT
);
ALTER TABLE runs ADD COLUMN enablement_json TEXT;
ALTER TABLE runs ADD COLUMN retry_of TEXT;
INSERT INTO runs
SELECT id, project_id, artifact_id, protocol,
  CASE WHEN state IN ('waiting','paused','ended') THEN 'interrupted' ELSE state END,
  agent, model, skill, config_json, subject_json, composite, final_round, cause, recovery_reason, input_tokens,
  output_tokens, cost_usd, event_base, event_count, created_at, started_at, ended_at, enablement_json, retry_of
FROM kept_runs WHERE protocol = 'theater';
DROP TABLE kept_runs;
CREATE INDEX idx_runs_project ON runs(project_id, created_at, id);
CREATE INDEX idx_runs_unfinished ON runs(created_at) WHERE state IN ('queued','running');
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
INSERT INTO rounds SELECT * FROM kept_rounds WHERE run_id IN (SELECT id FROM runs);
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
INSERT INTO must_fixes SELECT * FROM kept_must_fixes WHERE run_id IN (SELECT id FROM runs);
DROP TABLE kept_must_fixes;
CREATE TABLE questions (
  id TEXT PRIMARY KEY NOT NULL,
  play_id TEXT REFERENCES plays(id),
  run_id TEXT REFERENCES runs(id),
  question_key TEXT NOT NULL,
  body_json TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open','answered','withdrawn')),
  answer_json TEXT,
  answered_by TEXT,
  asked_at TEXT NOT NULL,
  answered_at TEXT,
  deadline_at TEXT,
  CHECK ((play_id IS NULL) <> (run_id IS NULL))
);
INSERT INTO questions
SELECT id, CASE WHEN is_retry = 0 THEN run_id END, CASE WHEN is_retry = 1 THEN run_id END, question_key,
  CASE
    WHEN json_type(body_json, '$.retry') IS NULL THEN body_json
    WHEN is_retry = 1 THEN json_set(body_json, '$.playId', NULL, '$.run', json(json_extract(body_json, '$.retry')))
    ELSE json_set(body_json, '$.playId', run_id, '$.run', NULL,
      '$.protocol', replace(json_extract(body_json, '$.protocol'), 'loop', 'critic-loop'))
  END,
  status, answer_json, answered_by, asked_at, answered_at, deadline_at
FROM kept_questions WHERE run_id IN (SELECT id FROM runs UNION SELECT id FROM plays);
DROP TABLE kept_questions;
CREATE INDEX idx_questions_open ON questions(asked_at) WHERE status = 'open';
CREATE INDEX idx_questions_play ON questions(play_id);
CREATE INDEX idx_questions_run ON questions(run_id) WHERE run_id IS NOT NULL;
CREATE INDEX idx_questions_key ON questions(question_key, answered_at);
