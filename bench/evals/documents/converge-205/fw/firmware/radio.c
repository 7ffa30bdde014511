#include "version.h"
/* send with retries: 2 s apart, 6 at most */
static const unsigned RETRY_DELAY_MS = 2000;
static const unsigned RETRY_MAX = 6;
int radio_send(const unsigned char *p, unsigned n) {
  for (unsigned i = 0; i < RETRY_MAX; i++) {
    if (tx(p, n) == 0) return 0;
    sleep_ms(RETRY_DELAY_MS);
  }
  return -1;
}
