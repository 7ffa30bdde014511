CREATE TABLE projects (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT NOT NULL,
  metadata_json TEXT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE TABLE artifacts (
  id TEXT COLLATE "C" PRIMARY KEY,
  project_id TEXT COLLATE "C" NOT NULL REFERENCES projects(id),
  created_at TEXT COLLATE "C" NOT NULL,
  critique_score DOUBLE PRECISION,
  critique_rounds_json TEXT,
  critique_transcript_path TEXT,
  critique_status TEXT
    CHECK (critique_status IN ('shipped','below_threshold','timed_out','interrupted','degraded','failed','legacy')),
  critique_protocol_version INTEGER
);
CREATE INDEX idx_artifacts_project ON artifacts(project_id);
CREATE INDEX idx_artifacts_critique_status ON artifacts(critique_status);
CREATE TABLE runs (
  id TEXT COLLATE "C" PRIMARY KEY,
  project_id TEXT COLLATE "C" NOT NULL REFERENCES projects(id),
  artifact_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES artifacts(id),
  retry_of TEXT COLLATE "C",
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
  composite DOUBLE PRECISION,
  final_round INTEGER,
  cause TEXT,
  recovery_reason TEXT,
  input_tokens BIGINT,
  output_tokens BIGINT,
  cost_usd DOUBLE PRECISION,
  event_base BIGINT,
  event_count BIGINT NOT NULL,
  checkpoint_json TEXT,
  checkpoint_seq BIGINT,
  owner TEXT COLLATE "C",
  owned_until BIGINT,
  owns_project INTEGER NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  updated_at TEXT COLLATE "C" NOT NULL,
  ended_at TEXT COLLATE "C"
) WITH (fillfactor = 70);
CREATE INDEX idx_runs_project ON runs(project_id, created_at, id);
CREATE INDEX idx_runs_newest ON runs(created_at, id);
CREATE INDEX idx_runs_subject ON runs(protocol, subject_key, created_at) WHERE subject_key <> '';
CREATE INDEX idx_runs_unfinished ON runs(created_at) WHERE state IN ('queued','running');
CREATE INDEX idx_runs_updated ON runs(updated_at);
CREATE INDEX idx_runs_running ON runs(state) WHERE state = 'running';
CREATE INDEX idx_runs_owned ON runs(project_id) WHERE owner IS NOT NULL;
CREATE INDEX idx_runs_retry ON runs(retry_of) WHERE retry_of IS NOT NULL;
CREATE TABLE rounds (
  run_id TEXT COLLATE "C" NOT NULL REFERENCES runs(id),
  n INTEGER NOT NULL,
  composite DOUBLE PRECISION NOT NULL,
  must_fix INTEGER NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('continue','ship')),
  artifact_sha256 TEXT,
  artifact_bytes BIGINT,
  artifact_mime TEXT,
  PRIMARY KEY (run_id, n)
);
CREATE TABLE must_fixes (
  run_id TEXT COLLATE "C" NOT NULL REFERENCES runs(id),
  id TEXT COLLATE "C" NOT NULL,
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
CREATE TABLE questions (
  id TEXT COLLATE "C" PRIMARY KEY,
  run_id TEXT COLLATE "C" NOT NULL REFERENCES runs(id),
  is_retry INTEGER NOT NULL,
  question_key TEXT NOT NULL,
  body_json TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open','answered','withdrawn')),
  answer_json TEXT,
  answered_by TEXT,
  asked_at TEXT COLLATE "C" NOT NULL,
  answered_at TEXT COLLATE "C",
  deadline_at TEXT COLLATE "C"
);
CREATE INDEX idx_questions_open ON questions(asked_at) WHERE status = 'open';
CREATE INDEX idx_questions_run ON questions(run_id);
CREATE INDEX idx_questions_key ON questions(question_key, answered_at);
CREATE TABLE key_values (
  key TEXT COLLATE "C" PRIMARY KEY,
  value TEXT NOT NULL,
  expires_at BIGINT
);
CREATE INDEX idx_key_values_expiry ON key_values(expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE events (
  run_id TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (run_id, seq)
);
CREATE TABLE files (
  artifact_id TEXT COLLATE "C" NOT NULL REFERENCES artifacts(id),
  name TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  bytes BIGINT NOT NULL,
  is_final BOOLEAN NOT NULL DEFAULT false,
  PRIMARY KEY (artifact_id, name)
);
CREATE INDEX idx_files_content ON files(sha256);
CREATE TABLE file_parts (
  sha256 TEXT COLLATE "C" NOT NULL,
  part INTEGER NOT NULL,
  data BYTEA NOT NULL CHECK (octet_length(data) <= 262144),
  PRIMARY KEY (sha256, part)
);
ALTER TABLE file_parts ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE TABLE stop_requests (
  run_id TEXT COLLATE "C" PRIMARY KEY REFERENCES runs(id),
  reason TEXT,
  asked_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE nodes (
  id TEXT COLLATE "C" PRIMARY KEY,
  machine TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('serve','worker')),
  agents_json TEXT NOT NULL,
  concurrency INTEGER NOT NULL,
  running INTEGER NOT NULL,
  version TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('up','draining','gone')),
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  seen_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE needs (
  need TEXT COLLATE "C" PRIMARY KEY
);
CREATE TABLE turns (
  project_id TEXT COLLATE "C" PRIMARY KEY,
  turn BIGINT NOT NULL
);
CREATE TABLE access_tokens (
  name TEXT COLLATE "C" PRIMARY KEY,
  sha256 TEXT COLLATE "C" NOT NULL UNIQUE,
  projects_json TEXT,
  requests_per_minute INTEGER,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
