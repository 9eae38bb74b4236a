import { describe, expect, it } from '@jest/globals';
import { routesOf } from '@furrow/http/testing';
import { describedOperations } from '@furrow/testbed/described';
import { createGateway } from '../src/gateway.ts';

describe('docs/openapi.json', () => {
  it('describes every route of the gateway and no other', async () => {
    const described = describedOperations('gateway').map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual((await routesOf(createGateway)).sort());
  });
});
