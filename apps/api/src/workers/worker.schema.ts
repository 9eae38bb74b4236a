import { count, date, dateTime, flag, id, listOf, object, orNull, success, text } from '../openapi/schema.ts';

const worker = object({
  id,
  worker_id: { ...text, description: 'Initials and MMDD of the hire date; `-2`, `-3`, … where they clash' },
  first_name: text,
  last_name: text,
  full_name: text,
  hire_date: date,
  position: text,
  employment_type: text,
  status: text,
  document_id: orNull(text),
  phone: orNull(text),
  email: orNull(text),
  photo_url: orNull({
    ...text,
    format: 'uri',
    description: 'Signed; expires, and is another one in the next answer',
  }),
  created_at: dateTime,
  updated_at: dateTime,
});

export const WORKER = success(worker);
export const DUPLICATE_WORKER = success(worker, { meta: object({ duplicate: flag }) });
export const WORKERS = success(listOf(worker), {
  meta: object({ page: count, pageSize: count, total: count, totalPages: count }),
});
