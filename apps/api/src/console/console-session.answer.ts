import { ROLES } from '@furrow/access/domain';
import {
  about,
  count,
  dateTime,
  flag,
  idOf,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';

const user = object({
  userId: about(idOf('user'), 'The user’s id in other responses'),
  idpId: about(text, 'Their subject at the identity provider', 'auth0|ana'),
  name: about(text, 'Full name', 'Ana Rojas'),
  email: about(orNull(text), 'Null if unknown', 'ana@example.com'),
  role: about(oneOf(...ROLES), 'What the user may see and do'),
});
const company = object({
  companyId: about(idOf('company'), 'The company of everything that the user sees'),
  name: about(text, 'Name of the company', 'Acme Farms'),
  timezone: about(text, 'IANA name of the zone of its office', 'America/Santiago'),
  currency: about(orNull(text), 'ISO 4217 code of its amounts; null if it has none', 'CLP'),
  currencyDecimals: about(count, 'The decimals of its amounts, by ISO 4217; two without a currency', 0),
});

export const SESSION_OF_CONSOLE = success(
  named('ConsoleSession', 'The user who is signed in at the console.', {
    user: about(user, 'The person'),
    company: about(company, 'The company they belong to'),
    expiresAt: about(
      orNull(dateTime),
      'When the session ends unless it is used before; null for a JWT, which has its own expiry',
    ),
    tiles: about(
      orNull(
        object({
          url: about(text, 'With `{z}`, `{x}` and `{y}`', 'https://tiles.example/{z}/{x}/{y}.png'),
          attribution: about(text, 'To be shown beside them; may be empty', '© OpenStreetMap'),
        }),
      ),
      'Pictures of the map on which outlines are drawn, where the operator names a host of them',
      null,
    ),
    devLogin: about(flag, 'Whether development keys let any user of the farm be chosen', true),
  }),
);

const candidate = named(
  'SignInCandidate',
  'A user to choose, when development keys replace an identity provider.',
  {
    idpId: about(text, 'The `sub` of their JWT; of an invited person the e-mail address', 'auth0|ana'),
    name: about(text, 'Full name', 'Ana Rojas'),
    role: about(oneOf(...ROLES), 'What the user may see and do'),
    companyName: about(text, 'The company they belong to', 'Acme Farms'),
  },
);

export const SIGN_IN_OPTIONS = success(
  named('SignInOptions', 'How people sign in at this console.', {
    way: about(oneOf('provider', 'chooser'), 'At the identity provider, or by choosing a user'),
    candidates: about(
      listOf(candidate),
      'The active and the invited users, by company and name; empty with a provider',
    ),
    more: about(flag, 'Whether there are more users than the first 200', false),
  }),
);

export const SIGNED_OUT = success(
  object({
    next: about(
      text,
      'Where the browser should go next: the identity provider’s end of session, if it has one',
      '/console/',
    ),
  }),
);
