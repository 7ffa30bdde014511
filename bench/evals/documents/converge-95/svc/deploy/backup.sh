#!/bin/sh
# every 24 hours, keeps 7 days
find /var/backup -mtime +7 -delete
tar cf /var/backup/$(date +%F).tar /data
