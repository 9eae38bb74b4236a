import type { FieldValue } from '@furrow/forms/conditions';
import { useEffect, useState } from 'react';
import { usePhone } from '../../app/phone-context.ts';
import type { Place } from '../../crew/crew-day.ts';
import type { Draft, DraftFile } from '../../parts/form-draft.ts';
import { whereAmI } from '../../parts/position.ts';

interface Changes {
  readonly answer: (field: string, value: FieldValue | undefined) => void;
  /** Replaces the files of a field. */
  readonly attach: (field: string, files: readonly DraftFile[]) => void;
  readonly move: (place: Place | undefined) => void;
}

/** Under which name a draft is stored. */
export const draftName = ({ clientRecordId }: Draft): string => `draft/${clientRecordId}`;

/**
 * A draft that is stored with each change, and takes the position of the phone.
 *
 * @param isSaving whether it becomes a record, after which nothing may bring it back
 */
export function useDraft(first: Draft, isSaving: boolean): [Draft, Changes] {
  const phone = usePhone();
  const [draft, setDraft] = useState(first);
  useEffect(() => {
    if (draft !== first && !isSaving) void phone.store.write(draftName(first), draft);
  }, [phone, draft, first, isSaving]);
  useEffect(() => {
    whereAmI().then(
      (position) => setDraft((before) => ({ ...before, position })),
      () => undefined,
    );
  }, []);
  const changes: Changes = {
    answer: (field, value) =>
      setDraft(({ values: { [field]: _, ...rest }, ...before }) => ({
        ...before,
        values: value === undefined ? rest : { ...rest, [field]: value },
      })),
    attach: (field, files) =>
      setDraft((before) => ({
        ...before,
        files: [...before.files.filter((file) => file.field !== field), ...files],
      })),
    move: (place) => setDraft(({ place: _, ...before }) => ({ ...before, ...(place && { place }) })),
  };
  return [draft, changes];
}
