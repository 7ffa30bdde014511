ALTER TABLE runs ADD COLUMN retry_of TEXT;
CREATE INDEX idx_runs_retry ON runs(retry_of) WHERE retry_of IS NOT NULL;
CREATE TABLE kept AS SELECT * FROM questions;
DROP TABLE questions;
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
INSERT INTO questions SELECT id, play_id, NULL, question_key, body_json, status, answer_json, answered_by, asked_at,
  answered_at, json_extract(body_json, '$.deadlineAt') FROM kept;
DROP TABLE kept;
CREATE INDEX idx_questions_open ON questions(asked_at) WHERE status = 'open';
CREATE INDEX idx_questions_play ON questions(play_id);
CREATE INDEX idx_questions_run ON questions(run_id) WHERE run_id IS NOT NULL;
CREATE INDEX idx_questions_key ON questions(question_key, answered_at);
