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
CREATE INDEX idx_plays_subject ON plays(protocol, subject, created_at);
CREATE INDEX idx_plays_newest ON plays(created_at);
CREATE TABLE play_events (
  play_id TEXT NOT NULL REFERENCES plays(id),
  seq INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (play_id, seq)
);
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
CREATE INDEX idx_questions_open ON questions(asked_at) WHERE status = 'open';
CREATE INDEX idx_questions_play ON questions(play_id);
CREATE INDEX idx_questions_key ON questions(question_key, answered_at);
CREATE TABLE key_values (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL,
  expires_at INTEGER
);
CREATE INDEX idx_key_values_expiry ON key_values(expires_at) WHERE expires_at IS NOT NULL;
