import { expect, it } from '@jest/globals';
import { SlowConsumers } from './slow-consumers.ts';

const LIMITS = { timeoutMs: 100, bytes: 1_000 };

function consumer(unreadBytes: number, readBytes = 0) {
  return { stream: { unreadBytes, answers: { readBytes } } };
}

it('unread answers end a connection whose client reads none of them for long', () => {
  const slowConsumers = new SlowConsumers<ReturnType<typeof consumer>>(LIMITS);
  const [deaf, slow, quick, idle] = [consumer(10), consumer(10), consumer(10), consumer(0)];
  const at = (now: number) => slowConsumers.overdue([deaf, slow, quick, idle], now);
  expect(at(0)).toEqual([]);
  slow.stream.answers.readBytes = 1;
  quick.stream.unreadBytes = 0;
  expect(at(90)).toEqual([]);
  quick.stream.unreadBytes = 10;
  expect(at(101)).toEqual([deaf]);
  expect(at(190)).toEqual([deaf]);
  expect(at(191)).toEqual([deaf, slow]);
});

it('unread answers of all connections are limited: the ones with the most are closed first, and only as many as needed', () => {
  const slowConsumers = new SlowConsumers<ReturnType<typeof consumer>>(LIMITS);
  const some = [consumer(300), consumer(500), consumer(100), consumer(400)];
  expect(slowConsumers.overdue(some, 0)).toEqual([some[1]]);
  expect(slowConsumers.overdue([...some, consumer(2_000)], 0)).toEqual([consumer(2_000), some[1]]);
  expect(slowConsumers.overdue([some[0]!, some[2]!], 0)).toEqual([]);
});
