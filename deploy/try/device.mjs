// A device of the trial: device.mjs URL DEVICE, where DEVICE is what `furrow device register --json` answered. Fetches its token,
// connects over WebSocket and TLS, has one reading acknowledged, and leaves.
import mqtt from './mqtt.mjs';

const [url = '', device = '{}'] = process.argv.slice(2);
const { deviceId, deviceSecret } = JSON.parse(device);

const answer = await fetch(`${url}/api/iot/token`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ deviceId, deviceSecret }),
});
const { data } = await answer.json();
const client = await mqtt.connectAsync(`${url.replace('http', 'ws')}/mqtt`, {
  ...{ protocolVersion: 4, reconnectPeriod: 0 },
  // The file is made for browsers, whose WebSocket Node.js has too, and there with headers.
  forceNativeWebSocket: true,
  createWebsocket: (address, protocols) =>
    new WebSocket(address, { protocols, headers: { 'x-iot-token': data.token } }),
});
const reading = { ts: Date.now() - 60_000, te: 19.5, hr: 50 };
await client.publishAsync(`v1/devices/${deviceId}/telemetry/weather`, JSON.stringify(reading), { qos: 1 });
await client.endAsync();
