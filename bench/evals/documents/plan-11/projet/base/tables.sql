create table adherent (numero integer primary key);
