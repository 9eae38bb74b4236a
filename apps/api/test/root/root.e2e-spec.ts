import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fetch, System } from '@furrow/testbed/system';
import { expectCommonHeaders } from '../harness/refusal.ts';

const OF_A_BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

const root = (accept?: string) => system.stranger.get('/', accept ? { headers: { accept } } : {});

it.each(['application/json', '*/*', 'application/json, text/html', 'image/png', undefined])(
  'the root tells a program that accepts %s what this service is and where to continue',
  async (accept) => {
    const answer = await root(accept);
    expectCommonHeaders(answer);
    expect(answer.headers.get('vary')).toMatch(/accept/i);
    const { url } = system;
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        status: 'success',
        data: {
          ...{ name: 'Furrow', version: '2.0.0', ready: true },
          links: {
            ...{ console: `${url}/console/`, reference: `${url}/docs`, openapi: `${url}/openapi.json` },
            health: `${url}/health/ready`,
          },
        },
      },
    });
  },
);

it('every link of the root leads somewhere', async () => {
  const { links } = (await root()).data;
  for (const link of Object.values<string>(links))
    expect([link, (await fetch(link)).status]).toEqual([link, 200]);
});

it('the root is a small page for a browser, which runs nothing and may load only its style and pictures of this host', async () => {
  const answer = await root(OF_A_BROWSER);
  expectCommonHeaders(answer);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(answer.text.length).toBeLessThan(4_000);
  expect(answer.text).not.toMatch(/<script|\son\w+=|\sstyle=/);
  expect(answer.text).toContain('It takes requests.');
  for (const link of ['console/', 'docs', 'openapi.json', 'health/ready'])
    expect(answer.text).toContain(`href="${system.url}/${link}"`);
});
