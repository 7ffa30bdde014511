//! Watches the freezer.
const DOOR_OPEN_SECONDS: u64 = 90;
const TUBES_PER_RACK: usize = 96;
const ESCALATE_MINUTES: u64 = 5;

pub enum AlarmState {
    Raised,
    Acknowledged,
    Muted,
    Closed,
}

pub fn zone() -> &'static str {
    "Europe/Berlin"
}
