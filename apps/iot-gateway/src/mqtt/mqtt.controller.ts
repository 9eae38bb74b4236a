import { DomainError } from '@furrow/kernel';
import { Controller, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { MqttEndpoint } from './endpoint.ts';

class UpgradeRequired extends DomainError {
  override readonly code = 'upgrade_required';
  constructor() {
    super('This path accepts WebSocket connections with the sub-protocol mqtt.');
  }
}

/** Answers plain HTTP requests to the endpoint of devices. */
@Controller('mqtt')
export class MqttController {
  constructor(private readonly endpoint: MqttEndpoint) {}

  @Get()
  async plain(@Req() request: Request): Promise<never> {
    await this.endpoint.deviceOf(request);
    throw new UpgradeRequired();
  }
}
