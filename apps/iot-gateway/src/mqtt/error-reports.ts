import { topicsOf } from '@furrow/telemetry';
import { Injectable } from '@nestjs/common';
import { generate } from 'mqtt-packet';
import { GatewayMetrics } from '../gateway-metrics.ts';
import { Connections } from './connections.ts';
import { subscribesToErrors } from './subscriptions.ts';

/**
 * Reports refused messages to devices on `…/errors`, QoS 0: reports to a client that does not read are dropped, so that
 * no other waits for it. Written directly to the connection, because the broker has one queue for all.
 */
@Injectable()
export class ErrorReports {
  constructor(
    private readonly connections: Connections,
    private readonly metrics: GatewayMetrics,
  ) {}

  send(deviceId: string, messages: readonly string[]): void {
    let packets: Buffer | undefined;
    for (const connection of this.connections.of(deviceId)) {
      if (!subscribesToErrors(connection)) continue;
      if (connection.stream.isCongested) {
        this.metrics.droppedReports.inc(messages.length);
        continue;
      }
      packets ??= Buffer.concat(messages.map((message) => packetOf(deviceId, message)));
      connection.stream.write(packets);
    }
  }
}

function packetOf(deviceId: string, payload: string): Buffer {
  const { errors: topic } = topicsOf(deviceId);
  return generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false });
}
