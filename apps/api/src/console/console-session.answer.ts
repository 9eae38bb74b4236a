import { ROLES } from '@furrow/access/domain';
import * as s from '../openapi/schema.ts';

const user = s.object({
  userId: s.about(s.idOf('user'), 'The user’s id in other responses'),
  idpId: s.about(s.text, 'Their subject at the identity provider', 'auth0|ana'),
  name: s.about(s.text, 'Full name', 'Ana Rojas'),
  email: s.about(s.orNull(s.text), 'Null if unknown', 'ana@example.com'),
  role: s.about(s.oneOf(...ROLES), 'What the user may see and do'),
});
const company = s.object({
  companyId: s.about(s.idOf('company'), 'The company of everything that the user sees'),
  name: s.about(s.text, 'Name of the company', 'Acme Farms'),
  timezone: s.about(s.text, 'IANA name of the zone of its office', 'America/Santiago'),
  currency: s.about(s.orNull(s.text), 'ISO 4217 code of its amounts; null if it has none', 'CLP'),
  currencyDecimals: s.about(s.count, 'The decimals of its amounts, by ISO 4217; two without a currency', 0),
});

export const SESSION_OF_CONSOLE = s.success(
  s.named('ConsoleSession', 'The user who is signed in at the console.', {
    user: s.about(user, 'The person'),
    company: s.about(company, 'The company they belong to'),
    expiresAt: s.about(
      s.orNull(s.dateTime),
      'When the session ends unless it is used before; null for a JWT, which has its own expiry',
    ),
    tiles: s.about(
      s.orNull(
        s.object({
          url: s.about(s.text, 'With `{z}`, `{x}` and `{y}`', 'https://tiles.example/{z}/{x}/{y}.png'),
          attribution: s.about(s.text, 'To be shown beside them; may be empty', '© OpenStreetMap'),
        }),
      ),
      'Pictures of the map on which outlines are drawn, where the operator names a host of them',
      null,
    ),
    devLogin: s.about(s.flag, 'Whether development keys let any user of the farm be chosen', true),
  }),
);

const candidate = s.named(
  'SignInCandidate',
  'A user to choose, when development keys replace an identity provider.',
  {
    idpId: s.about(s.text, 'The `sub` of their JWT; of an invited person the e-mail address', 'auth0|ana'),
    name: s.about(s.text, 'Full name', 'Ana Rojas'),
    role: s.about(s.oneOf(...ROLES), 'What the user may see and do'),
    companyName: s.about(s.text, 'The company they belong to', 'Acme Farms'),
  },
);

export const SIGN_IN_OPTIONS = s.success(
  s.named('SignInOptions', 'How people sign in at this console.', {
    way: s.about(s.oneOf('provider', 'chooser'), 'At the identity provider, or by choosing a user'),
    candidates: s.about(
      s.listOf(candidate),
      'The active and the invited users, by company and name; empty with a provider',
    ),
    more: s.about(s.flag, 'Whether there are more users than the first 200', false),
  }),
);

export const SIGNED_OUT = s.success(
  s.object({
    next: s.about(
      s.text,
      'Where the browser should go next: the identity provider’s end of session, if it has one',
      '/console/',
    ),
  }),
);
