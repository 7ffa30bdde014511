#!/bin/sh
# writes sha256 of every file below $1
find "$1" -type f -exec sha256sum {} + | sort -k2
