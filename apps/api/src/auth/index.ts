export { type CallingRequest, credentialKey } from './caller.ts';
export { CurrentToken, CurrentUser } from './principal-parameters.ts';
export { TokenAccess } from './token-access.ts';
export { MobileAccess, UserAccess } from './user-access.ts';
