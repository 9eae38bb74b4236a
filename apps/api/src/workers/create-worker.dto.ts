import type { WorkerStatement } from '@furrow/workforce';
import { Allow } from 'class-validator';

/**
 * Nothing is checked here but which members there are: which options a company offers stands in the database, and
 * all wrong fields are to be told at once. The types are what the use case insists on.
 */
export class CreateWorkerBody implements WorkerStatement {
  /** 1 to 100 characters. */
  @Allow()
  first_name: string;

  /** 1 to 100 characters. */
  @Allow()
  last_name: string;

  /** YYYY-MM-DD, from 1900 on. */
  @Allow()
  hire_date: string;

  /** One of the company's options. */
  @Allow()
  position: string;

  /** One of the company's options. */
  @Allow()
  employment_type: string;

  /** One of the company's options. */
  @Allow()
  status: string;

  /** At most 50 characters. */
  @Allow()
  document_id?: string | null;

  /** At most 50 characters. */
  @Allow()
  phone?: string | null;

  /** At most 254 characters. */
  @Allow()
  email?: string | null;

  /** A JPEG, PNG or WebP of at most 12 MB, as a base64 data URL. */
  @Allow()
  photo?: string | null;
}
