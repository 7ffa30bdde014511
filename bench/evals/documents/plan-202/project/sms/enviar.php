<?php
function enviar(string $movil, string $texto): bool { return strlen($movil) === 9 && $texto !== ''; }
