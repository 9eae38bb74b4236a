import { describeOnCitus } from '@furrow/testbed';
import { describeEventLog } from '../testing/event-log.contract.ts';

describeOnCitus('the event log, its table distributed by company,', () => {
  describeEventLog('Citus', { onCitus: true });
});
