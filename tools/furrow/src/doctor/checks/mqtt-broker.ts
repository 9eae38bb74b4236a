import type { Config } from '@furrow/config';
import type { Check } from '../finding.ts';
import { within } from '../within.ts';
import { withoutPassword } from '../without-password.ts';

const TIMEOUT_MS = 5_000;

export const mqttBroker: Check<Config> = {
  subject: 'MQTT broker',
  async examine({ iot: { brokerUrl } }, findings) {
    if (brokerUrl === undefined) {
      findings.fine('None is configured: the gateway itself is the broker.');
      return;
    }
    const { default: mqtt } = await import('mqtt');
    const client = mqtt.connect(brokerUrl, {
      clientId: `furrow-doctor-${process.pid}`,
      connectTimeout: TIMEOUT_MS,
      reconnectPeriod: 0,
    });
    try {
      const connected = new Promise<void>((resolve, reject) => {
        client.once('connect', () => resolve());
        client.on('error', reject);
        client.once('close', () => reject(new Error('it closes the connection')));
      });
      await within(TIMEOUT_MS, connected);
      findings.fine(`${withoutPassword(brokerUrl)} answers.`);
    } catch (error) {
      findings.wrong(
        `${withoutPassword(brokerUrl)} does not answer: ${(error as Error).message}.`,
        'Start it, or check MQTT_BROKER_URL and its credentials.',
      );
    } finally {
      client.end(true);
    }
  },
};
