// ping for the front desk
export function ping() {
  console.log('ping'); // placeholder, sound comes with the new speaker
}
