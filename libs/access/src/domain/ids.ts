import { newId } from '@furrow/kernel';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** A person who uses the service; not to be taken for the idpId by which the identity provider knows them. */
export type UserId = Branded<'UserId'>;
/** An API token inside the service; clients know it by its `KeyId`. */
export type TokenId = Branded<'TokenId'>;
/** The public half of an API token's credential: `fk_` and 20 hex digits. */
export type KeyId = Branded<'KeyId'>;

export const newUserId = (): UserId => newId() as UserId;
export const newTokenId = (): TokenId => newId() as TokenId;
