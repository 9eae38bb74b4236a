import { newId } from '@furrow/client';
import { MAX_SHARES, MIN_SHARES } from '@furrow/production/parting';
import { useState } from 'react';
import { useAnswer, usePhone } from '../../app/phone-context.ts';
import type { Container, Project } from '../../office/answers.ts';
import { pickerOf } from '../../office/resolve.ts';
import type { PhoneSession } from '../../phone/row.ts';
import { signal } from '../../scanner/signals.ts';
import { isCodeOf } from './amount/amount.ts';
import type { Measuring } from './amount/use-measure.ts';
import { type Method, record, type Scan, type Worker } from './counting.ts';
import type { Sharing } from './sharing/use-sharing.ts';

/** Its id differs between two scans of the same code. */
export type ShownScan = Scan & { readonly id: string };

interface Counting {
  /** The last one. */
  readonly scan: ShownScan | undefined;
  /** Who shares the next container; undefined while each scan counts for one. */
  readonly sharers: readonly Worker[] | undefined;
  readonly take: (code: string, method: Method) => void;
  readonly count: (worker: Worker, method: Method, code?: string) => void;
  readonly countShared: (method: Method, container?: Container) => void;
}

/** Records what a code or a touch says, and shows what became of it. */
export function useCounting(session: PhoneSession, measuring: Measuring, sharing: Sharing): Counting {
  const phone = usePhone();
  const [pickers, badges, projects] = [useAnswer('pickers'), useAnswer('badges'), useAnswer('projects')];
  const [scan, setScan] = useState<ShownScan>();
  const repeatSeconds = repeatSecondsOf(projects.find(({ projectId }) => projectId === session.projectId));
  const named = (id: string): Worker => pickers.find((one) => one.id === id) ?? { id, name: id };
  const sharers = sharing.ids?.map(named);
  const { measure, containers, setContainer, setGross } = measuring;
  const show = (done: Scan) => {
    signal(done.kind);
    setScan({ ...done, id: newId() });
  };
  const put = async (
    workers: readonly Worker[],
    counted: typeof measure,
    how: { method: Method; code?: string },
  ) => {
    const done = await record(phone, session, workers, counted, { ...how, repeatSeconds });
    if (done.kind !== 'failed') setGross('');
    show(done);
    return done.kind !== 'failed';
  };
  const count = (worker: Worker, method: Method, code?: string) => {
    const how = { method, ...(code !== undefined && { code }) };
    const ids = sharing.now();
    if (ids === null) return void put([worker], measure, how);
    const isFull = ids.length >= MAX_SHARES && !ids.includes(worker.id);
    const sharer = { ...how, workers: [worker] };
    if (isFull) show({ ...sharer, kind: 'failed', problem: { is: 'too-many-sharers' } });
    else {
      sharing.join(worker.id);
      show({ ...sharer, kind: 'joined' });
    }
  };
  const countShared = (method: Method, container = measure.container) => {
    const ids = sharing.take(); // at once: a second touch counts nothing
    const workers = ids.map(named);
    const isOther = container !== undefined && container.key !== measure.container?.key;
    if (isOther) setContainer(container.key);
    if (ids.length < MIN_SHARES) {
      sharing.putBack(ids);
      show({ kind: 'failed', method, workers, problem: { is: 'too-few-sharers' } });
      return;
    }
    void put(workers, isOther ? { container, count: 1 } : measure, { method }).then((isCounted) => {
      if (!isCounted) sharing.putBack(ids);
    });
  };
  const take = (code: string, method: Method) => {
    const picker = pickerOf(code, new Date().toISOString(), { pickers, badges });
    const container = sharing.now() && containers.find((one) => isCodeOf(one, code));
    if (picker) count(picker, method, code);
    else if (container) countShared(method, container);
    else show({ kind: 'unknown', code, method });
  };
  return { scan, sharers, take, count, countShared };
}

/** Within how many seconds a second record of a worker is shown as repeated. */
function repeatSecondsOf(project: Project | undefined): number {
  const { repeatSeconds } = (project ?? {}) as { readonly repeatSeconds?: number | null };
  return repeatSeconds ?? 0;
}
