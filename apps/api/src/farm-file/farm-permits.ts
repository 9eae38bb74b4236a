import { Metrics } from '@furrow/observability';
import { Injectable } from '@nestjs/common';
import { CompanyPermits } from '../http/company-permits.ts';

/** Each reads all that the company declares; a reader may take long over it. */
@Injectable()
export class FarmPermits extends CompanyPermits {
  constructor(metrics: Metrics) {
    super(metrics, 'farm_files', 40, 'The farm file is being read or changed too often right now.');
  }
}
