import type { SessionDetails } from '@furrow/production/domain';
import { About, Notes, Optional } from '../http/fields.ts';
import { answered } from '../openapi/answered.ts';
import type { ValueOf } from '../openapi/schema.ts';

const LENGTH = 100;

/** Optional details of a session, given at its opening and shown unchanged in every report. */
export class SessionDetailsBody {
  @About('The harvest unit, as the buyer or packing house names it', 'HU-204')
  @Optional(Notes(LENGTH))
  harvestUnitId?: string | null;

  @About('Code of the lot that the harvest goes into', 'LOT-2026-031')
  @Optional(Notes(LENGTH))
  harvestLotCode?: string | null;

  @About('License plate of the vehicle that takes the harvest away', 'KXRB-42')
  @Optional(Notes(LENGTH))
  license_plate?: string | null;

  @About('Name of the driver of that vehicle', 'Luis Soto')
  @Optional(Notes(LENGTH))
  driver_name?: string | null;
}

export const SESSION_DETAILS = answered(SessionDetailsBody);

export const detailsOf = (body: SessionDetailsBody): SessionDetails => ({
  harvestUnitId: body.harvestUnitId ?? null,
  harvestLotCode: body.harvestLotCode ?? null,
  licensePlate: body.license_plate ?? null,
  driverName: body.driver_name ?? null,
});

export const detailsAnswer = (details: SessionDetails): ValueOf<typeof SESSION_DETAILS> => ({
  harvestUnitId: details.harvestUnitId,
  harvestLotCode: details.harvestLotCode,
  license_plate: details.licensePlate,
  driver_name: details.driverName,
});
