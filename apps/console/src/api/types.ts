import type { components } from '@furrow/client';

type Schemas = components['schemas'];

/** The signed-in user, and when the session expires. */
export type SignedIn = Schemas['ConsoleSession'];
export type Session = Schemas['Session'];
export type HarvestSession = Schemas['HarvestSession'];
export type HarvestWorker = Schemas['HarvestWorker'];
export type ProductionRecord = Schemas['ProductionRecord'];
export type DescribedProject = Schemas['DescribedProject'];
export type DescribedSector = Schemas['DescribedSector'];
export type Device = Schemas['Device'];
export type DeviceActivity = Schemas['DeviceActivity'];
export type ApiToken = Schemas['ApiToken'];
export type FeedRead = Schemas['FeedRead'];
export type Webhook = Schemas['Webhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookReplay = Schemas['WebhookReplay'];
export type Alert = Schemas['Alert'];
export type AlertDevice = Schemas['AlertDevice'];
export type AlertChange = Schemas['AlertChange'];
export type AlertBody = Schemas['AlertBody'];
export type PayRun = Schemas['PayRun'];
export type ListedPayRun = Schemas['ListedPayRun'];
export type PayStatement = Schemas['PayStatement'];
export type PayStatementOfRun = Schemas['PayStatementOfRun'];
export type HarvestPace = Schemas['HarvestPace'];
export type Treatment = Schemas['Treatment'];
export type PhytosanitaryRecord = Schemas['PhytosanitaryRecord'];
export type IndicatorDay = Schemas['IndicatorDay'];
export type IndicatorMeta = Schemas['IndicatorMeta'];
export type WeatherPoint = Schemas['WeatherPoint'];
export type PlantPoint = Schemas['PlantPoint'];
export type IrrigationEvent = Schemas['IrrigationEvent'];
export type Form = Schemas['Form'];
export type ProjectAggregate = Schemas['ProjectAggregate'];
export type SectorAggregate = Schemas['SectorAggregate'];
