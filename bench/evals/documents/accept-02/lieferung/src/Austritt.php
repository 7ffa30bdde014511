<?php
// VER-5.3: noch nicht umgesetzt
function austritt(): void
{
}
