import { LEADERS } from '@furrow/jobs';
import type { Check } from '../../finding.ts';
import type { Server } from '../../server.ts';

/** Reports which process leads each background job; none if no process runs. */
export const background: Check<Server> = {
  subject: 'background work',
  async examine({ client }, findings) {
    const { rows } = await client.query<{ holder: string; jobs: number }>(LEADERS);
    const leaders = rows.map(({ holder, jobs }) => `process ${holder} leads ${jobs}`);
    if (leaders.length > 0) findings.fine(`Of background jobs ${leaders.join(', ')}.`);
    else findings.fine('No process leads background jobs: none runs, or it has just lost the database.');
  },
};
