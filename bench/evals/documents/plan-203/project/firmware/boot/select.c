int select_slot(int fails) { return fails >= 3 ? 1 : 0; }
