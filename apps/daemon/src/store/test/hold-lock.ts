/** A second process that takes the database's write lock, says so, and lets go after the given time. */
import { DatabaseSync } from 'node:sqlite';

const [file = '', holdMs = '0'] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('begin immediate');
process.stdout.write('locked\n');
setTimeout(() => {
  database.exec('rollback');
  database.close();
}, Number(holdMs));
