import { describe, expect, it } from '@jest/globals';
import { describedOperations, routesOf } from '@furrow/http/testing';
import { createApi } from '../../src/api.ts';

describe('docs/openapi.json', () => {
  it('describes every route of the API and no other', async () => {
    const documentation = /^\S+ \/(docs|openapi\.)/;
    const routes = (await routesOf(createApi)).filter((route) => !documentation.test(route));
    const described = describedOperations('api').map(({ method, path }) => `${method} ${path}`);
    expect(routes.length).toBeGreaterThan(20);
    expect(described.sort()).toEqual(routes.sort());
  });
});
