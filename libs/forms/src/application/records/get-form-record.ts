import type { FormUser } from '../../domain/index.ts';
import type { FormRecordQuery, FoundFormRecord } from '../ports.ts';

export class GetFormRecord {
  constructor(private readonly records: FormRecordQuery) {}

  /** @throws RecordNotFound | Forbidden */
  execute(companyId: string, user: FormUser, recordId: string): Promise<FoundFormRecord> {
    return this.records.find(companyId, user, recordId);
  }
}
