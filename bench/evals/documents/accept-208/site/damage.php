<?php
// damage report
?>
<form method="post">
  <label>Boat <input name="boat"></label>
  <label>What happened? <textarea name="text"></textarea></label>
  <button>Report damage</button>
</form>
