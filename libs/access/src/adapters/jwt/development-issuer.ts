import { type Clock, ValidationFailed } from '@furrow/kernel';
import type { Config } from '@furrow/config';
import { DevelopmentKeysOff } from '../../domain/errors.ts';
import { isIdpId } from '../../domain/user.ts';
import { mayBeSignedHere } from './configured-issuer.ts';
import { DevelopmentKeys, type JwtKind } from './development-keys.ts';

export interface DevelopmentJwtOptions {
  /** For the mobile app's endpoints rather than the web's. */
  readonly mobile?: boolean;
  /** Default 3,600. */
  readonly expiresInSeconds?: number;
}

/** Signs JWTs as an identity provider would, while none is configured. */
export class DevelopmentIssuer {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the JWT alone
   * @throws DevelopmentKeysOff if an identity provider is configured, and in production; ValidationFailed
   */
  async sign(
    idpId: string,
    { mobile = false, expiresInSeconds = 3_600 }: DevelopmentJwtOptions = {},
  ): Promise<string> {
    const kind = mobile ? 'mobile' : 'user';
    if (!mayBeSignedHere(kind, this.config)) throw new DevelopmentKeysOff(reasonDisabled(kind, this.config));
    if (!isIdpId(idpId)) throw ValidationFailed.of('idpId', 'must have 1 to 128 printable characters');
    if (!Number.isSafeInteger(expiresInSeconds))
      throw ValidationFailed.of('expiresInSeconds', 'must be a whole number');

    const keys = new DevelopmentKeys(kind, this.config.home);
    const { kid, privateKey } = await keys.signingKey();
    const { issuer, audience } = keys.trust;
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    const claims = {
      iss: issuer,
      aud: audience,
      sub: idpId,
      iat: issuedAt,
      exp: issuedAt + expiresInSeconds,
    };
    // Loaded lazily, because most processes sign nothing.
    const { default: jwt } = await import('jsonwebtoken');
    return jwt.sign(claims, privateKey, { algorithm: 'RS256', keyid: kid });
  }
}

function reasonDisabled(kind: JwtKind, config: Config): string {
  const prefix = kind === 'user' ? 'USER_JWT' : 'MOBILE_JWT';
  if (config.production)
    return 'There are no development keys in production; get a JWT from the identity provider.';
  return `${prefix}_ISSUER is configured, so development keys are not accepted; get a JWT from that identity provider.`;
}
