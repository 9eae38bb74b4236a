export {
  Browser,
  DebianServer,
  describeIf,
  describeWith,
  isChromiumHere,
  KillablePostgres,
  Line,
  until,
} from '@furrow/platform/testing';
export { ApiProcess } from './api-process.ts';
export { EventReader } from './event-reader.ts';
export { isLibreOfficeHere, openedInLibreOffice } from './libre-office.ts';
export { ConsolePage } from './console-page.ts';
export { type Answer, Client, fetch, type Json } from './client.ts';
export { uploadForever } from './endless-upload.ts';
export * from './farm.ts';
export * from './form-farm.ts';
export { type Cut, CUTS, CuttingProxy } from './cutting-proxy.ts';
export { deafClient } from './deaf-client.ts';
export { copySession } from './many-sessions.ts';
export { OpenIdProvider } from './open-id-provider.ts';
export { sweepMedia } from './media-sweep.ts';
export * from './paying-farm.ts';
export { comparable, recountTotals, recountWorkers } from './recount.ts';
export { describeRefusals, type RefusalCase } from './refusal-cases.ts';
export { expectCommonHeaders, expectRefusal, wrongFields } from './refusal.ts';
export { expectInvalid, RefusedForms } from './refused-forms.ts';
export * from './scouted-farm.ts';
export { Station, Telemetry } from './station.ts';
export { SlowReader } from './slow-reader.ts';
export { SlowUpload } from './slow-upload.ts';
export { SigningKey } from './signing-key.ts';
export { type DatabaseOfSystem, System } from './system.ts';
export { AS_NAVIGATION, FROM_OWN_PAGE, Visitor } from './visitor.ts';
export { dateIn, firstInstantOf, hoursAgo } from './zones.ts';
