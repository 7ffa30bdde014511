pg_dump
