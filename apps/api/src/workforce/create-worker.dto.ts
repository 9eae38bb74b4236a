import type { WorkerDraft } from '@furrow/workforce';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { About, allOf } from '../http/fields.ts';

/**
 * Only the set of members is checked here: a company's options are in the database, and all wrong fields are reported
 * at once. The use case requires the declared types.
 */
const Stated = (description: string, example: unknown, options: ApiPropertyOptions = {}) =>
  allOf(About(description, example), Allow(), ApiProperty({ type: String, ...options }));

const name = { minLength: 1 };
const unknown = { required: false, nullable: true };

/** White space is normalized before lengths are checked: names and emails have at most 100 and 254 characters. */
export class CreateWorkerBody implements WorkerDraft {
  @Stated('All first names; at most 100 characters', 'Ana María', name)
  first_name: string;

  @Stated('All last names; at most 100 characters', 'López', name)
  last_name: string;

  @Stated('First day of work, from 1900 on', '2025-03-15', { format: 'date' })
  hire_date: string;

  @Stated('One of the company’s options', 'harvester', name)
  position: string;

  @Stated('One of the company’s options', 'seasonal', name)
  employment_type: string;

  @Stated('One of the company’s options', 'active', name)
  status: string;

  @Stated('Of an identity document; at most 50 characters', '12.345.678-9', unknown)
  document_id?: string | null;

  @Stated('At most 50 characters', '+56 9 1234 5678', unknown)
  phone?: string | null;

  @Stated('An e-mail address of at most 254 characters', 'ana@example.com', unknown)
  email?: string | null;

  @Stated(
    'A JPEG, PNG or WebP of at most 12 MB, as a base64 data URL',
    'data:image/jpeg;base64,/9j/4AAQ',
    unknown,
  )
  photo?: string | null;
}
