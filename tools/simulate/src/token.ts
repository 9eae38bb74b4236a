import { Refusal } from './refusal.ts';

/** Exchanges a device's secret for an access token. @throws Refusal */
export async function tokenOf(
  iotUrl: string,
  { deviceId, deviceSecret }: { readonly deviceId: string; readonly deviceSecret: string },
): Promise<{ token: string; expiresAt: string }> {
  const response = await fetch(new URL('/api/iot/token', iotUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceId, deviceSecret }),
  });
  const { data, error = '' } = (await response.json()) as {
    data?: { token: string; expiresAt: string };
    error?: string;
  };
  if (data === undefined) throw new Refusal(`${deviceId} got no token: ${response.status} ${error}`);
  return data;
}
