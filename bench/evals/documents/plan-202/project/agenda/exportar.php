<?php
function exportar(PDO $db, string $dia): array {
  $q = $db->prepare('select paciente, hora, movil from citas where dia = ?');
  $q->execute([$dia]);
  return $q->fetchAll();
}
