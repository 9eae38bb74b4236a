import { describe, expect, it } from '@jest/globals';
import { routesOf } from '@furrow/http/testing';
import { describedOperations } from '@furrow/testbed/described';
import { createApi } from '../../src/api.ts';
import { MOVED_READS } from '../../src/http/moved-reads.ts';

describe('docs/openapi.json', () => {
  it('describes every route of the API and no other', async () => {
    const documentation = /^\S+ \/(docs|openapi\.)/;
    const moved = MOVED_READS.map(({ from }) => `GET ${from}`);
    const routes = [...(await routesOf(createApi)), ...moved].filter((route) => !documentation.test(route));
    const described = describedOperations('api').map(({ method, path }) => `${method} ${path}`);
    expect(routes.length).toBeGreaterThan(20);
    expect(described.sort()).toEqual(routes.sort());
  });
});
