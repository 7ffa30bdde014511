<?php
// VER-5.2: Jahresbeitrag nach Alter
function beitrag(int $alter): int
{
    return $alter < 18 ? 60 : 120;
}
