import type { TokenPrincipal } from '@furrow/access/domain';
import { DatabaseUnavailable } from '@furrow/database/errors';
import { RateLimited, type ReceivedBody } from '@furrow/http';
import { ReadingRates } from '@furrow/http/limits';
import { ValidationFailed } from '@furrow/kernel';
import { IngestUplink, UnstorableReadings } from '@furrow/telemetry';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { Access, CurrentCaller } from '../auth/index.ts';
import { Received, ValidQuery } from '../http/bodies/validated.ts';
import { Answers, Does, ExampleBody, Refuses, Takes } from '../openapi/decorators.ts';
import { CHIRPSTACK_EVENT, CHIRPSTACK_EXAMPLE, TTN_EXAMPLE, TTN_MESSAGE } from './uplink.schema.ts';
import { ChirpStackQuery } from './uplinks.dto.ts';

type ReceivedUplink = Parameters<IngestUplink['execute']>[0];

const STORED = 'Everything usable is stored, now or before; or the event is no uplink';
const DOCUMENTED = 'docs/lorawan.md walks through the settings.';

/** What LoRaWAN devices measure, as their network servers report it. */
@Controller('api/iot/uplinks')
@Access({ scope: 'write:telemetry' })
export class UplinksController {
  constructor(
    private readonly ingestUplink: IngestUplink,
    private readonly rates: ReadingRates,
  ) {}

  @Post('ttn')
  @HttpCode(204)
  @Does(
    'An uplink of The Things Stack',
    `As a webhook of version 3 sends it, in the format JSON. Other messages are ignored. ${DOCUMENTED}`,
  )
  @Takes(TTN_MESSAGE)
  @ExampleBody(TTN_EXAMPLE)
  @Answers(204, STORED)
  @Refuses('device_unknown', 'uplink_unusable')
  ttn(@CurrentCaller() token: TokenPrincipal, @Received() body: ReceivedBody): Promise<void> {
    return this.#ingest(token, { network: 'ttn' }, body);
  }

  @Post('chirpstack')
  @HttpCode(204)
  @Does(
    'An uplink of ChirpStack',
    `As an HTTP integration of version 4 sends \`event=up\`, with the encoding JSON. Other events are ignored. ${DOCUMENTED}`,
  )
  @Takes(CHIRPSTACK_EVENT)
  @ExampleBody(CHIRPSTACK_EXAMPLE)
  @Answers(204, STORED)
  @Refuses('device_unknown', 'uplink_unusable')
  chirpstack(
    @CurrentCaller() token: TokenPrincipal,
    @ValidQuery(ChirpStackQuery) { event }: ChirpStackQuery,
    @Received() body: ReceivedBody,
  ): Promise<void> {
    return this.#ingest(token, { network: 'chirpstack', event }, body);
  }

  #ingest(
    { companyId }: TokenPrincipal,
    from: Pick<ReceivedUplink, 'network' | 'event'>,
    { members, problems }: ReceivedBody,
  ): Promise<void> {
    if (problems.length > 0) throw new ValidationFailed(problems);
    const admit: ReceivedUplink['admit'] = (device, readings) => {
      if (!this.rates.areLimited) return;
      const wait = this.rates.waitOf(device);
      if (wait !== undefined) throw new RateLimited('device', Math.ceil(wait.ms / 1_000));
      this.rates.take(device, readings);
    };
    return this.ingestUplink.execute({ companyId, ...from, body: members, admit }).catch((error: unknown) => {
      // The network server is to send it again, as the gateway would store it later.
      throw error instanceof UnstorableReadings ? new DatabaseUnavailable({ cause: error }) : error;
    });
  }
}
