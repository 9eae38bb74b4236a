import { Metrics } from '@furrow/observability';
import { Injectable } from '@nestjs/common';
import { CompanyTurns } from '../http/company-turns.ts';

/** An answer has everybody at work. */
@Injectable()
export class RestReads extends CompanyTurns {
  constructor(metrics: Metrics) {
    super(metrics, 'rest_reads', 4, 'Too many requests for rests are being answered right now.');
  }
}
