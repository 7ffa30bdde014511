DROP TABLE key_values;
DROP TABLE questions;
DROP TABLE play_events;
DROP TABLE plays;
