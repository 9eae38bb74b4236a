import { expect, it } from '@jest/globals';
import { UnreadAnswers } from './unread-answers.ts';

const LIMITS = { patienceMs: 100, bytes: 1_000 };

function reader(unreadBytes: number, readBytes = 0) {
  return { stream: { unreadBytes, answers: { readBytes } } };
}

it('are given up where the client takes none of them for long', () => {
  const unread = new UnreadAnswers<ReturnType<typeof reader>>(LIMITS);
  const [deaf, slow, quick, idle] = [reader(10), reader(10), reader(10), reader(0)];
  const at = (now: number) => unread.overdue([deaf, slow, quick, idle], now);
  expect(at(0)).toEqual([]);
  slow.stream.answers.readBytes = 1;
  quick.stream.unreadBytes = 0;
  expect(at(90)).toEqual([]);
  quick.stream.unreadBytes = 10;
  expect(at(101)).toEqual([deaf]);
  expect(at(190)).toEqual([deaf]);
  expect(at(191)).toEqual([deaf, slow]);
});

it('are too many together: whoever leaves most is given up first, and no more than it takes', () => {
  const unread = new UnreadAnswers<ReturnType<typeof reader>>(LIMITS);
  const some = [reader(300), reader(500), reader(100), reader(400)];
  expect(unread.overdue(some, 0)).toEqual([some[1]]);
  expect(unread.overdue([...some, reader(2_000)], 0)).toEqual([reader(2_000), some[1]]);
  expect(unread.overdue([some[0]!, some[2]!], 0)).toEqual([]);
});
