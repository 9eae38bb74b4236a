import type { ListForm } from '../http/export/list-answer.ts';
import { columnsOf, table } from '../http/export/table.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';
import { LIST_MEMBERS } from './worker-list.ts';
import { PAGE_META } from '../http/page-query.ts';
import {
  about,
  count,
  date,
  dateTime,
  either,
  flag,
  idOf,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';

const worker = named('Worker', 'A person who works for the company.', {
  id: about(idOf('worker'), 'Made by the service; its id in records'),
  worker_id: about(
    text,
    'Initials and MMDD of the hire date, with `-2`, `-3`, … for namesakes. Unique in the company',
    'AML0315',
  ),
  first_name: about(text, 'All first names', 'Ana María'),
  last_name: about(text, 'All last names', 'López'),
  full_name: about(text, 'First and last names', 'Ana María López'),
  hire_date: about(date, 'First day of work', '2025-03-15'),
  position: about(text, 'One of the company’s options', 'harvester'),
  employment_type: about(text, 'One of the company’s options', 'seasonal'),
  status: about(text, 'One of the company’s options', 'active'),
  document_id: about(orNull(text), 'Of an identity document, as it was written', '12.345.678-9'),
  phone: about(orNull(text), 'As it was written', '+56 9 1234 5678'),
  email: about(orNull(text), 'An e-mail address', 'ana@example.com'),
  group: about(orNull(text), 'The group of the latest day that is known, by which the worker is paid', null),
  photo_url: about(
    orNull(within(text, { format: 'uri' })),
    'Signed; it expires, and differs in the next response',
    null,
  ),
  created_at: about(dateTime, 'When the worker was registered'),
  updated_at: about(dateTime, 'When the worker last changed'),
});

export const WORKER = success(worker);
export const DUPLICATE_WORKER = success(worker, {
  meta: object({ duplicate: about(flag, 'Always true: the worker existed before', true) }),
});
export const WORKERS = success(listOf(worker), {
  meta: either(PAGE_META, named('FeedMeta', 'Metadata of a feed.', FEED_MEMBERS)),
});

export const WORKER_LIST = success(
  named('WorkerList', 'A list of workers as a file has it.', {
    columns: about(
      listOf(
        object({
          heading: about(text, 'As it is in the first row', 'Apellidos'),
          member: about(orNull(oneOf(...LIST_MEMBERS)), 'What it probably is', 'last_name'),
        }),
      ),
      'In the order of the file',
    ),
    rows: about(
      listOf(
        object({
          number: about(count, 'As programs show it, from 1', 2),
          cells: about(listOf(text), 'From the first column, as text', ['López', 'Ana María']),
        }),
      ),
      'Those with content, without the headings',
    ),
    encoding: about(orNull(oneOf('utf-8', 'windows-1252')), 'Of a text; null for a workbook', 'utf-8'),
  }),
);

const offered = (description: string, ...examples: string[]) => about(listOf(text), description, examples);
export const WORKER_OPTIONS = success(
  named('WorkerOptions', 'The options of the company for a worker’s fields.', {
    position: offered('Positions', 'driver', 'harvester'),
    employment_type: offered('Types of employment', 'seasonal'),
    status: offered('Statuses', 'active', 'inactive'),
    group: offered('Groups that are paid by terms of their own', 'h2a'),
  }),
);

/** A worker belongs to no project, and so has no time zone: instants are in UTC only. */
export const WORKERS_FORM: ListForm<Value<typeof worker>> = {
  name: 'workers',
  table: table(columnsOf(worker)),
};
