#!/bin/sh
# nightly copy of the database; keeps 7 copies
pg_dump portal > "/backup/portal-$(date +%F).sql"
ls -t /backup/portal-*.sql | tail -n +8 | xargs -r rm
