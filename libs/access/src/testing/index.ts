export {
  aCompany,
  aDevice,
  anIssuedToken,
  aToken,
  aTokenPrincipal,
  aUser,
  aUserPrincipal,
  aUserProfile,
  ISSUED_AT,
} from './builders.ts';
export { deviceToken, type DeviceCredential, type DeviceToken } from './device-token.ts';
export { TestIdentityProvider } from './identity-provider.ts';
export { type AccessRepositories, InMemoryAccess } from './in-memory-access.ts';
