import { AccessModule } from '@furrow/access/module';
import { ErrorRules } from '@furrow/http';
import { ErrorFilter, ExpectedMigrations, HealthController, QuietLogger } from '@furrow/http/host';
import type { Config } from '@furrow/config';
import type { Database } from '@furrow/database';
import { HostModule } from '@furrow/http/module';
import { allMigrations } from '@furrow/schema';
import { TelemetryModule } from '@furrow/telemetry/module';
import { type DynamicModule, Module } from '@nestjs/common';
import { CommandDispatcher } from './commands/command-dispatcher.ts';
import { CommandExpiry } from './commands/command-expiry.ts';
import { GatewayErrorRules } from './errors/gateway-error-rules.ts';
import { BrokerConsumer } from './external/broker-consumer.ts';
import { GatewayLifecycle } from './gateway.lifecycle.ts';
import { GatewayMetrics } from './gateway-metrics.ts';
import { DatabaseBreaker } from './ingest/database-breaker.ts';
import { ErrorCounts } from './ingest/error-counts.ts';
import { IngestPipeline } from './ingest/ingest-pipeline.ts';
import { ReadingRates } from '@furrow/http/limits';
import { MemoryBudget } from './memory/memory-budget.ts';
import { Connections } from './mqtt/connections.ts';
import { MqttEndpoint } from './mqtt/endpoint.ts';
import { ErrorReports } from './mqtt/error-reports.ts';
import { MqttController } from './mqtt/mqtt.controller.ts';
import { LoginThrottle } from './token/login-throttle.ts';
import { TokenController } from './token/token.controller.ts';

@Module({})
export class GatewayModule {
  static forRoot(config: Config, database: Database): DynamicModule {
    return {
      module: GatewayModule,
      imports: [HostModule.forRoot(config, database), AccessModule, TelemetryModule],
      controllers: [HealthController, TokenController, MqttController],
      providers: [
        ErrorFilter,
        QuietLogger,
        { provide: ErrorRules, useClass: GatewayErrorRules },
        {
          provide: ExpectedMigrations,
          useValue: new ExpectedMigrations(allMigrations.map((migration) => migration.name)),
        },
        GatewayMetrics,
        LoginThrottle,
        MemoryBudget,
        DatabaseBreaker,
        ReadingRates,
        ErrorCounts,
        IngestPipeline,
        Connections,
        ErrorReports,
        MqttEndpoint,
        BrokerConsumer,
        CommandDispatcher,
        CommandExpiry,
        GatewayLifecycle,
      ],
    };
  }
}
