import type { WorkerDraft } from '@furrow/workforce';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { About, allOf, IfGiven, OneOf } from '../http/fields.ts';

const ABOUT: Readonly<Record<keyof WorkerDraft, readonly [string, string]>> = {
  first_name: ['All first names; at most 100 characters', 'Ana María'],
  last_name: ['All last names; at most 100 characters', 'López'],
  hire_date: ['First day of work, from 1900 on', '2025-03-15'],
  position: ['One of the company’s options', 'harvester'],
  employment_type: ['One of the company’s options', 'seasonal'],
  status: ['One of the company’s options; who is `inactive` has left', 'active'],
  document_id: ['Of an identity document; at most 50 characters', '12.345.678-9'],
  phone: ['At most 50 characters', '+56 9 1234 5678'],
  email: ['An e-mail address of at most 254 characters', 'ana@example.com'],
  photo: ['A JPEG, PNG or WebP of at most 12 MB, as a base64 data URL', 'data:image/jpeg;base64,/9j/4AAQ'],
  group: ['One of the company’s groups, which are paid by terms of their own; null: none', 'h2a'],
  group_from: [
    'First local day of the group, whatever was said of later days; by default today for a change, and all days for a new worker',
    '2026-01-19',
  ],
};

/**
 * Only the set of members is checked here: a company's options are in the database, and all wrong fields are reported
 * at once. The use case requires the declared types.
 */
const Stated = (name: keyof WorkerDraft, options: ApiPropertyOptions) =>
  allOf(About(...ABOUT[name]), Allow(), ApiProperty({ type: String, ...options }));

const text = { minLength: 1 };
const day = { format: 'date' };
const unknown = { required: false, nullable: true };

/** What may be unknown of a worker. */
class OptionalOfWorker {
  @Stated('document_id', unknown)
  document_id?: string | null;

  @Stated('phone', unknown)
  phone?: string | null;

  @Stated('email', unknown)
  email?: string | null;

  @Stated('photo', unknown)
  photo?: string | null;

  @Stated('group', unknown)
  group?: string | null;

  @Stated('group_from', { ...day, ...unknown })
  group_from?: string | null;
}

/** White space is normalized before lengths are checked: names and emails have at most 100 and 254 characters. */
export class CreateWorkerBody extends OptionalOfWorker implements WorkerDraft {
  @Stated('first_name', text)
  first_name: string;

  @Stated('last_name', text)
  last_name: string;

  @Stated('hire_date', day)
  hire_date: string;

  @Stated('position', text)
  position: string;

  @Stated('employment_type', text)
  employment_type: string;

  @Stated('status', text)
  status: string;
}

const kept = { required: false };

/** What is omitted stays as it is; null clears a member that may be unknown. */
export class ChangeWorkerBody extends OptionalOfWorker implements WorkerDraft {
  @Stated('first_name', { ...text, ...kept })
  first_name?: string;

  @Stated('last_name', { ...text, ...kept })
  last_name?: string;

  @Stated('hire_date', { ...day, ...kept })
  hire_date?: string;

  @Stated('position', { ...text, ...kept })
  position?: string;

  @Stated('employment_type', { ...text, ...kept })
  employment_type?: string;

  @Stated('status', { ...text, ...kept })
  status?: string;
}

export class RegisterWorkersQuery {
  @About('Only tell what would happen', 'true')
  @IfGiven(OneOf(['true', 'false']), ApiProperty({ default: 'false' }))
  dryRun?: 'true' | 'false';
}
