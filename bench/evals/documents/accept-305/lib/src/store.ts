/** THR-2: times of requests by key. */
export class Store {
  private readonly times = new Map<string, number[]>();

  get(key: string): number[] {
    return this.times.get(key) ?? [];
  }

  set(key: string, value: number[]): void {
    this.times.set(key, value);
  }

  /** THR-2b */
  size(): number {
    return this.times.size;
  }
}
