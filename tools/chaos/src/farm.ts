import { zoneBeforeNoon } from '@furrow/testbed';
import type { AppliedIds } from '@furrow/testbed/farms';
import type { ChaosSystem } from './chaos-system.ts';
import { DELIVERED_TYPES } from './proof/event-account.ts';
import { ask } from '@furrow/program';

const WEBHOOKS = '/api/control/webhooks';
const ADMIN = 'admin';
/** About one reading in 40 raises the alert, and one in 8 clears it. */
const FROST = { metric: 'te', below: -4, clearBy: 34, for: '0s' };
/** It is always exceeded, and due after the shortest work. */
const HEAT = { metric: 'te', above: -50, restMinutes: 10, everyMinutes: 5 };
/** It holds any weight. */
export const CRATE = { key: 'crate', name: 'crate', unit: 'kg', tare: 0.5 };
/** The device whose uplinks a LoRaWAN network server sends. */
export const PROBE = 'probe';
export const PROBE_EUI = '70B3D57ED00C4A05';

/** A supervisor, who may have several phones. */
export interface Supervisor {
  readonly userId: string;
  readonly jwt: string;
}

/** The farm that the workload uses. */
export interface Farm {
  readonly companyId: string;
  readonly projectId: string;
  readonly sectorIds: readonly string[];
  readonly qualityIds: readonly string[];
  readonly formId: string;
  readonly admin: Supervisor;
  readonly supervisors: readonly Supervisor[];
  readonly devices: readonly { readonly deviceId: string; readonly deviceSecret: string }[];
  /** The credential by which a LoRaWAN network server sends what the probe measures. */
  readonly networkCredential: string;
}

/**
 * A farm with few sectors, so that phones compete for them, in a zone where it is before noon, so that no run crosses
 * midnight.
 */
export async function provision(
  system: ChaosSystem,
  size: { supervisors: number; sectors: number; devices: number },
): Promise<Farm> {
  const timezone = zoneBeforeNoon();
  const idpIds = named('supervisor', size.supervisors);
  const stations = named('station', size.devices);
  const applied = await system.operator.apply<AppliedIds>(farmFile(timezone, idpIds, stations, size.sectors));
  const user = async (idpId: string) => ({
    userId: applied.users[idpId] ?? '',
    jwt: await system.jwt(idpId),
  });
  const admin = await user(ADMIN);
  await haveAllSent(system, admin);
  return {
    companyId: applied.companyId,
    projectId: applied.projects['farm'] ?? '',
    sectorIds: Object.values(applied.sectors),
    qualityIds: Object.values(applied.qualities),
    formId: applied.forms['scout'] ?? '',
    admin,
    supervisors: await Promise.all(idpIds.map(user)),
    devices: stations.map((deviceId) => ({
      deviceId,
      deviceSecret: applied.devices[deviceId]?.deviceSecret ?? '',
    })),
    networkCredential: applied.apiTokens['network']?.credential ?? '',
  };
}

/** One project, with an alert, and a rest rule that always holds. */
function farmFile(
  timezone: string,
  idpIds: readonly string[],
  stations: readonly string[],
  sectors: number,
): object {
  return {
    company: { key: 'chaos', name: 'Chaos', timezone, currency: 'EUR' },
    payPolicies: [{ validFrom: '2020-01-01', hourlyRate: 10 }],
    users: [
      { idpId: ADMIN, name: ADMIN, role: 'admin' },
      ...idpIds.map((idpId) => ({ idpId, name: idpId, role: 'supervisor' })),
    ],
    projects: [
      {
        ...{ key: 'farm', name: 'Farm', timezone },
        sectors: named('s', sectors).map((key) => ({ key, name: key })),
      },
    ],
    qualities: ['export', 'local'].map((key) => ({ key, name: key })),
    containers: [CRATE],
    workerOptions: { position: ['harvester'], employment_type: ['seasonal'], status: ['active'] },
    forms: [
      {
        ...{ key: 'scout', name: 'Scouting', type: 'monitoring', access: { roles: ['supervisor'] } },
        fields: [
          { name: 'trees', label: 'Trees', type: 'number', required: true },
          { name: 'picture', label: 'Picture', type: 'photo' },
        ],
      },
    ],
    devices: [
      ...stations.map((deviceId) => ({ deviceId, project: 'farm' })),
      {
        ...{ deviceId: PROBE, project: 'farm', devEui: PROBE_EUI },
        mapping: { te: 'air', 'soil[20].moisture': 'water' },
      },
    ],
    apiTokens: [{ name: 'network', scopes: ['write:telemetry'] }],
    restRules: [{ key: 'heat', project: 'farm', ...HEAT }],
    alerts: [{ key: 'frost', name: 'Frost', kind: 'threshold', project: 'farm', ...FROST }],
  };
}

/** Creates a webhook for each event type, before any event happens. */
async function haveAllSent({ apiUrl, receiver }: ChaosSystem, { jwt }: Supervisor): Promise<void> {
  const answer = await ask(`${apiUrl}${WEBHOOKS}`, jwt, 'POST', {
    url: receiver.url,
    events: DELIVERED_TYPES,
  });
  if (answer?.status !== 201) throw new Error(`No webhook was made: ${answer?.status} ${answer?.code}`);
}

const named = (what: string, count: number) => Array.from({ length: count }, (_, i) => `${what}-${i + 1}`);
