// EX-8
export const fileName = (iban, from, to) => `statement_${iban}_${from}_${to}.csv`;
