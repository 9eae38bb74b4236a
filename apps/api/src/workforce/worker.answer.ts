import type { ListForm } from '../http/export/list-answer.ts';
import { columnsOf, table } from '../http/export/table.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';
import { LIST_MEMBERS } from './worker-list.ts';
import { PAGE_META } from '../http/page-query.ts';
import * as s from '../openapi/schema.ts';

const worker = s.named('Worker', 'A person who works for the company.', {
  id: s.about(s.idOf('worker'), 'Made by the service; its id in records'),
  worker_id: s.about(
    s.text,
    'Initials and MMDD of the hire date, with `-2`, `-3`, … for namesakes. Unique in the company',
    'AML0315',
  ),
  first_name: s.about(s.text, 'All first names', 'Ana María'),
  last_name: s.about(s.text, 'All last names', 'López'),
  full_name: s.about(s.text, 'First and last names', 'Ana María López'),
  hire_date: s.about(s.date, 'First day of work', '2025-03-15'),
  position: s.about(s.text, 'One of the company’s options', 'harvester'),
  employment_type: s.about(s.text, 'One of the company’s options', 'seasonal'),
  status: s.about(s.text, 'One of the company’s options', 'active'),
  document_id: s.about(s.orNull(s.text), 'Of an identity document, as it was written', '12.345.678-9'),
  phone: s.about(s.orNull(s.text), 'As it was written', '+56 9 1234 5678'),
  email: s.about(s.orNull(s.text), 'An e-mail address', 'ana@example.com'),
  group: s.about(
    s.orNull(s.text),
    'The group of the latest day that is known, by which the worker is paid',
    null,
  ),
  photo_url: s.about(
    s.orNull(s.within(s.text, { format: 'uri' })),
    'Signed; it expires, and differs in the next response',
    null,
  ),
  created_at: s.about(s.dateTime, 'When the worker was registered'),
  updated_at: s.about(s.dateTime, 'When the worker last changed'),
});

export const WORKER = s.success(worker);
export const DUPLICATE_WORKER = s.success(worker, {
  meta: s.object({ duplicate: s.about(s.flag, 'Always true: the worker existed before', true) }),
});
export const WORKERS = s.success(s.listOf(worker), {
  meta: s.either(PAGE_META, s.named('FeedMeta', 'Metadata of a feed.', FEED_MEMBERS)),
});

export const WORKER_LIST = s.success(
  s.named('WorkerList', 'A list of workers as a file has it.', {
    columns: s.about(
      s.listOf(
        s.object({
          heading: s.about(s.text, 'As it is in the first row', 'Apellidos'),
          member: s.about(s.orNull(s.oneOf(...LIST_MEMBERS)), 'What it probably is', 'last_name'),
        }),
      ),
      'In the order of the file',
    ),
    rows: s.about(
      s.listOf(
        s.object({
          number: s.about(s.count, 'As programs show it, from 1', 2),
          cells: s.about(s.listOf(s.text), 'From the first column, as text', ['López', 'Ana María']),
        }),
      ),
      'Those with content, without the headings',
    ),
    encoding: s.about(s.orNull(s.oneOf('utf-8', 'windows-1252')), 'Of a text; null for a workbook', 'utf-8'),
  }),
);

const offered = (description: string, ...examples: string[]) =>
  s.about(s.listOf(s.text), description, examples);
export const WORKER_OPTIONS = s.success(
  s.named('WorkerOptions', 'The options of the company for a worker’s fields.', {
    position: offered('Positions', 'driver', 'harvester'),
    employment_type: offered('Types of employment', 'seasonal'),
    status: offered('Statuses', 'active', 'inactive'),
    group: offered('Groups that are paid by terms of their own', 'h2a'),
  }),
);

/** A worker belongs to no project, and so has no time zone: instants are in UTC only. */
export const WORKERS_FORM: ListForm<s.Value<typeof worker>> = {
  name: 'workers',
  table: table(columnsOf(worker)),
};
