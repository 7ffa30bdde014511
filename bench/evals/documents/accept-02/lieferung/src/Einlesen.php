<?php
// VER-5.1: liest Mitglieder aus einer CSV-Datei
function einlesen(string $datei): array
{
    $zeilen = array_map(fn ($z) => str_getcsv($z, ';'), file($datei, FILE_IGNORE_NEW_LINES));
    $kopf = array_shift($zeilen);
    return array_map(fn ($z) => array_combine($kopf, $z), $zeilen);
}
