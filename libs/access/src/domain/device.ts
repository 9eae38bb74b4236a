import { isId } from '@furrow/kernel';
import type { DeviceId } from './ids.ts';
import { Problems } from './problems.ts';
import { DeviceExists, DeviceRevoked, InvalidToken } from './errors.ts';
import { devEuiOf, isDevEui, type LorawanSettings, NO_LORAWAN, sameLorawan } from './lorawan.ts';
import { hashSecret, newSecret, secretMatches } from './secret.ts';

/** inactive: paused, keeps its secret; revoked: its secret is invalid, and reactivation needs a new one. */
export const DEVICE_STATUSES = ['active', 'inactive', 'revoked'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** Where a device is installed. Access only stores these ids; agronomy gives them a meaning. */
export interface DevicePlacement {
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly status: DeviceStatus;
}

/** Where on earth a device stands, for computations that depend on sun and air. */
export interface DeviceSite {
  /** Degrees north and east; both are known, or neither. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Metres above the sea. */
  readonly altitude: number | null;
  /** Height of its anemometer above the ground, m. */
  readonly windHeight: number;
}

export const DEFAULT_WIND_HEIGHT = 2;
/** The accepted range of each member of a site. */
export const SITE_RANGES = {
  latitude: { min: -90, max: 90 },
  longitude: { min: -180, max: 180 },
  altitude: { min: -500, max: 9_000 },
  windHeight: { min: 0.5, max: 200 },
} as const satisfies Record<keyof DeviceSite, { readonly min: number; readonly max: number }>;

const SITE_MEMBERS = ['latitude', 'longitude', 'altitude', 'windHeight'] as const;
const NOWHERE: DeviceSite = {
  ...{ latitude: null, longitude: null, altitude: null },
  windHeight: DEFAULT_WIND_HEIGHT,
};

/** A device as the farm file declares one, its place given by id. Omitted members stay as they are. */
export interface DeviceDeclaration extends Partial<{
  readonly [Member in keyof DeviceSite]: number | null | undefined;
}> {
  readonly devEui?: string | null | undefined;
  readonly mapping?: Readonly<Record<string, string>> | null | undefined;
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId?: string | null | undefined;
  /** Defaults to active. */
  readonly status?: DeviceStatus | null | undefined;
}

export interface DeviceState extends DevicePlacement, DeviceSite, LorawanSettings {
  /** The name on its label and in its topics; unique in the installation. */
  readonly deviceId: DeviceId;
  /** SHA-256 of its secret. */
  readonly secretHash: Uint8Array;
  /** Revoked only because the file left it out. */
  readonly pruned: boolean;
}

/** A device, and its secret if one was just created, which cannot be read again. */
export interface ProvisionedDevice {
  readonly device: Device;
  readonly deviceSecret?: string;
}

// One topic level without separator or wildcard, so that a device can never address another one's topics.
const DEVICE_ID = /^[A-Za-z0-9][\w.:-]{0,63}$/;

/** A station, probe or valve that sends readings. Immutable. */
export class Device {
  private constructor(readonly state: DeviceState) {}

  /** @throws ValidationFailed */
  static register(
    deviceId: string,
    placement: DevicePlacement,
    site: DeviceSite = NOWHERE,
    lorawan: LorawanSettings = NO_LORAWAN,
  ): ProvisionedDevice {
    check(deviceId, placement, site, lorawan);
    const deviceSecret = newSecret();
    return {
      device: new Device({
        ...picked(placement),
        ...siteOf(site),
        ...lorawanOf(lorawan),
        ...{ deviceId: deviceId as DeviceId, secretHash: hashSecret(deviceSecret), pruned: false },
      }),
      deviceSecret,
    };
  }

  /** A device that the file declares for the first time. @throws ValidationFailed */
  static declare(declared: DeviceDeclaration): ProvisionedDevice {
    const { deviceId, projectId, sectorId, status } = declared;
    const placement = { projectId, sectorId: sectorId ?? null, status: status ?? 'active' };
    return Device.register(
      deviceId,
      placement,
      redeclaredSite(NOWHERE, declared),
      redeclaredLorawan(NO_LORAWAN, declared),
    );
  }

  static restore(state: DeviceState): Device {
    return new Device(state);
  }

  get deviceId(): DeviceId {
    return this.state.deviceId;
  }

  /**
   * The same device in another place or status; the same object if nothing differs. A revoked device returns with a new
   * secret, because the old one may have leaked.
   * @throws ValidationFailed
   */
  place(
    placement: DevicePlacement,
    site: DeviceSite = this.state,
    lorawan: LorawanSettings = this.state,
  ): ProvisionedDevice {
    check(this.deviceId, placement, site, lorawan);
    const { state } = this;
    const next = { ...picked(placement), ...siteOf(site), ...lorawanOf(lorawan) };
    if (state.status === 'revoked' && next.status !== 'revoked')
      return Device.register(this.deviceId, placement, site, lorawan);
    const same =
      sameLorawan(next, state) &&
      ([...PLACE_MEMBERS, ...SITE_MEMBERS] as const).every((member) => next[member] === state[member]);
    return { device: same && !state.pruned ? this : new Device({ ...state, ...next, pruned: false }) };
  }

  /**
   * The device with the declared members: omitted ones stay as they are, except a sector of a project that it leaves. A
   * pruned device that is listed again becomes active; a revoked one stays revoked until a status is declared.
   * @throws ValidationFailed
   */
  redeclared(declared: DeviceDeclaration): ProvisionedDevice {
    const { projectId, sectorId, status } = declared;
    const { state } = this;
    const placement = {
      projectId,
      sectorId: sectorId === undefined && projectId === state.projectId ? state.sectorId : (sectorId ?? null),
      status: status ?? (state.pruned ? 'active' : state.status),
    };
    return this.place(placement, redeclaredSite(state, declared), redeclaredLorawan(state, declared));
  }

  /**
   * The result of registering it again: nothing while it is in use; a revoked one becomes active.
   * @throws DeviceExists | ValidationFailed
   */
  registerAgain(placement: DevicePlacement): ProvisionedDevice {
    if (this.state.status !== 'revoked') throw new DeviceExists(this.deviceId);
    return this.place(placement);
  }

  /** The same device with a new secret; the old one is invalid. @throws DeviceRevoked */
  rotate(): Required<ProvisionedDevice> {
    if (this.state.status === 'revoked') throw new DeviceRevoked(this.deviceId);
    const deviceSecret = newSecret();
    return { device: new Device({ ...this.state, secretHash: hashSecret(deviceSecret) }), deviceSecret };
  }

  /** Changes with the secret, and reveals nothing of it. */
  get secretVersion(): string {
    return hashSecret(Buffer.from(this.state.secretHash).toString('hex')).toString('base64url', 0, 12);
  }

  get isActive(): boolean {
    return this.state.status === 'active';
  }

  /** @throws InvalidToken for a wrong secret, and if it is not active */
  admit(secret: string): void {
    if (!secretMatches(secret, this.state.secretHash) || !this.isActive) throw new InvalidToken();
  }

  revoke(): Device {
    const { status, pruned } = this.state;
    return status === 'revoked' && !pruned
      ? this
      : new Device({ ...this.state, status: 'revoked', pruned: false });
  }

  /** Revokes it because the file, which lists every device, leaves it out. */
  prune(): Device {
    return this.state.status === 'revoked'
      ? this
      : new Device({ ...this.state, status: 'revoked', pruned: true });
  }
}

const PLACE_MEMBERS = ['projectId', 'sectorId', 'status'] as const;

function siteOf({ latitude, longitude, altitude, windHeight }: DeviceSite): DeviceSite {
  return { latitude, longitude, altitude, windHeight };
}

/** Null clears; for the height of the anemometer it means the default. */
function redeclaredSite(site: DeviceSite, declared: DeviceDeclaration): DeviceSite {
  const { latitude = site.latitude, longitude = site.longitude, altitude = site.altitude } = declared;
  const windHeight =
    declared.windHeight === undefined ? site.windHeight : (declared.windHeight ?? DEFAULT_WIND_HEIGHT);
  return { latitude, longitude, altitude, windHeight };
}

function lorawanOf({ devEui, mapping }: LorawanSettings): LorawanSettings {
  return { devEui, mapping };
}

/** Null clears. */
function redeclaredLorawan(before: LorawanSettings, declared: DeviceDeclaration): LorawanSettings {
  const { devEui = before.devEui, mapping = before.mapping } = declared;
  return { devEui: devEui === null ? null : devEuiOf(devEui), mapping };
}

function picked({ projectId, sectorId, status }: DevicePlacement): DevicePlacement {
  return { projectId, sectorId, status };
}

function check(
  deviceId: string,
  { projectId, sectorId, status }: DevicePlacement,
  site: DeviceSite,
  { devEui, mapping }: LorawanSettings,
): void {
  const problems = new Problems();
  for (const member of SITE_MEMBERS) {
    const { min, max } = SITE_RANGES[member];
    const value = site[member];
    problems.unless(
      value === null || (value >= min && value <= max),
      member,
      `must be a number from ${min} to ${max}`,
    );
  }
  problems
    .unless(
      (site.latitude === null) === (site.longitude === null),
      site.latitude === null ? 'latitude' : 'longitude',
      'must be given: latitude and longitude come together',
    )
    .unless(
      DEVICE_ID.test(deviceId),
      'deviceId',
      'must have 1 to 64 letters, digits, dots, colons, hyphens or underscores',
    )
    .unless(devEui === null || isDevEui(devEui), 'devEui', 'must have 16 hexadecimal digits')
    .unless(mapping === null || devEui !== null, 'mapping', 'requires devEui')
    .unless(isId(projectId), 'projectId', 'must be the id of a project')
    .unless(sectorId === null || isId(sectorId), 'sectorId', 'must be the id of a sector')
    .unless(DEVICE_STATUSES.includes(status), 'status', `must be one of ${DEVICE_STATUSES.join(', ')}`)
    .throwIfAny();
}
