int may_update(int infusing) { return infusing ? 31 : 0; }
