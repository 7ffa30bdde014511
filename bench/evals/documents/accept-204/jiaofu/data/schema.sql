create table reading (
  shed integer not null,       -- 大棚编号
  taken_at timestamp not null, -- 时间
  temperature real not null,   -- 温度
  humidity real not null       -- 湿度
);
