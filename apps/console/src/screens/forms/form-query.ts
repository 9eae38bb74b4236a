import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { FarmChange, Form, FormField } from '../../api/types.ts';
import type { FarmDraft } from '../../parts/farm/farm-query.ts';

/** A form as the farm file states it. */
export interface FarmForm {
  readonly key: string;
  readonly name: string;
  readonly type: Form['type'];
  readonly subtype: string | null;
  readonly status: 'active' | 'inactive';
  readonly access: Partial<Form['access']> | null;
  readonly fields: readonly FormField[];
}

/** The forms that the user may see, monitoring forms first. */
export function useForms() {
  return useQuery({
    queryKey: ['forms'],
    queryFn: async ({ signal }) => {
      const path = '/api/control/forms/getForms';
      const query = { subtype: 'tasks' };
      const both = await Promise.all([
        bodyOf(furrow.GET(path, { signal })),
        bodyOf(furrow.GET(path, { signal, params: { query } })),
      ]);
      return both.flatMap(({ data }) => data);
    },
  });
}

export const RECORDS_PER_PAGE = 50;

/** A page of the records of a form, the newest ones last, with the fields of their versions. */
export function useFormRecords(formId: string, page: number) {
  return useQuery({
    queryKey: ['forms', 'records', formId, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { path: { formId }, query: { page, pageSize: RECORDS_PER_PAGE } };
      const answer = await bodyOf(furrow.GET('/api/control/forms/{formId}/records', { params, signal }));
      if (!('meta' in answer) || !('total' in answer.meta)) throw new Error('The records are not a page');
      return { records: answer.data, versions: answer.versions, meta: answer.meta };
    },
  });
}

/**
 * Asks what the import of an XLSForm would do.
 * @param version of the farm that it is imported into
 * @throws FurrowError
 */
export async function importDraft(file: File, key: string, version: string): Promise<FarmDraft> {
  const send = (dryRun: 'true' | 'false') => {
    const body = new FormData();
    body.append('file', file);
    const query = { dryRun, ...(key !== '' && { key }) };
    const headers = { 'if-match': version };
    return bodyOf(furrow.POST('/api/control/forms/import', { body, headers, params: { query } }));
  };
  const { changes } = await send('true');
  return { changes, make: () => send('false') };
}

/** What undoes changes of forms: their former state, and a new form out of use. */
export function undoOf(changes: readonly FarmChange[]): { forms: { [key: string]: unknown }[] } {
  const forms = changes.filter(({ kind, action }) => kind === 'form' && action !== 'unchanged');
  return { forms: forms.map(({ before, after }) => before ?? { ...after, status: 'inactive' }) };
}
