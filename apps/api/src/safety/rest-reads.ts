import { Metrics } from '@furrow/observability';
import { Injectable } from '@nestjs/common';
import { CompanyPermits } from '../http/company-permits.ts';

/** An answer has everybody at work. */
@Injectable()
export class RestReads extends CompanyPermits {
  constructor(metrics: Metrics) {
    super(metrics, 'rest_reads', 4, 'Too many requests for rests are being answered right now.');
  }
}
