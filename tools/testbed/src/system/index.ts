export { ApiProcess } from './api-process.ts';
export { type Answer, answerOf, Client, fetch, type Json, STOPPED_API } from './client.ts';
export { ConsolePage } from './console-page.ts';
export { OpenIdProvider } from './open-id-provider.ts';
export { phoneFlaws, turnAround } from './phone-flaws.ts';
export { type DatabaseOfSystem, EMPTYING, System } from './system.ts';
export { AS_NAVIGATION, FROM_OWN_PAGE, Visitor } from './visitor.ts';
export { dateIn, firstInstantOf, hoursAgo } from '../zones.ts';
