import type { FieldProblem } from '@furrow/kernel';
import type { LorawanNetwork } from '../../domain/lorawan/uplink.ts';
import type { DeviceContext } from '../ports.ts';

/** A device as its network server names it. */
export interface LorawanDevice {
  readonly device: DeviceContext;
  readonly isActive: boolean;
  /** As the farm file writes it. */
  readonly mapping: Readonly<Record<string, string>> | null;
}

/** The LoRaWAN devices of companies. */
export abstract class LorawanDevices {
  /** @param devEui in upper case */
  abstract byDevEui(companyId: string, devEui: string): Promise<LorawanDevice | undefined>;
}

/** An uplink of which nothing was stored. */
export interface RejectedUplink {
  readonly companyId: string;
  readonly devEui: string;
  readonly network: LorawanNetwork;
  readonly code: 'device_unknown' | 'uplink_unusable';
  /** What is wrong, by member. */
  readonly reasons: readonly FieldProblem[];
  readonly at: Date;
}

/** All rejected uplinks of one device for one reason. */
export interface RejectedUplinkView extends Omit<RejectedUplink, 'at' | 'companyId'> {
  /** Of the device, if the company has it now. */
  readonly deviceId: string | null;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Rejected uplinks, counted by device, network and code; of a company at most `MAX_REJECTED_UPLINKS`, the latest. */
export abstract class RejectedUplinks {
  abstract add(uplink: RejectedUplink): Promise<void>;
  /** The latest first. */
  abstract all(companyId: string): Promise<readonly RejectedUplinkView[]>;
  /** Removes what was last rejected before. @returns how many */
  abstract removeBefore(instant: Date): Promise<number>;
}

export const MAX_REJECTED_UPLINKS = 200;
