import { expect, it } from '@jest/globals';
import { languageOf } from './language-of.ts';

it.each([
  ['?lang=es', 'en', ['en-GB'], 'es'],
  ['?lang=fr', 'es', ['en-GB'], 'es'],
  ['', null, ['fr-FR', 'es-CL', 'en'], 'es'],
  ['', 'zz', ['de'], 'en'],
  ['?lang=', null, [], 'en'],
])('of %s, kept %s, browser %j is %s', (search, kept, preferred, language) => {
  expect(languageOf(search, kept, preferred)).toBe(language);
});
