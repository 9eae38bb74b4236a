import { EMPTY_BODY } from '@furrow/http';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { WorkerDraft } from '@furrow/workforce';
import { checkedBody } from '../http/bodies/validated.ts';
import { bulkAnswer, bulkRequest } from '../http/bulk-schema.ts';
import type { BulkKind } from '../http/bulk-sync.ts';
import { schemaOf } from '../openapi/schema.ts';
import { CreateWorkerBody } from './worker.dto.ts';

const MAX_WORKERS = 500;

const FIELDS = [
  ...['first_name', 'last_name', 'hire_date', 'position', 'employment_type', 'status'],
  ...['document_id', 'phone', 'email', 'photo'],
];

export const BULK_OF_WORKERS: BulkKind<WorkerDraft> = {
  ...{ list: 'workers', id: 'workerId', most: MAX_WORKERS, fields: new Set(FIELDS) },
  draftOf: (item, strict, problems = []) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      throw ValidationFailed.of('', 'must be an object');
    const received = { ...EMPTY_BODY, members: item as Record<string, unknown>, problems };
    const checked: { body: WorkerDraft; problems: readonly FieldProblem[] } = checkedBody(
      CreateWorkerBody,
      received,
      strict,
    );
    if (checked.problems.length > 0) throw new ValidationFailed(checked.problems);
    return checked.body;
  },
};

export const WORKERS_REQUEST = bulkRequest(
  'BulkWorkersBody',
  'Workers of a list, such as one that was imported.',
  'workers',
  schemaOf({ $ref: '#/components/schemas/CreateWorkerBody' }),
  MAX_WORKERS,
);

export const REGISTERED_WORKERS = bulkAnswer({
  ...{ title: 'BulkWorkerResult', thing: 'worker', clientEventId: 'row-12' },
  refusals: ['unsupported_media', 'media_too_large'],
  refusal: {
    code: 'validation_failed',
    message: 'hire_date must be a date from 1900 on, written YYYY-MM-DD',
  },
});
