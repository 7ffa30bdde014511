const votes = [];

/** Stores a vote of a person. */
export function vote(person, dish) {
  votes.push({ person, dish });
}
