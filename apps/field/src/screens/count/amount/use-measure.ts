import { useState } from 'react';
import { useAnswer } from '../../../app/phone-context.ts';
import type { Container, Project } from '../../../office/answers.ts';
import type { PhoneSession } from '../../../phone/row.ts';
import { useStored } from '../../../parts/use-stored.ts';
import { containersFor, type Measure } from './amount.ts';

const CONTAINER = 'count/container';
const COUNT = 'count/count';

export interface Measuring {
  /** Whether it is known which container was chosen last. */
  readonly isRead: boolean;
  /** Of what is counted; null: the phone does not know. */
  readonly unit: string | null;
  readonly measure: Measure;
  /** Those that may be chosen. */
  readonly containers: readonly Container[];
  readonly setContainer: (key: string | undefined) => void;
  readonly setCount: (count: number) => void;
  /** The weight as it is typed. */
  readonly gross: string;
  readonly setGross: (gross: string) => void;
}

/** What a scan counts: the container and the number that were chosen last on this phone, and the weight of the next one. */
export function useMeasure(unit: string | null): Measuring {
  const containers = containersFor(useAnswer('containers'), unit);
  const [key, setKey] = useStored<string>(CONTAINER);
  const [count, setCount] = useStored<number>(COUNT);
  const [gross, setGross] = useState('');
  const container = containers.find((one) => one.key === key);
  const setContainer = (chosen: string | undefined) => {
    setKey(() => chosen ?? null);
    setCount(() => null);
    setGross('');
  };
  // A number of containers is no number of units, where the session has not these containers.
  const isOfThese = key === null || container !== undefined;
  const measure = { container, count: (isOfThese ? count : null) ?? 1, gross: container && weightOf(gross) };
  return {
    isRead: key !== undefined && count !== undefined,
    ...{ unit, measure, containers, gross, setContainer, setGross },
    setCount: (chosen) => {
      if (!isOfThese) setKey(() => null);
      setCount(() => chosen);
    },
  };
}

/** Not a number where something else was typed, which no scan counts. */
function weightOf(text: string): number | undefined {
  const weight = Number(text.trim().replace(',', '.'));
  if (text.trim() === '') return undefined;
  return weight > 0 ? weight : NaN;
}

/** What is counted in a session; null: the phone does not know. */
export const unitOf = (session: PhoneSession, projects: readonly Project[]): string | null =>
  session.unit ?? projects.find(({ projectId }) => projectId === session.projectId)?.samplingUnit ?? null;
