import { describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { EVENT_TYPES, signedHeaders, SigningSecret, Webhook } from './index.ts';

const NOW = new Date('2026-03-01T08:00:00Z');
const LATER = new Date('2026-03-02T08:00:00Z');
const asked = { url: 'https://hooks.example.com/', events: ['session.opened'] };
const details = (details: { field: string }[]) =>
  expect.objectContaining({
    code: 'validation_failed',
    details: details.map((each) => expect.objectContaining(each)),
  });

describe('a webhook', () => {
  it('subscribes to each event once, and is active', () => {
    const { state } = Webhook.make(
      { ...asked, events: ['session.opened', 'session.opened'], description: ' To  ERP ' },
      NOW,
    );
    expect(state).toMatchObject({
      ...{ events: ['session.opened'], description: 'To ERP', status: 'active', pausedReason: null },
      ...{ createdAt: NOW, updatedAt: NOW },
    });
    expect(Webhook.make({ ...asked, events: EVENT_TYPES }, NOW).state.events).toEqual(EVENT_TYPES);
  });

  it('names every unknown event', () => {
    const make = (events: string[]) => () => Webhook.make({ ...asked, events }, NOW);
    expect(make([])).toThrow(details([{ field: 'events' }]));
    expect(make(['nope', 'session.opened', 'webhook.test'])).toThrow(
      details([{ field: 'events[0]' }, { field: 'events[2]' }]),
    );
    expect(() => Webhook.make({ ...asked, description: 'x'.repeat(501) }, NOW)).toThrow(
      details([{ field: 'description' }]),
    );
  });

  it('is paused and resumed, and stores when', () => {
    const paused = Webhook.make(asked, NOW).change({ status: 'paused' }, LATER);
    expect(paused.state).toMatchObject({
      status: 'paused',
      pausedReason: 'requested',
      pausedAt: LATER,
      updatedAt: LATER,
    });
    expect(paused.change({ status: 'paused', description: null }, NOW).state.pausedAt).toBe(LATER);
    expect(paused.change({ status: 'active' }, LATER).state).toMatchObject({
      ...{ status: 'active', pausedReason: null, pausedAt: null, url: asked.url },
    });
  });
});

describe('a signature', () => {
  const body = '{"type":"session.opened","note":"ñ 🌱"}';

  it('is verified by the reference implementation, with either secret', () => {
    const [current, before] = [SigningSecret.make(), SigningSecret.make()];
    const headers = signedHeaders({ id: 'evt_1', body }, [current, before], new Date());
    for (const { text } of [current, before])
      expect(new Verifier(text).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Verifier(SigningSecret.make().text).verify(body, headers)).toThrow(
      'No matching signature',
    );
    for (const changed of [
      { 'webhook-id': 'evt_2' },
      { 'webhook-timestamp': String((Date.now() / 1_000 - 1) | 0) },
    ])
      expect(() => new Verifier(current.text).verify(body, { ...headers, ...changed })).toThrow();
    expect(() => new Verifier(current.text).verify(`${body} `, headers)).toThrow();
  });

  it('equals that of the reference implementation', () => {
    const secret = SigningSecret.make();
    const headers = signedHeaders({ id: 'evt_1', body }, [secret], NOW);
    expect(headers['webhook-signature']).toBe(new Verifier(secret.text).sign('evt_1', NOW, body));
  });

  it('uses 256 random bits', () => {
    expect(SigningSecret.make().text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(SigningSecret.make().text).not.toBe(SigningSecret.make().text);
  });
});
