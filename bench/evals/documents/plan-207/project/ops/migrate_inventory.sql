insert into vault (player, item) select player, item from inventory where season = 3;
