ALTER TABLE runs DROP COLUMN enablement_json;
