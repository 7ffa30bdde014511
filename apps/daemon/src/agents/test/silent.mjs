// Never says anything and never ends.
setTimeout(() => {}, 1e8);
