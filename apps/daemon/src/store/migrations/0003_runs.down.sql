DROP TABLE must_fixes;
DROP TABLE rounds;
DROP INDEX idx_runs_unfinished;
DROP INDEX idx_runs_project;
DROP TABLE runs;
