// EX-1, EX-2: bookings as CSV
export function money(cents) {
  return (cents / 100).toFixed(2);
}

export function toCsv(bookings) {
  const head = 'date,amount,currency,reference';
  const lines = bookings.map((b) => [b.date, money(b.cents), b.currency, quote(b.reference)].join(','));
  return [head, ...lines].join('\n');
}

function quote(text) {
  return '"' + text.replaceAll('"', '""') + '"';
}
