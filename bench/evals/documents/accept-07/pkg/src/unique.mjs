/** SLUG-4: adds a number when a slug is taken. */
export function unique(slug, taken) {
  if (!taken.has(slug)) return slug;
  let n = 2;
  while (taken.has(`${slug}-${n}`)) n += 1;
  return `${slug}-${n}`;
}
