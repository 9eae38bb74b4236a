import type { Database } from '@furrow/database';
import type { Check } from '../finding.ts';

const WAITING = `
  SELECT count(*)::int AS count, count(DISTINCT device_id)::int AS devices
  FROM telemetry.commands
  WHERE delivered_at IS NULL AND expired_at IS NULL AND created_at < now() - interval '1 hour'`;

/** The gateway drops them every half minute. */
const EXPIRED = `
  SELECT count(*)::int AS count, min(command_id || ' of company ' || company_id) AS first FROM telemetry.commands
  WHERE delivered_at IS NULL AND expired_at IS NULL AND expires_at < now() - interval '10 minutes'`;

/** Commands may wait for devices that are away, which is not a fault of the installation. */
export const commands: Check<Database> = {
  subject: 'commands',
  async examine(database, findings) {
    const [waiting] = await database.system((tx) => tx.query<{ count: number; devices: number }>(WAITING));
    if (waiting && waiting.count > 0)
      findings.warning(
        `${waiting.count} commands have been waiting for ${waiting.devices} devices for more than an hour.`,
        'Check that the devices are on, and that an IoT gateway is running.',
      );
    const [expired] = await database.system((tx) => tx.query<{ count: number; first: string }>(EXPIRED));
    if (expired && expired.count > 0)
      findings.wrong(
        `${expired.count} commands have expired and are not dropped, such as ${expired.first}.`,
        'An IoT gateway drops them: start one, and look for "cannot be expired" and "command expiry failed" in its log.',
      );
    findings.elseFine('None has been waiting for long.');
  },
};
