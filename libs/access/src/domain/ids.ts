import { type Branded, newId } from '@furrow/kernel';

export type CompanyId = Branded<string, 'CompanyId'>;
/** The name on a device's label and in its topics, which an administrator chose. */
export type DeviceId = Branded<string, 'DeviceId'>;
/** A user's id; not the idpId by which the identity provider knows them. */
export type UserId = Branded<string, 'UserId'>;
/** An API token's id inside the service; clients know it by its `KeyId`. */
export type TokenId = Branded<string, 'TokenId'>;
/** The public half of an API token's credential: `fk_` and 20 hex digits. */
export type KeyId = Branded<string, 'KeyId'>;

export const newUserId = (): UserId => newId() as UserId;
export const newTokenId = (): TokenId => newId() as TokenId;
