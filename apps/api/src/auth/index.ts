export { actsOfCaller, type CallingRequest, credentialKey } from './caller.ts';
export { ConsoleSessions, type SessionRequest } from './console/console-sessions.ts';
export { CookieScope, isPlainLoopback } from './console/cookie-scope.ts';
export { CookieSeal } from './console/cookie-seal.ts';
export { credentialEnd } from './credential-end.ts';
export { KeyAccess } from './key-access.ts';
export { CurrentCaller, CurrentToken, CurrentUser } from './principal-parameters.ts';
export { TokenAccess } from './token-access.ts';
export { MobileAccess, UserAccess } from './user-access.ts';
