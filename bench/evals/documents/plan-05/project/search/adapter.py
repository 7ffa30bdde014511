def query(text): return []
