import { Metrics } from '@furrow/observability';
import { Injectable } from '@nestjs/common';
import { CompanyTurns } from '../http/company-turns.ts';

/** Each reads all that the company declares; a reader may take long over it. */
@Injectable()
export class FarmTurns extends CompanyTurns {
  constructor(metrics: Metrics) {
    super(metrics, 'farm_files', 40, 'The farm file is being read or changed too often right now.');
  }
}
