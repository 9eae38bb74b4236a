import type { Clock } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/database';
import type { DeviceQuery, DeviceSite, DeviceView } from '../../../application/ports.ts';

/** A device as access returns it. */
export interface RegisteredDevice extends DeviceSite {
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly status: 'active' | 'inactive' | 'revoked';
  readonly devEui: string | null;
  readonly createdAt: Date;
}

/** What the list reads from other contexts, within its own transaction. */
export interface DeviceQueryNeighbours {
  devices(tx: Transaction): Promise<readonly RegisteredDevice[]>;
  /** Names of projects and of sectors, by id. */
  names(tx: Transaction): Promise<ReadonlyMap<string, string>>;
}

/**
 * When each device last measured. That is not written with a reading: sources know which devices have sent what, and
 * the keys of the readings, month by month, lead to the latest. $1 the company.
 */
const LAST_SEEN = `
  SELECT s.device_id AS "deviceId", max(seen.at) AS "lastSeenAt"
    FROM (SELECT DISTINCT kind, device_id FROM telemetry.sources WHERE company_id = $1) AS s
   CROSS JOIN LATERAL (
     SELECT CASE s.kind
       WHEN 'weather' THEN (SELECT w.ts FROM telemetry.weather w
                             WHERE w.company_id = $1 AND w.device_id = s.device_id ORDER BY w.ts DESC LIMIT 1)
       WHEN 'plant' THEN (SELECT p.ts FROM telemetry.plant p
                           WHERE p.company_id = $1 AND p.device_id = s.device_id ORDER BY p.ts DESC LIMIT 1)
       WHEN 'soil' THEN (SELECT o.ts FROM telemetry.soil o
                          WHERE o.company_id = $1 AND o.device_id = s.device_id ORDER BY o.ts DESC LIMIT 1)
       ELSE (SELECT max(greatest(i.started_at, i.ended_at)) FROM telemetry.irrigation i
              WHERE i.company_id = $1 AND i.device_id = s.device_id)
     END AS at
   ) AS seen
   GROUP BY s.device_id`;

export class TypeormDeviceQuery implements DeviceQuery {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly neighbours: DeviceQueryNeighbours,
  ) {}

  all(companyId: string): Promise<DeviceView[]> {
    return this.database.tenant(companyId, async (tx) => {
      const [devices, names, seen] = await Promise.all([
        this.neighbours.devices(tx),
        this.neighbours.names(tx),
        tx.query<{ deviceId: string; lastSeenAt: Date | null }>(LAST_SEEN, [companyId]),
      ]);
      const now = this.clock.now().getTime();
      const lastSeen = new Map(seen.map(({ deviceId, lastSeenAt }) => [deviceId, lastSeenAt?.getTime()]));
      return devices.map((device): DeviceView => {
        const { deviceId, projectId, sectorId, status, devEui, createdAt } = device;
        const { latitude, longitude, altitude, windHeight } = device;
        const at = lastSeen.get(deviceId);
        return {
          ...{ deviceId, projectId, project_name: names.get(projectId) ?? null },
          ...{ sectorId, sector_name: sectorId === null ? null : (names.get(sectorId) ?? null), status },
          ...{ latitude, longitude, altitude, windHeight, devEui },
          createdAt: createdAt.toISOString(),
          lastSeenAt: at === undefined ? null : new Date(Math.min(at, now)).toISOString(),
        };
      });
    });
  }
}
