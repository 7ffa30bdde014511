#!/bin/sh
# compares row counts of all tables of two servers
psql "$1" -Atc "select count(*) from payslip" > /tmp/a
psql "$2" -Atc "select count(*) from payslip" > /tmp/b
cmp /tmp/a /tmp/b
