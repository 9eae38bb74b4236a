import { describeOnCitus } from '@furrow/testbed';
import { describeDeliveryQueue } from '../../testing/delivery-queue.contract.ts';

describeOnCitus('the ports of notifications, their tables distributed by company,', () => {
  describeDeliveryQueue('Citus', { onCitus: true });
});
