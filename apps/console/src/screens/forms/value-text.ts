import type { FormField, FormRecord } from '../../api/types.ts';

/** A value of a record as people read it; of media their number. */
export function valueText(
  { values, media }: Pick<FormRecord, 'values' | 'media'>,
  name: string,
  type: FormField['type'],
  words: { readonly yes: string; readonly no: string },
): string {
  if (type === 'photo' || type === 'audio' || type === 'signature') {
    const count = media.filter(({ field }) => field === name).length;
    return count === 0 ? '' : String(count);
  }
  const value = (values as Readonly<Record<string, unknown>>)[name];
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const { value: seen, severity, latitude, longitude } = value as Partial<Record<string, number | null>>;
  if (latitude !== undefined) return `${latitude}, ${longitude}`;
  return [seen ?? '–', ...(severity === null || severity === undefined ? [] : [`${severity} %`])].join(' · ');
}
