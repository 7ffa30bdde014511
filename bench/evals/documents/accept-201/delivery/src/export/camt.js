// EX-3: camt.053
export function toCamt(bookings, iban) {
  const entries = bookings.map(
    (b) => `<Ntry><Amt Ccy="${b.currency}">${(b.cents / 100).toFixed(2)}</Amt><BookgDt><Dt>${b.date}</Dt></BookgDt></Ntry>`,
  );
  return `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
}
