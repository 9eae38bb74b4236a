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
  userId: about(idOf('user'), 'As other answers name the person'),
  idpId: about(text, 'As the identity provider calls them', 'auth0|ana'),
  name: about(text, 'For people', 'Ana Rojas'),
  email: about(orNull(text), 'Null where none is known', 'ana@example.com'),
  role: about(oneOf(...ROLES), 'What the person may see and do'),
});
const company = object({
  companyId: about(idOf('company'), 'Whose everything is that the person sees'),
  name: about(text, 'For people', 'Acme Farms'),
});

export const SESSION_OF_CONSOLE = success(
  named('ConsoleSession', 'Who has signed in at the console.', {
    user: about(user, 'The person'),
    company: about(company, 'The company they belong to'),
    expiresAt: about(
      orNull(dateTime),
      'When the session ends unless it is used before; null for a JWT, which ends by itself',
    ),
    devLogin: about(flag, 'Whether development keys let anybody of the farm be chosen', true),
  }),
);

export const SIGNED_OUT = success(
  object({
    next: about(
      text,
      'Where the browser goes on: the identity provider’s own end of session, if it has one',
      '/console/',
    ),
  }),
);
