/** A requirement is met by what a file does or says, never by a sentence that denies it, puts it off or is commented out. */
import { describe, expect, test } from 'vitest';
import { commentsIn, withoutComments } from './comments.ts';
import { deniedOrPutOff, isToldByCommentsAlone } from './contrary.ts';
import { ranNoTest } from './no-tests.ts';

const LOCK = '`src/login.mjs` locks an account after 5 wrong passwords.';
const HASH = '`src/login.mjs` hashes passwords with bcrypt.';
const CAP = 'LATE-2: The fee is capped at 20 euros in src/fee.mjs.';
const file = (path: string, text: string) => [{ path, text }];

describe('a requirement is not met by a sentence that', () => {
  test.each([
    [
      'denies it in a comment',
      LOCK,
      'a.mjs',
      '// does not lock an account after 5 wrong passwords\nexport const a = 1;',
    ],
    [
      'denies it in a block comment',
      HASH,
      'a.mjs',
      '/* Passwords are not hashed\n * with bcrypt. */\nexport const a = 1;',
    ],
    [
      'keeps as it is what shall be guarded',
      HASH,
      'a.mjs',
      '// bcrypt: passwords stored as plain text\nexport const a = 1;',
    ],
    [
      'puts it off behind code',
      CAP,
      'src/fee.mjs',
      'export function fee(d){ return d*2 } // LATE-2: 20 euros cap comes later',
    ],
    [
      'is a mark of work to do',
      CAP,
      'src/fee.mjs',
      '// TODO: fee capped at 20 euros\nexport const fee = (d) => d * 2;',
    ],
    [
      'says not yet, in Python',
      LOCK,
      'a.py',
      'def login():\n    # locks the account after wrong passwords: not yet\n    return 1\n',
    ],
    [
      'puts it off in German',
      'Das Konto wird nach 5 falschen Passwörtern gesperrt.',
      'a.ts',
      '// Konto sperren nach falschen Passwörtern: kommt später\nexport const a = 1;',
    ],
    [
      'denies it in a document',
      'The handbook explains how to restore a backup.',
      'a.md',
      '# Handbook\n\nHow to restore a backup is not explained here.\n',
    ],
    [
      'puts it off in a document',
      'The handbook explains how to restore a backup.',
      'a.md',
      '# Handbook\n\nRestore of a backup: coming soon.\n\nThe rest is about starting the program.\n',
    ],
    [
      'is commented out of a page',
      'The page shows opening hours on holidays.',
      'a.html',
      '<p>Welcome to us.</p><!-- opening hours on holidays: not shown yet -->',
    ],
  ])('%s', (_name, raw, path, text) => {
    expect(deniedOrPutOff(raw, file(path, text))).toMatchObject({ path });
  });

  test.each([
    [
      'the program does it, and a comment says what it does not',
      LOCK,
      'a.mjs',
      '// does not lock an account on the first wrong passwords\nexport function lockAccount(wrongPasswords){ return wrongPasswords >= 5; }',
    ],
    [
      'another thing is to be done',
      CAP,
      'src/fee.mjs',
      'export const fee = (d) => Math.min(d * 2, 20); // TODO: faster',
    ],
    [
      'the requirement denies something itself',
      'The page does not show names of patients.',
      'a.mjs',
      '// does not show names of patients\nexport const a = 1;',
    ],
    [
      'what looks like a comment is an address',
      'The program opens the page of the archive.',
      'a.mjs',
      'open("https://archive.example/page/not/later");',
    ],
    [
      'the document says it, and what it leaves out',
      'The handbook explains how to restore a backup.',
      'a.md',
      'To restore a backup, run `restore`. This does not explain how to make a backup or restore a disk.\n',
    ],
  ])('it is not against it where %s', (_name, raw, path, text) => {
    expect(deniedOrPutOff(raw, file(path, text))).toBeNull();
  });
});

describe('what a document denies in passing', () => {
  const LIMIT = 'Only addresses whose average is at or over a limit, `--limit`, default 500 ms.';
  const SKIP = "Lines it can't read are skipped and counted, the count is printed to stderr at the end.";
  const TRIES = 'Between tries it waits 1, 2, 4 and 8 seconds.';
  const limited = "options.add_argument('--limit', default=500)\n";
  const README = 'README.md';

  test.each([
    [
      'a default that holds without the flag the program has',
      LIMIT,
      'Prints the addresses whose average is at or over the limit (500 ms without `--limit`).\n',
      limited,
    ],
    [
      'what the requirement says itself',
      SKIP,
      "Lines that can't be read are skipped, and counted on stderr.\n",
      '',
    ],
    ['the same in another spelling', SKIP, 'Lines that cannot be read are counted on stderr.\n', ''],
    [
      'a case, where all figures are in the program',
      TRIES,
      'If your server does not answer we wait 1, 2, 4 and 8 seconds between the tries.\n',
      'const WAITS = [1, 2, 4, 8];\n',
    ],
    [
      'another thing, where the program has the words',
      'Failed uploads are tried again after a restart.',
      "Failed uploads aren't lost: they are tried again after a restart.\n",
      'function retryFailedUploads() { return tried.again(afterRestart); }\n',
    ],
  ])('is not against it where it is %s', (_name, raw, text, code) => {
    const program = code === '' ? [] : file('report.py', code);
    expect(deniedOrPutOff(raw, file(README, text), program)).toBeNull();
  });

  test.each([
    [
      'the program has no such flag',
      LIMIT,
      'Addresses whose average is over a limit are not told apart.\n',
      'print(average)\n',
    ],
    [
      'it puts off what the program names',
      LIMIT,
      'The limit for the average of addresses comes later.\n',
      limited,
    ],
    ['nothing but the document is there', TRIES, 'It never waits 1, 2, 4 or 8 seconds between tries.\n', ''],
    [
      'only a comment has the words',
      'Failed uploads are tried again after a restart.',
      'Failed uploads are not tried again after a restart.\n',
      '// failed uploads are tried again after a restart\nexport const a = 1;\n',
    ],
  ])('is against it where %s', (_name, raw, text, code) => {
    const program = code === '' ? [] : file('src/report.mjs', code);
    expect(deniedOrPutOff(raw, file(README, text), program)).toMatchObject({ path: README });
  });

  test('is none where a lack is only called by its name, in Japanese', () => {
    const raw = '`src/stock.mjs` は関数 `shortage(items)` を公開し、在庫が最低数を下回る品目だけを返す。';
    const code = '/** 在庫が最低数を下回る品目を、不足数の多い順に返す。 */\nexport const shortage = 1;\n';
    expect(deniedOrPutOff(raw, file('src/stock.mjs', code))).toBeNull();
  });
});

test('a requirement is not proved by a comment alone in a program', () => {
  const lie = '// hashes passwords with bcrypt\nexport const a = 1;\n';
  expect(isToldByCommentsAlone(HASH, file('src/login.mjs', lie))).toBe(true);
  const done = '// hashes it\nexport const keep = (password) => bcrypt.hash(password, 10);\n';
  expect(isToldByCommentsAlone(HASH, file('src/login.mjs', done))).toBe(false);
  // A figure is kept to without a word.
  const short =
    '// Badge numbers are shortened to their last four digits.\nexport const s = (b) => b.slice(-4);\n';
  const DIGITS = 'Badge numbers shall be shortened to their last four digits.';
  expect(isToldByCommentsAlone(DIGITS, file('a.mjs', short))).toBe(false);
  const told = '// locks an account after 5 wrong passwords\nexport const a = 1;\n';
  expect(isToldByCommentsAlone(LOCK, file('src/login.mjs', told))).toBe(true);
  expect(isToldByCommentsAlone(LOCK, file('src/login.mjs', told.replace('a = 1', 'tries = 5')))).toBe(false);
  // Words in another language than the program's say nothing either way.
  expect(
    isToldByCommentsAlone('Passwörter werden gehasht.', file('a.mjs', '// Passwörter gehasht\nkeep();')),
  ).toBe(false);
  expect(isToldByCommentsAlone('The page names the opening hours.', file('a.md', 'We open at nine.'))).toBe(
    false,
  );
});

test('a comment keeps its line, and a string is none', () => {
  const [one] = file('a.ts', 'const a = "// no";\nconst b = 1; // yes,\n// it is\n');
  expect(one && commentsIn(one)).toEqual([{ line: 2, text: ' yes,\n it is' }]);
  expect(one && withoutComments(one).text.trimEnd().split('\n')).toHaveLength(2);
});

describe('a test command that had nothing to test proves nothing', () => {
  test.each([
    ['npm test', '> a@1.0.0 test\n> node --test\n\nℹ tests 0\nℹ suites 0\nℹ pass 0'],
    ['npm test', '> a@1.0.0 test\n> echo ok\n\nok'],
    ['npm test', '> test\n> exit 0\n'],
    ['node --test', '# tests 0\n# pass 0'],
    ['npx vitest run --passWithNoTests', 'No test files found, exiting with code 0'],
    ['pytest', 'collected 0 items\n\nno tests ran in 0.01s'],
    ['cargo test', 'running 0 tests\n\ntest result: ok. 0 passed'],
    ['go test ./...', '?   \texample\t[no test files]'],
    ['python3 -m unittest', 'Ran 0 tests in 0.000s\n\nOK'],
    ['make test', "make: 'test' is up to date."],
    ['make test', "make: Nothing to be done for 'test'."],
    ['node --test', 'ℹ tests 3\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ skipped 3\nℹ todo 0'],
    ['node --test', '# tests 2\n# pass 0\n# skipped 0\n# todo 2'],
    ['npx vitest run', ' Test Files  1 skipped (1)\n      Tests  5 skipped (5)'],
    ['npx vitest run', ' Test Files  1 skipped (1)\n      Tests  2 skipped | 3 todo (5)'],
    ['npm test', '> jest\n\nTest Suites: 1 skipped, 0 of 1 total\nTests:       2 skipped, 2 total'],
    ['pytest', 'collected 3 items\n\na.py sss\n\n===== 3 skipped in 0.01s ====='],
    ['cargo test', 'running 2 tests\n\ntest result: ok. 0 passed; 0 failed; 2 ignored; 0 measured'],
    ['python3 -m unittest', 'ss\nRan 2 tests in 0.000s\n\nOK (skipped=2)'],
    ['dotnet test', 'No test is available in /a/b.dll. Make sure that test discoverer is registered.'],
    ['dotnet test', 'Skipped! - Failed: 0, Passed: 0, Skipped: 4, Total: 4'],
    ['mocha test', '  0 passing (1ms)\n  3 pending'],
    ['go test ./...', 'ok  \texample\t0.1s [no tests to run]'],
  ])('%s: %j', (command, output) => {
    expect(ranNoTest(command, output)).toBe(true);
  });

  test.each([
    ['npm test', '> a@1.0.0 test\n> node --test\n\nℹ tests 3\nℹ pass 3'],
    ['npm test', '> a@1.0.0 test\n> echo start && vitest run\n\n Tests  2 passed (2)'],
    ['cargo test', 'running 2 tests\n\nrunning 0 tests\n'],
    ['npm test', ''],
    ['npm run build', '> a@1.0.0 build\n> echo ok\n'],
    ['go test ./...', 'ok  \texample\t0.1s'],
    ['go test ./...', '?   \tx/cmd\t[no test files]\nok  \tx/lib\t0.1s'],
    ['go test -v ./...', '?   \tx/cmd\t[no test files]\n--- PASS: TestFee (0.00s)\nPASS'],
    ['node --test', 'ℹ tests 3\nℹ pass 2\nℹ skipped 1'],
    ['npx vitest run', ' Test Files  1 passed (1)\n      Tests  2 passed | 3 skipped (5)'],
    ['pytest', '===== 10 passed, 3 skipped in 0.01s ====='],
    ['python3 -m unittest', 'Ran 3 tests in 0.000s\n\nOK (skipped=1)'],
    ['mocha test', '  10 passing (1ms)\n  3 pending'],
    ['make test', 'cc -o t t.c\n./t\nok 1 - adds'],
  ])('but %s: %j may', (command, output) => {
    expect(ranNoTest(command, output)).toBe(false);
  });
});
