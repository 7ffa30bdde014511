<?php
function es_anulacion(string $texto): bool { return strtoupper(trim($texto)) === 'NO'; }
