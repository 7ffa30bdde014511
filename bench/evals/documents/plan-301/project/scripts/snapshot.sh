#!/bin/sh
aws rds create-db-snapshot --db-instance-identifier payroll-12 --db-snapshot-identifier "$1"
