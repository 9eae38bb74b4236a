import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { FarmRequest } from '../../parts/farm/farm-query.ts';

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

/** The import of an XLSForm under a key, empty: that of the file. */
export const importOf = (file: File, key: string): FarmRequest => ({
  id: [file.name, file.size, file.lastModified, key].join(' '),
  send: async (version, isTrial) => {
    const body = new FormData();
    body.append('file', file);
    const query = { dryRun: isTrial ? 'true' : 'false', ...(key !== '' && { key }) } as const;
    const headers = { 'if-match': version };
    const answer = furrow.POST('/api/control/forms/import', { body, headers, params: { query } });
    return { changes: (await bodyOf(answer)).changes, deviceSecrets: {} };
  },
});
