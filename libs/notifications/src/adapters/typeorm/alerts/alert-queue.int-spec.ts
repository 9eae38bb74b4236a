import { describeAlertQueue } from '../../../testing/alert-queue.contract.ts';

describeAlertQueue('PostgreSQL');
