int fetch(const char *url, unsigned from) { return url != 0 && from < 4194304u; }
