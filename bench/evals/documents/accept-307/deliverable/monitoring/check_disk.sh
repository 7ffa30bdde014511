#!/bin/sh
used=$(df --output=pcent /srv | tail -1 | tr -dc '0-9')
if [ "$used" -gt 90 ]; then echo "CRITICAL $used %"; exit 2; fi
if [ "$used" -gt 80 ]; then echo "WARNING $used %"; exit 1; fi
echo "OK $used %"
