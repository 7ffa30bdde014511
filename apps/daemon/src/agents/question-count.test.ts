import { expect, test } from 'vitest';
import { QuestionCount } from './question-count.ts';

const PROMPT_BYTES = 10_000;
const ANSWER_BYTES = 400;
/** What HTTP/2 says of a connection. */
const WORD_BYTES = 35;

function counting(): { count: QuestionCount; ended: () => number } {
  let told = 0;
  const count = new QuestionCount(() => told++);
  count.begin(PROMPT_BYTES);
  return { count, ended: () => told };
}

test('forty questions may be asked in a turn; the next one is not handed on, and told once', () => {
  const { count, ended } = counting();
  const connection = count.connection();
  for (let i = 0; i < 40; i++) {
    expect(connection.sends(PROMPT_BYTES)).toBe(true);
    connection.hears(ANSWER_BYTES);
  }
  expect(ended()).toBe(0);
  expect(connection.sends(PROMPT_BYTES)).toBe(false);
  connection.hears(ANSWER_BYTES);
  expect(connection.sends(PROMPT_BYTES)).toBe(false);
  expect(ended()).toBe(1);
});

test('a connection for each question is counted as one connection for all', () => {
  const { count, ended } = counting();
  for (let i = 0; i < 41; i++) {
    const connection = count.connection();
    for (let sent = 0; sent < PROMPT_BYTES; sent += 1_000) connection.sends(1_000);
    connection.hears(ANSWER_BYTES);
  }
  expect(ended()).toBe(1);
});

test('a long question in many pieces is one, and so is what a program says of the connection', () => {
  const { count, ended } = counting();
  count.begin(1_000_000);
  const connection = count.connection();
  for (let question = 0; question < 10; question++)
    for (let sent = 0; sent < 1_200_000; sent += 16_384) {
      connection.sends(16_384);
      // As HTTP/2 makes room for more.
      connection.hears(WORD_BYTES);
    }
  for (let i = 0; i < 10_000; i++) {
    connection.sends(WORD_BYTES);
    connection.hears(WORD_BYTES);
  }
  expect(ended()).toBe(0);
});

test('the next turn begins anew', () => {
  const { count, ended } = counting();
  const connection = count.connection();
  for (let turn = 0; turn < 3; turn++) {
    count.begin(PROMPT_BYTES);
    for (let i = 0; i < 30; i++) {
      connection.sends(PROMPT_BYTES);
      connection.hears(ANSWER_BYTES);
    }
  }
  expect(ended()).toBe(0);
});

test('a small prompt with a long history is one question, however often the server makes room for it', () => {
  const { count, ended } = counting();
  count.begin(3_000);
  const connection = count.connection();
  for (let question = 0; question < 40; question++) {
    for (let sent = 0; sent < 600_000; sent += 16_384) {
      connection.sends(16_384);
      connection.hears(WORD_BYTES);
    }
    connection.hears(ANSWER_BYTES);
    for (let i = 0; i < 1_200; i++) connection.sends(WORD_BYTES);
  }
  expect(ended()).toBe(0);
  connection.sends(16_384);
  expect(ended()).toBe(1);
});
