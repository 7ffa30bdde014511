// DOB in the future is rejected
export function checkDob(dob, today = new Date()) {
  return new Date(dob) > today ? 'Date of birth is in the future' : null;
}
