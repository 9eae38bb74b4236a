import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../api/types.ts';

export type FieldType = FormField['type'];

/** The types of fields in the order in which they are offered, by what people call them. */
export function useFieldTypes(): Readonly<Record<FieldType, string>> {
  const { t } = useLingui();
  return {
    text: t`text`,
    number: t`number`,
    boolean: t`yes or no`,
    select: t`one of several`,
    multiselect: t`several of several`,
    date: t`date`,
    time: t`time`,
    datetime: t`date and time`,
    pests: t`pest`,
    diseases: t`disease`,
    photo: t`photo`,
    audio: t`sound`,
    signature: t`signature`,
    barcode: t`barcode`,
    geopoint: t`position`,
    note: t`note to read`,
  };
}
