import { newId } from '@furrow/client';
import { useState } from 'react';
import { useAnswer, usePhone } from '../../app/phone-context.ts';
import type { Picker, Project } from '../../office/answers.ts';
import { pickerOf } from '../../office/resolve.ts';
import type { PhoneSession } from '../../phone/row.ts';
import { signal } from '../../scanner/signals.ts';
import type { Measure } from './amount/amount.ts';
import { type Method, record, type Scan } from './counting.ts';

interface Counting {
  /** The last one. */
  readonly scan: Scan | undefined;
  readonly take: (code: string, method: Method) => void;
  readonly count: (picker: Picker, method: Method, code?: string) => void;
}

/** Records what a code or a touch says, and tells what became of it. */
export function useCounting(session: PhoneSession, measure: Measure, onStored: () => void): Counting {
  const phone = usePhone();
  const [pickers, badges, projects] = [useAnswer('pickers'), useAnswer('badges'), useAnswer('projects')];
  const [scan, setScan] = useState<Scan>();
  const repeatSeconds = repeatSecondsOf(projects.find(({ projectId }) => projectId === session.projectId));
  const tell = (done: Scan) => {
    signal(done.kind);
    setScan(done);
  };
  const count = (picker: Picker, method: Method, code?: string) => {
    const how = { method, repeatSeconds, ...(code !== undefined && { code }) };
    void record(phone, session, picker, measure, how).then((done) => {
      if (done.kind !== 'failed') onStored();
      tell(done);
    });
  };
  const take = (code: string, method: Method) => {
    const picker = pickerOf(code, new Date().toISOString(), { pickers, badges });
    if (picker) count(picker, method, code);
    else tell({ id: newId(), kind: 'unknown', code, method, atMs: Date.now() });
  };
  return { scan, take, count };
}

/** Within how many seconds a second record of a worker is told as repeated. */
function repeatSecondsOf(project: Project | undefined): number {
  const { repeatSeconds } = (project ?? {}) as { readonly repeatSeconds?: number | null };
  return repeatSeconds ?? 0;
}
