import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { returnToOf } from './return-to.ts';

it.each([
  '/console',
  '/console/',
  '/console/today',
  '/console/sessions/0199c6a4?lang=es#records',
  '/field',
  '/field/count?lang=es',
  '/console/climate?from=2026-01-01T00:00&to=2026-01-02',
])('signing in returns to %s', (path) => {
  expect(returnToOf(path)).toBe(path);
});

it.each([
  undefined,
  ['/console/today', '/console/pay'],
  '',
  'today',
  'https://evil.example/console/',
  '//evil.example/console/',
  '/\\evil.example/console/',
  '/console/../api/control/tokens',
  '/console/..//evil.example',
  '/console/%2e%2e//evil.example',
  '/consoles/today',
  '/fields',
  '/field/../api/control/tokens',
  '/field.evil.example/',
  '/console@evil.example',
  '/console.evil.example/',
  'javascript:alert(1)',
  ' /console/today',
  `/console/${'a'.repeat(1_000)}`,
])('signing in returns to the first page instead of %p', (path) => {
  expect(returnToOf(path)).toBe('/console/');
});

it('signing in always returns to a path of the apps on the same host', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '..',
    '.',
    '%2e',
    '//',
    '@',
    ':',
    'console',
    'field',
    'evil.example',
    '\t',
    '?',
    '#',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const found = returnToOf(`/${pieces.join('')}`);
      const { origin, pathname } = new URL(found, 'https://farm.example');
      expect(origin).toBe('https://farm.example');
      expect(pathname).toMatch(/^\/(?:console|field)(?:\/|$)/);
    }),
  );
});
