import { describeOnCitus } from '@furrow/testbed';
import { describeSafetyPorts } from '../../testing/safety.contract.ts';
import { safetyOnPostgres } from '../../testing/safety-on-postgres.ts';

describeOnCitus('the ports of safety, their tables distributed by company,', () => {
  describeSafetyPorts('Citus', () => safetyOnPostgres({ onCitus: true }));
});
