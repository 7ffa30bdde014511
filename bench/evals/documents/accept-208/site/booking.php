<?php
// member picks a boat and a slot of 3 h
const SLOT_HOURS = 3;
const MAX_OPEN = 2;

function book(array $member, string $boat, int $start, array $open): array {
  if (count($open) >= MAX_OPEN) return ['ok' => false, 'why' => 'max 2 open bookings'];
  return ['ok' => true, 'boat' => $boat, 'from' => $start, 'to' => $start + SLOT_HOURS * 3600];
}

// cancel: free up to 2 hours before, later 5 pounds
function cancel(int $start, int $now): int {
  return $start - $now >= 2 * 3600 ? 0 : 5;
}
