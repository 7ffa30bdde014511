<?php
function low_water_inside(int $from, int $to): bool {
  return false; // FIXME no tide data yet
}
