/** What `furrow apply` and `furrow device register` give a device. */
export interface DeviceCredential {
  readonly deviceId: string;
  readonly deviceSecret: string;
}

export interface DeviceToken {
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Exchanges a device's secret for a token, at the gateway's `iotUrl` (`http://…`).
 *
 * @throws Error when the gateway refuses or does not answer
 */
export async function deviceToken(
  iotUrl: string | URL,
  { deviceId, deviceSecret }: DeviceCredential,
  signal?: AbortSignal,
): Promise<DeviceToken> {
  const response = await fetch(new URL('/api/iot/token', iotUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceId, deviceSecret }),
    ...(signal && { signal }),
  });
  const { data, error = '' } = (await response.json()) as { data?: DeviceToken; error?: string };
  if (data === undefined) throw new Error(`${deviceId} got no token: ${response.status} ${error}`);
  return data;
}
