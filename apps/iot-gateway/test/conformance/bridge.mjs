// node bridge.mjs <port> <url of the gateway> <deviceId> <deviceSecret>: bridges plain MQTT over TCP to a gateway, as a
// device.
import { createServer } from 'node:net';
import process from 'node:process';
import WebSocket from 'ws';

const [port, url, deviceId, deviceSecret] = process.argv.slice(2);

async function askForToken() {
  const response = await globalThis.fetch(`${url}/api/iot/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceId, deviceSecret }),
  });
  return (await response.json()).data.token;
}

const token = await askForToken();
createServer({ allowHalfOpen: true }, (tcp) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/mqtt`, 'mqtt', {
    headers: { 'x-iot-token': token },
  });
  tcp.pause();
  socket.on('open', () => tcp.resume());
  tcp.on('data', (bytes) => socket.readyState === WebSocket.OPEN && socket.send(bytes));
  tcp.on('end', () => socket.terminate());
  tcp.on('error', () => socket.terminate());
  socket.on('message', (bytes) => tcp.write(bytes));
  socket.on('close', () => tcp.end());
  socket.on('error', () => tcp.destroy());
}).listen(Number(port), '127.0.0.1');
