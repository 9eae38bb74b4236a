export { aPhoto } from '@furrow/media/testing';
export { Receiver } from '@furrow/notifications/testing';
export {
  Browser,
  DEMO_FARM,
  DebianServer,
  describeIf,
  describeWith,
  FieldPage,
  isChromiumHere,
  KillablePostgres,
  Line,
  until,
} from '@furrow/testbed';
export { ApiProcess } from './api-process.ts';
export { EventReader } from './event-reader.ts';
export { isLibreOfficeHere, openedInLibreOffice } from './libre-office.ts';
export { ConsolePage } from './browser/console-page.ts';
export { phoneFlaws, turnAround } from './browser/phone-flaws.ts';
export { type Answer, Client, fetch, type Json, STOPPED_API } from './client.ts';
export { uploadForever } from './network/endless-upload.ts';
export { DemoFarm } from './farms/demo-farm.ts';
export * from './farms/farm.ts';
export * from './farms/form-farm.ts';
export { Grower } from './farms/grower.ts';
export { type Cut, CUTS, CuttingProxy } from './network/cutting-proxy.ts';
export { deafClient } from './network/deaf-client.ts';
export { sessionAboutToEnd, storedStatus, STRICT } from './farms/lapsing-session.ts';
export { copySession } from './farms/many-sessions.ts';
export { OpenIdProvider } from './browser/open-id-provider.ts';
export { sweepMedia } from './media-sweep.ts';
export * from './farms/paying-farm.ts';
export { comparable, recountTotals, recountWorkers } from './recount.ts';
export { describeRefusals, type RefusalCase } from './refusal-cases.ts';
export { expectCommonHeaders, expectRefusal, wrongFields } from './refusal.ts';
export { expectInvalid, RefusedForms } from './farms/refused-forms.ts';
export * from './farms/scouted-farm.ts';
export { Station, Telemetry } from './station.ts';
export { SlowReader } from './network/slow-reader.ts';
export { SlowUpload } from './network/slow-upload.ts';
export { SigningKey } from '@furrow/access/testing';
export { workbookOf } from '@furrow/spreadsheet/testing';
export { EMPTYING, System } from './system.ts';
export { AS_NAVIGATION, FROM_OWN_PAGE, Visitor } from './browser/visitor.ts';
export { dateIn, firstInstantOf, hoursAgo } from './zones.ts';
export { Webhook as WebhookVerifier } from 'standardwebhooks';
