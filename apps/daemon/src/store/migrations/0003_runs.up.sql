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
CREATE INDEX idx_runs_project ON runs(project_id, created_at, id);
CREATE INDEX idx_runs_unfinished ON runs(created_at) WHERE state IN ('queued','running');
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
