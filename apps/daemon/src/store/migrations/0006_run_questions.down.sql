CREATE TABLE kept AS SELECT * FROM questions WHERE play_id IS NOT NULL;
DROP TABLE questions;
CREATE TABLE questions (
  id TEXT PRIMARY KEY NOT NULL,
  play_id TEXT NOT NULL REFERENCES plays(id),
  question_key TEXT NOT NULL,
  body_json TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open','answered','withdrawn')),
  answer_json TEXT,
  answered_by TEXT,
  asked_at TEXT NOT NULL,
  answered_at TEXT
);
INSERT INTO questions SELECT id, play_id, question_key, body_json, status, answer_json, answered_by, asked_at, answered_at
  FROM kept;
DROP TABLE kept;
CREATE INDEX idx_questions_open ON questions(asked_at) WHERE status = 'open';
CREATE INDEX idx_questions_play ON questions(play_id);
CREATE INDEX idx_questions_key ON questions(question_key, answered_at);
DROP INDEX idx_runs_retry;
ALTER TABLE runs DROP COLUMN retry_of;
