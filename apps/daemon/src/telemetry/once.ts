/** Which ids came already: of the newest so many, each is the first time once. */
export class Once {
  readonly #seen = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  isFirst(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    if (this.#seen.size > this.#most) this.#seen.delete(this.#seen.values().next().value ?? '');
    return true;
  }
}
