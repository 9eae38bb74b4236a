import { SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { workOff } from '@furrow/testbed/load';
import { wireTelemetry } from '../../wiring.ts';
import type { Sent } from './index.ts';

const database = await Database.connect(process.env['DATABASE_URL'] ?? '', { poolSize: 4, rows: [] });
const { ingestTelemetry } = wireTelemetry(database, new SystemClock());

workOff(({ device, kind, payload }: Sent) =>
  ingestTelemetry.execute(device, { kind, payload: Buffer.from(payload) }),
);
