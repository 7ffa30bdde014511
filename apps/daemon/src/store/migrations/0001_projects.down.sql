DROP INDEX idx_artifacts_project;
DROP TABLE artifacts;
DROP TABLE projects;
