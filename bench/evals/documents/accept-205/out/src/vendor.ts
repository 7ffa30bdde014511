const BASE = 'https://walls.example/api';

/** Free compartments of a locker. */
export async function free(locker: string): Promise<{ number: number; size: string }[]> {
  const answer = await fetch(`${BASE}/lockers/${locker}/free`);
  return answer.json();
}
