import { describeOnCitus } from '@furrow/testbed';
import { describeAccessPorts } from '../../testing/access.contract.ts';
import { accessOnPostgres } from '../../testing/access-on-postgres.ts';

describeOnCitus('the ports of access, their tables on every node,', () => {
  describeAccessPorts('Citus', () => accessOnPostgres({ onCitus: true }));
});
