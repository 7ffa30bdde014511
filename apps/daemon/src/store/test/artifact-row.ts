/** The row of an artifact as it is stored: nothing of the product reads it, other programs do. */
import { DatabaseSync } from 'node:sqlite';

export function artifactRow(file: string, id: string): Record<string, unknown> | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const row = database.prepare('select * from artifacts where id = ?').get(id);
    return row === undefined ? null : { ...row };
  } finally {
    database.close();
  }
}
