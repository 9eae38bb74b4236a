export { Access, UserAccess } from './access.ts';
export { actsOfCaller, type CallingRequest } from './caller.ts';
export { ConsoleSessions, type SessionRequest } from './console/console-sessions.ts';
export { CookieScope, isPlainLoopback } from './console/cookie-scope.ts';
export { CookieSeal } from './console/cookie-seal.ts';
export { credentialEnd } from './credential-end.ts';
export { KnownCallers } from './known-callers.ts';
export { MobileAccess } from './mobile-access.ts';
export { CurrentCaller, CurrentToken, CurrentUser } from './principal-parameters.ts';
