import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AdmitDevice, type AdmittedDevice } from '@furrow/access';
import { Unauthenticated } from '@furrow/access/domain';
import { bareAnswer, ErrorRules, Internal, Overloaded, RouteNotFound } from '@furrow/http';
import { DomainError, ValidationFailed } from '@furrow/kernel';
import { Config } from '@furrow/config';
import { DatabaseUnavailable } from '@furrow/database/errors';
import { Injectable, Logger } from '@nestjs/common';
import { WebSocketServer } from 'ws';
import { GatewayMetrics } from '../gateway-metrics.ts';
import { IngestPipeline } from '../ingest/ingest-pipeline.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { CompanyTurns, CountLimit } from '../company-turns.ts';
import type { ProtocolViolation } from '../transport/packet-rules.ts';
import type { PacketLimits, StreamHost } from '../transport/ports.ts';
import { causeOf, type DeviceBroker } from './broker.ts';
import { Connection } from './connection.ts';
import { Connections } from './connections.ts';

export const MQTT_PATH = '/mqtt';
const SUBPROTOCOL = 'mqtt';
const MIB = 1_048_576;
/** Above the longest accepted payload, so that one that is too long is reported rather than disconnected. */
const MAX_PACKET_BYTES = 2 * MIB;
const MAX_CONNECT_BYTES = 256 * 1_024;
const MAX_UNCONNECTED = 5_000;
/** Per turn of the event loop: the broker handles a run, of up to 64 packets, synchronously. */
const RUNS_A_TURN = 32;

/** The endpoint of devices: an upgrade to WebSocket with a valid IoT token, and HTTP for everything else. */
@Injectable()
export class MqttEndpoint implements StreamHost {
  readonly limits: PacketLimits = { maxPacketBytes: MAX_PACKET_BYTES, maxConnectBytes: MAX_CONNECT_BYTES };
  readonly brokerTurns = new CompanyTurns(new CountLimit(RUNS_A_TURN));
  readonly causeOf = causeOf;
  readonly #logger = new Logger('mqtt');
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: MAX_PACKET_BYTES,
    handleProtocols: () => SUBPROTOCOL,
  });
  #broker: DeviceBroker | undefined;
  #leaving = false;
  #admitting = 0;

  constructor(
    private readonly config: Config,
    private readonly admit: AdmitDevice,
    private readonly connections: Connections,
    private readonly ingest: IngestPipeline,
    readonly memory: MemoryBudget,
    private readonly rules: ErrorRules,
    private readonly metrics: GatewayMetrics,
  ) {
    metrics.semaphore('large_packet_bytes', memory.largePackets);
  }

  /** @param broker undefined: none here, because devices connect to an external one */
  attach(server: Server, broker: DeviceBroker | undefined): void {
    this.#broker = broker;
    server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
  }

  /** Stops admitting connections. */
  detach(): void {
    this.#leaving = true;
  }

  onViolation({ reason }: ProtocolViolation): void {
    this.metrics.violations.inc({ reason });
  }

  /** The device of a request's token. @throws Unauthenticated | InvalidToken | TokenExpired */
  async deviceOf({ headers }: IncomingMessage): Promise<AdmittedDevice> {
    const token = headers['x-iot-token']?.toString().trim() ?? '';
    if (token === '') throw new Unauthenticated('An IoT token is required in the header x-iot-token.');
    return this.admit.execute(token);
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const gone = () => socket.destroy();
    socket.on('error', gone);
    this.#admitting++;
    try {
      this.#checkPlace(request);
      const { device, expiresAt } = await this.deviceOf(request);
      this.#checkProtocol(request);
      const broker = this.#broker;
      if (broker === undefined || this.#leaving) throw new Overloaded('The gateway is stopping.');
      socket.off('error', gone);
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        const sockets = { webSocket: opened, network: socket as Socket };
        const connection = new Connection(device, expiresAt.getTime(), sockets, {
          stream: this,
          queue: this.ingest,
        });
        this.connections.add(connection);
        broker.serve(connection);
      });
    } catch (error) {
      this.#refuse(request, socket, error);
    } finally {
      this.#admitting--;
    }
  }

  /**
   * Checks that do not need the token. Any Origin is accepted: a page in a browser cannot set `x-iot-token`, so an
   * Origin says nothing about the caller, and Paho's Python client always sends one.
   */
  #checkPlace({ url = '' }: IncomingMessage): void {
    if (url.split('?')[0] !== MQTT_PATH || this.#broker === undefined) throw new RouteNotFound();
    if (this.#leaving) throw new Overloaded('The gateway is stopping.');
    if (this.connections.size + this.#admitting > this.config.iot.maxConnections)
      throw new Overloaded('The gateway has its maximum number of connections.');
    if (this.#admitting + this.connections.unconnected > MAX_UNCONNECTED)
      throw new Overloaded('Too many devices are connecting at once.');
  }

  #checkProtocol({ headers }: IncomingMessage): void {
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    if (!offered.includes(SUBPROTOCOL))
      throw ValidationFailed.of('Sec-WebSocket-Protocol', `must offer ${SUBPROTOCOL}`);
  }

  #refuse(request: IncomingMessage, socket: Duplex, error: unknown): void {
    const refusal = this.#refusalOf(error);
    const status = this.rules.statusOf(refusal) ?? 500;
    this.metrics.refusedConnections.inc({ code: refusal.code });
    const headers: Record<string, string> = {
      ...(status === 401 && { 'www-authenticate': 'IoT-Token realm="furrow"' }),
      ...(status === 503 && { 'retry-after': '2' }),
    };
    const requestId = request.headers['x-request-id'];
    socket.end(bareAnswer(status, refusal, { requestId, headers }));
    // Closes the connection if the client does not.
    setTimeout(() => socket.destroy(), 2_000).unref();
  }

  #refusalOf(error: unknown): DomainError {
    if (error instanceof DomainError && this.rules.statusOf(error) !== undefined) return error;
    if (error instanceof DatabaseUnavailable) return new Overloaded();
    this.#logger.error({ err: error }, 'unexpected error at an upgrade');
    return new Internal();
  }
}
