ALTER TABLE runs ADD COLUMN enablement_json TEXT;
