#!/bin/bash
set -euo pipefail
KEEP_DAYS=14
stamp=$(date +%F)
target=/mnt/offsite/archive-$stamp.tar.gz
tar -czf "$target" /srv/archive
find /mnt/offsite -name 'archive-*.tar.gz' -mtime +"$KEEP_DAYS" -delete
