import type { FieldValue } from '@furrow/forms/conditions';
import type { Asked, DraftFile } from '../../parts/form-draft.ts';

/** What every way to answer a question is given. */
export interface FieldProps {
  readonly asked: Asked;
  /** Whether somebody wanted to save, so that what is wrong is marked. */
  readonly isTried: boolean;
  readonly value: FieldValue | undefined;
  readonly files: readonly DraftFile[];
  readonly onAnswer: (value: FieldValue | undefined) => void;
  readonly onAttach: (files: readonly DraftFile[]) => void;
}
