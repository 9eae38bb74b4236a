import { DevelopmentIssuer } from '@furrow/access';
import { SystemClock } from '@furrow/kernel';
import { configuration } from '../configuration.ts';
import { durationOf } from '../duration.ts';
import type { Answer } from '../output.ts';

export interface JwtOptions {
  readonly idpId: string;
  readonly mobile: boolean;
  readonly expiresIn: string;
}

/** Needs no database, because signing needs keys only. */
export async function jwt(options: JwtOptions): Promise<Answer> {
  const issuer = new DevelopmentIssuer(configuration({ needsDatabase: false }), new SystemClock());
  const signed = await issuer.sign(options.idpId, {
    mobile: options.mobile,
    expiresInSeconds: durationOf(options.expiresIn) / 1_000,
  });
  return { document: { jwt: signed }, text: signed };
}
