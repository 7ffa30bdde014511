create table users (
  id bigint primary key,
  name varchar(16) not null unique,
  renamed_at timestamp,
  created_at timestamp not null
);
