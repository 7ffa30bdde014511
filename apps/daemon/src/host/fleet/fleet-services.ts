import type pg from 'pg';
import type { Notices } from '../../store/postgres/notices.ts';

export interface FleetServices {
  pool: pg.Pool;
  notices: Notices;
  /** Of this node: work of runs that are under way here, and copies of what was asked for. */
  dataDir: string;
  /** How long a run waits for a database that is away. */
  patienceMs: number;
}
