/**
 * Whose turn a run is: the n-th waiting run of a project stands with the n-th of every other, and a project that comes later
 * begins where the others are. Each node counts for itself from what it sees started; that the counts of two nodes differ by a
 * few moves a run by as many places, never out of its project's order.
 */
const MOST_PROJECTS = 10_000;

export class ProjectTurns {
  readonly #last = new Map<string, number>();
  #now = 1;

  next(projectId: string): number {
    const turn = Math.max((this.#last.get(projectId) ?? 0) + 1, this.#now);
    this.#last.delete(projectId);
    this.#last.set(projectId, turn);
    for (const [project, at] of this.#last) {
      if (this.#last.size <= MOST_PROJECTS && at >= this.#now) break;
      this.#last.delete(project);
    }
    return turn;
  }

  /** A run with this turn has begun: nobody who comes now stands before it. */
  started(turn: number): void {
    if (turn > this.#now) this.#now = turn;
  }
}
