import { ROLES } from '@furrow/access/domain';
import {
  about,
  dateTime,
  flag,
  idOf,
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
  name: about(text, 'For people', 'Ana Rojas'),
  email: about(orNull(text), 'Null if unknown', 'ana@example.com'),
  role: about(oneOf(...ROLES), 'What the user may see and do'),
});
const company = object({
  companyId: about(idOf('company'), 'The company of everything that the user sees'),
  name: about(text, 'For people', 'Acme Farms'),
});

export const SESSION_OF_CONSOLE = success(
  named('ConsoleSession', 'The user who is signed in at the console.', {
    user: about(user, 'The person'),
    company: about(company, 'The company they belong to'),
    expiresAt: about(
      orNull(dateTime),
      'When the session ends unless it is used before; null for a JWT, which has its own expiry',
    ),
    devLogin: about(flag, 'Whether development keys let any user of the farm be chosen', true),
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
