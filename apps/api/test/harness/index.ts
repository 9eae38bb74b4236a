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
export * from '@furrow/testbed/farms';
export * from '@furrow/testbed/system';
export { EventReader } from './event-reader.ts';
export { isLibreOfficeHere, openedInLibreOffice } from './libre-office.ts';
export { uploadForever } from './network/endless-upload.ts';
export { Grower } from './farms/grower.ts';
export { type Cut, CUTS, CuttingProxy } from './network/cutting-proxy.ts';
export { deafClient } from './network/deaf-client.ts';
export { sessionAboutToEnd, storedStatus, STRICT } from './farms/lapsing-session.ts';
export { copySession } from './farms/many-sessions.ts';
export { sweepMedia } from './media-sweep.ts';
export { comparable, recountTotals, recountWorkers } from './recount.ts';
export { describeRefusals, type RefusalCase } from './refusal-cases.ts';
export { expectCommonHeaders, expectRefusal, wrongFields } from './refusal.ts';
export { expectInvalid, RefusedForms } from './farms/refused-forms.ts';
export { SlowReader } from './network/slow-reader.ts';
export { SlowUpload } from './network/slow-upload.ts';
export { SigningKey } from '@furrow/testbed/keys';
export { workbookOf } from '@furrow/spreadsheet/testing';
export { Webhook as WebhookVerifier } from 'standardwebhooks';
