import type { Host } from '../document.ts';
import { BOUNDS } from './bounds.ts';
import { settledBelow } from './flood.ts';
import type { Ledger, Tried } from './ledger.ts';
import { measure, measureAll, type Target } from './measuring.ts';
import { type Caller, requestOf } from './requests.ts';
import type { Shape } from './shapes/shape.ts';
import type { Selection } from './selection.ts';
import { shapesFor } from './shapes-for.ts';

/** Concurrent requests while each is small. */
const AT_ONCE = 8;
const SMALL_BYTES = 20_000;
const TOO_LARGE = 413;
const REPORTED_EVERY = 50;

/** Sends every caller's hostile requests and records their cost. @returns how many were sent */
export async function requestsCost(
  targets: Readonly<Record<Host, Target>>,
  callers: readonly Caller[],
  selection: Selection,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<number> {
  let sent = 0;
  for (const [index, caller] of callers.entries()) {
    const shapes = selection.of(caller, shapesFor(caller));
    if (shapes.length === 0) continue;
    say(`cost: ${caller.name} (${index + 1} of ${callers.length}), ${shapes.length} shapes`);
    sent += await callerCost(targets[caller.operation.host], caller, shapes, ledger, say);
  }
  return sent;
}

async function callerCost(
  target: Target,
  caller: Caller,
  shapes: readonly Shape[],
  ledger: Ledger,
  say: (line: string) => void,
): Promise<number> {
  const before = await target.probe.settledMemory();
  const small = shapes.filter(({ sizes }) => sizes.length === 1 && sizes[0] <= SMALL_BYTES);
  let sent = await batches(target, caller, small, ledger);
  const large = shapes.filter((each) => !small.includes(each));
  for (const [index, shape] of large.entries()) {
    if (index % REPORTED_EVERY === REPORTED_EVERY - 1) say(`cost:   ${index} of ${large.length} bodies`);
    sent += await climb(target, caller, shape, ledger);
  }
  const after = await settledBelow(target, before.used + BOUNDS.keptBytes);
  const all = { target: caller.name, shape: 'all shapes', size: 0 };
  ledger.note('keptBytes', all, after.used - before.used);
  ledger.note('keptResidentBytes', all, after.resident - before.resident);
  return sent;
}

async function batches(
  target: Target,
  caller: Caller,
  shapes: readonly Shape[],
  ledger: Ledger,
): Promise<number> {
  for (let at = 0; at < shapes.length; at += AT_ONCE) {
    const costs = await measureAll(target, shapes.slice(at, at + AT_ONCE), (shape) =>
      requestOf(caller, shape.at(shape.sizes[0])),
    );
    for (const [shape, cost] of costs) {
      const tried = { target: caller.name, shape: shape.name, size: shape.sizes[0] };
      if (cost instanceof Error) ledger.unanswered(tried, cost);
      else ledger.add(tried, cost);
    }
  }
  return shapes.length;
}

/** Tries sizes from smallest to largest, and stops when a bound is broken or the size is refused. */
async function climb(target: Target, caller: Caller, shape: Shape, ledger: Ledger): Promise<number> {
  let sent = 0;
  for (const size of shape.sizes) {
    const tried: Tried = { target: caller.name, shape: shape.name, size };
    sent++;
    try {
      const cost = await measure(target, requestOf(caller, shape.at(size)));
      const broken = ledger.add(tried, cost);
      if (broken.length > 0 || cost.status === TOO_LARGE) break;
    } catch (error) {
      ledger.unanswered(tried, error as Error);
      break;
    }
  }
  return sent;
}
