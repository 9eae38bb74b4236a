import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { RotateWebhookSecret } from '../../application/webhooks/rotate-webhook-secret.ts';
import { WorkingWebhooks } from '../../testing/working-webhooks.ts';

let work: WorkingWebhooks;
beforeAll(async () => {
  work = await WorkingWebhooks.start();
});
afterEach(() => work.reset());
afterAll(() => work?.close());

describe('a replaced secret', () => {
  it('signs beside its successor for a day', async () => {
    const receiver = await work.receiver();
    const hook = await work.hook(receiver);
    const { secret } = await new RotateWebhookSecret(work.transactions, work.clock).execute(
      hook.companyId,
      hook.webhookId,
    );
    await work.register(hook.companyId, ['w-1']);
    await work.deliver();
    const verifies = (text: string, index: number) => {
      const { headers, body } = receiver.received[index]!;
      return () => new Verifier(text).verify(body, headers as Record<string, string>);
    };
    expect(verifies(hook.secret, 0)).not.toThrow();
    expect(verifies(secret.text, 0)).not.toThrow();
    await work.postgres.owner.query(
      `UPDATE notifications.webhook_secrets SET expires_at = now() WHERE expires_at IS NOT NULL`,
    );
    await work.register(hook.companyId, ['w-2']);
    await work.deliver();
    expect(verifies(hook.secret, 1)).toThrow();
    expect(verifies(secret.text, 1)).not.toThrow();
  });

  it('signs for its own day also if its successor is replaced within it, and an earlier one no more', async () => {
    const receiver = await work.receiver();
    const hook = await work.hook(receiver);
    const { companyId, webhookId } = hook;
    const rotate = new RotateWebhookSecret(work.transactions, work.clock);
    const secrets = [hook.secret];
    const signed = async (): Promise<number[]> => {
      await work.register(companyId, ['w']);
      await work.deliver();
      const { headers, body } = receiver.received.at(-1)!;
      return secrets.flatMap((text, index) => {
        try {
          new Verifier(text).verify(body, headers as Record<string, string>);
          return [index];
        } catch {
          return [];
        }
      });
    };
    for (const expected of [
      [0, 1],
      [0, 1, 2],
      [1, 2, 3],
    ]) {
      secrets.push((await rotate.execute(companyId, webhookId)).secret.text);
      expect(await signed()).toEqual(expected);
    }
    // A day after the rotation before the last.
    await work.postgres.owner.query(
      `UPDATE notifications.webhook_secrets SET expires_at = now() WHERE webhook_id = $1 AND expires_at =
         (SELECT min(expires_at) FROM notifications.webhook_secrets WHERE webhook_id = $1)`,
      [webhookId],
    );
    expect(await signed()).toEqual([2, 3]);
  });

  it('cannot be read by users who manage webhooks', async () => {
    const { companyId } = await work.hook(await work.receiver());
    await expect(
      work.postgres.database.tenant(companyId, (tx) =>
        tx.query('SELECT secret FROM notifications.webhook_secrets'),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
