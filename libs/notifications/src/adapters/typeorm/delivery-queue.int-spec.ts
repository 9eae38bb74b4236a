import { describeDeliveryQueue } from '../../testing/delivery-queue.contract.ts';

describeDeliveryQueue('PostgreSQL');
