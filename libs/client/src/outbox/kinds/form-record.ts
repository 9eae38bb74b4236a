import type { components } from '../../generated/api.ts';
import { dataUrlOf, isMultipartPossible, type Media, type NewMedia } from '../media.ts';
import { type Receipt, receiptWith, type Sender, type SingleKind } from './item-kind.ts';
import { UPLOAD_TIMEOUT_MS } from './upload-timeout.ts';

type Wire = components['schemas']['FormRecordBody'];

/**
 * A form record with its photos, audio and signatures. `clientRecordId` and `recordedAt` default to a new id and now.
 * Give the `formVersion` that was shown, because the form may change before the phone has signal.
 */
export type NewFormRecord = Omit<Wire, 'clientRecordId' | 'media'> &
  Partial<Pick<Wire, 'clientRecordId'>> & { readonly media?: readonly NewMedia[] };
export type FormRecordBody = Omit<Wire, 'media' | 'recordedAt'> & { readonly recordedAt: string };

const DAY_MS = 86_400_000;
const PAGE_SIZE = 100;

export const formRecord: SingleKind<NewFormRecord, FormRecordBody> = {
  key: 'clientRecordId',
  prepare: ({ media: _, clientRecordId, recordedAt, ...rest }, stamp) => ({
    ...rest,
    clientRecordId: clientRecordId ?? stamp.id(),
    recordedAt: recordedAt ?? stamp.now(),
  }),
  mediaOf: ({ media = [] }) => media,
  needs: () => [],
  send: (body, { furrow, signal, media }) =>
    furrow.POST('/api/control/forms/record', {
      body: bodyWith(media, body),
      ...(media.length > 0 && { timeoutMs: UPLOAD_TIMEOUT_MS }),
      ...(signal && { signal }),
    }),
  findSent,
  receiptOf: (answer, status) => receiptWith('recordId', answer, status),
};

/** One part per file, named by its field; the API stores the record and all files, or nothing. */
function bodyWith(files: readonly Media[], body: FormRecordBody): Wire {
  if (files.length === 0) return body;
  // React Native cannot create a Blob from bytes: there files are sent as data URLs, which the API accepts as well.
  if (!isMultipartPossible())
    return { ...body, media: files.map((file) => ({ field: file.field, data: dataUrlOf(file) })) };
  const form = new FormData();
  form.append('record', JSON.stringify(body));
  files.forEach(({ field, type, bytes }, i) => form.append(field, new Blob([bytes], { type }), `${i}`));
  return form as unknown as Wire;
}

/** The user's own records of those days; a record that is not on the first page is uploaded again. */
async function findSent(
  { formId, clientRecordId, recordedAt }: FormRecordBody,
  { furrow, signal }: Sender,
): Promise<Receipt | undefined> {
  const at = Date.parse(recordedAt);
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  // The days in any time zone, because the record's is unknown here.
  const query = { from: dayAt(at - DAY_MS), to: dayAt(at + DAY_MS), page: 1, pageSize: PAGE_SIZE };
  const answer = await furrow.GET('/api/control/forms/{formId}/records', {
    params: { path: { formId }, query },
    ...(signal && { signal }),
  });
  if (!answer.ok) return undefined;
  const { data } = answer.body as { data?: unknown };
  const records = Array.isArray(data) ? (data as Partial<Listed>[]) : [];
  // Admins see records of others too, which may have the same client id, but not the same instant.
  const sent = records.find(
    (listed) => listed.clientRecordId === clientRecordId && Date.parse(listed.recordedAt ?? '') === at,
  );
  return sent?.recordId === undefined ? undefined : { serverId: sent.recordId, repeated: true };
}

interface Listed {
  readonly recordId: string;
  readonly clientRecordId: string;
  readonly recordedAt: string;
}
