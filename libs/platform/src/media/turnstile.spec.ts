import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Turnstile } from './turnstile.ts';

describe('a turnstile', () => {
  it('lets so many through at once, in the order they came', async () => {
    const turnstile = new Turnstile(2);
    const order: number[] = [];
    let [inside, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        turnstile.pass(async () => {
          order.push(index);
          most = Math.max(most, ++inside);
          await turn();
          inside--;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('lets the next one in after a failure, and counts who waits', async () => {
    const turnstile = new Turnstile(1);
    const failed = turnstile.pass(() => Promise.reject(new Error('no')));
    const next = turnstile.pass(async () => 'in');
    expect(turnstile.waiting).toBe(1);
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('in');
    expect(turnstile.waiting).toBe(0);
  });

  it('gives a slot back once, however often it is left', async () => {
    const turnstile = new Turnstile(1);
    const leave = await turnstile.enter();
    leave();
    leave();
    await turnstile.enter();
    void turnstile.enter();
    await turn();
    expect(turnstile.waiting).toBe(1);
  });

  it('has small ones wait behind a large one, so that its turn comes', async () => {
    const turnstile = new Turnstile(10);
    const order: string[] = [];
    const leave = await turnstile.enter(6);
    const large = turnstile.enter(8).then((leaveLarge) => {
      order.push('large');
      leaveLarge();
    });
    const small = turnstile.enter(1).then(() => order.push('small'));
    await turn();
    expect(order).toEqual([]);
    leave();
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  it('lets in whoever wants more places than there are, alone', async () => {
    const turnstile = new Turnstile(2);
    const leave = await turnstile.enter(100);
    void turnstile.enter(1);
    expect(turnstile.waiting).toBe(1);
    leave();
    await turn();
    expect(turnstile.waiting).toBe(0);
  });
});
