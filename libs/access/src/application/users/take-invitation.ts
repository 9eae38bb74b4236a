import { IdpIdTaken, InvitationAmbiguous } from '../../domain/errors.ts';
import { emailKey } from '../../domain/invitation.ts';
import { isEmail } from '../../domain/user.ts';
import type { CredentialLookup, PeopleTransactions } from '../ports.ts';

export interface TakeInvitationInput {
  readonly idpId: string;
  /** The identity provider has verified that it is theirs. */
  readonly email: string;
}

/** Makes an invited person a user of the company that expects them. */
export class TakeInvitation {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly people: PeopleTransactions,
  ) {}

  /**
   * Does nothing where nobody invites them, or where the subject is a user already.
   * @throws InvitationAmbiguous
   */
  async execute({ idpId, email }: TakeInvitationInput): Promise<void> {
    if (!isEmail(email)) return;
    const key = emailKey(email);
    const [companyId, ...more] = await this.lookup.companiesThatInvite(key);
    if (companyId === undefined) return;
    if (more.length > 0) throw new InvitationAmbiguous();
    try {
      await this.people.run(companyId, idpId, async ({ users, invitations }) => {
        const invitation = await invitations.take(key);
        if (invitation !== undefined) await users.add([invitation.takenBy(idpId)]);
      });
    } catch (error) {
      // A user who is inactive, or has signed in elsewhere meanwhile; the invitation stays.
      if (!(error instanceof IdpIdTaken)) throw error;
    }
  }
}
