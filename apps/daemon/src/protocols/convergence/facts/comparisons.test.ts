import { expect, test } from 'vitest';
import { compareProject, sureOnes } from './contradictions.ts';

function claims(files: Readonly<Record<string, string>>): string[] {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  return sureOnes(compareProject(texts, 'clauses')).map(({ claim }) => claim);
}

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a rhythm in words of another language than the code',
    { 'memo.txt': '・位置は30秒ごとに更新\n', 'display.py': 'INTERVAL = 120  # 秒\n' },
    /30秒.*INTERVAL/,
  ],
  [
    'a figure without a unit by the measure of its name',
    { 'manuel.md': 'La porte reste ouverte 20 secondes au plus.\n', 'four.ini': 'PORTE_DELAI = 2\n' },
    /20 secondes.*PORTE_DELAI/,
  ],
  [
    'a fee that a document and the code give',
    { 'regole.md': 'La multa è di 0,50 € al giorno.\n', 'prestiti.py': 'MULTA_AL_GIORNO = 0.75\n' },
    /0,50 €.*MULTA/,
  ],
  [
    'a time zone',
    { 'guide.md': 'Times are shown in local time.\n', 'app.toml': 'zone = "UTC"\n' },
    /time zone is local time/,
  ],
  [
    'a field of another name',
    {
      'api.md': '| Field | Type |\n|---|---|\n| `valid_until` | date |\n',
      'pass.go': 'type Pass struct {\n\tValidTo string `json:"valid_to"`\n}\n',
    },
    /valid_until.*ValidTo/,
  ],
  [
    'a route that is answered by another method',
    {
      'api.md': '`PUT /rooms/{id}` changes a room.\n',
      'app.py': '@app.get("/rooms")\n@app.post("/rooms/<id>")\n',
    },
    /PUT \/rooms/,
  ],
  [
    'one document that allows what another forbids',
    {
      'hausordnung.md': 'Hunde sind im Garten verboten.\n',
      'protokoll.md': 'Hunde sind im Garten erlaubt.\n',
    },
    /verboten.*erlaubt/,
  ],
  [
    'a count that is another at the end of a run',
    { 'a.log': '10:00:00 import started, 40 rows\n10:01:00 import finished, 38 rows\n' },
    /rows 40.*rows 38/,
  ],
  [
    'a place of code that is not there',
    { 'app.log': '10:00:00 ERROR at src/pay.rb:90\n', 'src/pay.rb': 'def pay\nend\n' },
    /src\/pay\.rb:90, and src\/pay\.rb ends with line 2/,
  ],
  [
    'an amount that no price makes',
    {
      'tarif.md': 'Der Strom kostet 30 Cent je kWh.\n',
      'b.log': '10:00:00 Verbrauch 2000 Wh Betrag 600.00 EUR\n',
    },
    /2000 Wh.*0\.6/,
  ],
  [
    'an end that comes too late',
    {
      'plan.md': 'The backup must have ended at 04:00.\n',
      'backup.log': '2026-01-02T02:00:00 backup begins\n2026-01-02T05:12:00 backup done\n',
    },
    /04:00.*ends later/,
  ],
  [
    'states of an enumeration that a document does not list',
    {
      'doc.md': 'A ticket is `open`, `waiting` or `closed`.\n',
      't.rs': 'pub enum TicketState {\n    Open,\n    Waiting,\n    Closed,\n    Lost,\n}\n',
    },
    /Lost only in one/,
  ],
])('%s is named', (_, files, claim) => {
  expect(claims(files).join('\n')).toMatch(claim);
});

test.each<[string, Record<string, string>]>([
  [
    'how many there are and how many one may have',
    { 'a.md': 'The cupboard holds 48 tools.\n', 'b.md': 'Users can reserve at most 3 tools.\n' },
  ],
  [
    'a reading of a log above a threshold',
    { 'a.md': '遅れが5分以上なら通知する。\n', 'b.log': '08:02:10 delay=6min\n' },
  ],
  [
    'the same in another unit and without one',
    { 'a.md': 'A token is valid for 15 minutes.\n', 'b.ts': 'const TOKEN_LIFETIME = 900;\n' },
  ],
  ['opening and closing', { 'a.md': 'The pool opens at 7:00.\n', 'b.md': 'The pool closes at 21:00.\n' }],
  [
    'a trace of a library',
    { 'a.log': '10:00:00 ERROR at /usr/lib/ruby/net.rb:90\n', 'src/pay.rb': 'def pay\nend\n' },
  ],
  ['a name that only has another bound', { 'a.md': 'Set `min_rows`.\n', 'b.py': 'max_rows = 5\n' }],
])('%s is no contradiction', (_, files) => {
  expect(claims(files).filter((claim) => !claim.startsWith('The log'))).toEqual([]);
});
