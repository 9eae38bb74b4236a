import type { Alert } from '../../../api/types.ts';
import { Chip, type Tone } from '../../../parts/elements/chip.tsx';
import { useAlertStates } from './alert-words.ts';

const TONES: Readonly<Record<Alert['state'], Tone>> = {
  ...{ ok: 'good', pending: 'warn', no_data: 'warn', firing: 'bad' },
};

/** The state of a rule, or of one of its devices. */
export function AlertState({ state }: Pick<Alert, 'state'>) {
  return <Chip tone={TONES[state]}>{useAlertStates()[state]}</Chip>;
}
