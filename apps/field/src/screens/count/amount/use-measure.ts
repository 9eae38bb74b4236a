import { useEffect, useState } from 'react';
import { useAnswer, usePhone } from '../../../app/phone-context.ts';
import type { Container, Project } from '../../../office/answers.ts';
import type { PhoneSession } from '../../../phone/row.ts';
import { containersFor, type Measure } from './amount.ts';

const NAME = 'count/container';

interface Measuring {
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

/** What a scan counts: the container that was chosen last on this phone, how many of them, and what they weigh. */
export function useMeasure(unit: string | null): Measuring {
  const phone = usePhone();
  const containers = containersFor(useAnswer('containers'), unit);
  const [key, setKey] = useState<string>();
  const [count, setCount] = useState(1);
  const [gross, setGross] = useState('');
  useEffect(() => {
    void phone.store.read<string>(NAME).then((found) => setKey(found));
  }, [phone]);
  const container = containers.find((one) => one.key === key);
  const setContainer = (chosen: string | undefined) => {
    setKey(chosen);
    setCount(1);
    setGross('');
    void (chosen === undefined ? phone.store.erase(NAME) : phone.store.write(NAME, chosen));
  };
  const measure = { container, count, gross: container && weightOf(gross) };
  return { unit, measure, containers, gross, setContainer, setCount, setGross };
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
