import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from '@furrow/access/module';
import { AgronomyModule } from '@furrow/agronomy/module';
import { FarmFileModule } from '@furrow/farm-file/module';
import { FormsModule } from '@furrow/forms/module';
import { ErrorRules } from '@furrow/http';
import { ErrorFilter, ExpectedMigrations, HealthController, QuietLogger } from '@furrow/http/host';
import { NotificationsModule } from '@furrow/notifications/module';
import { PayrollModule } from '@furrow/payroll/module';
import { Clock } from '@furrow/kernel';
import { Config } from '@furrow/config';
import type { Database } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { HostModule } from '@furrow/http/module';
import { SafetyModule } from '@furrow/safety/module';
import { ProductionModule } from '@furrow/production/module';
import { allMigrations } from '@furrow/schema';
import { TelemetryModule } from '@furrow/telemetry/module';
import { WorkforceModule } from '@furrow/workforce/module';
import { AlertsController, ConsoleAlertChangesController } from './notifications/alerts.controller.ts';
import { TreatmentsController } from './agronomy/treatments.controller.ts';
import { ConsoleDevicesController, DevicesController } from './access/devices.controller.ts';
import { ConsoleFeedsController } from './access/feed-reads.controller.ts';
import { PhonesController } from './access/phones/phones.controller.ts';
import { TokensController } from './access/tokens.controller.ts';
import { ConsoleSessions, CookieSeal, KnownCallers } from './auth/index.ts';
import { Candidates } from './console/candidates.ts';
import { SignInController } from './console/sign-in.controller.ts';
import { SignIn } from './console/sign-in.ts';
import { EventsController } from './notifications/events.controller.ts';
import { ApiErrorRules } from './errors/api-error-rules.ts';
import { FarmController } from './farm-file/farm.controller.ts';
import { PayPreviewController } from './payroll/preview/pay-preview.controller.ts';
import { FormImportController } from './forms/form-import.controller.ts';
import { FormRecordsController } from './forms/form-records.controller.ts';
import { FormsController } from './forms/forms.controller.ts';
import { MobileFormsController } from './forms/mobile-forms.controller.ts';
import { ApiHealthController } from './health.controller.ts';
import { BodyReader } from './http/bodies/body-reader.ts';
import { LargeBodies } from './http/bodies/large-bodies.ts';
import { CompanyAdmission } from './http/company-admission.ts';
import { CredentialRateLimit, RateLimits } from './http/rates/rate-limits.ts';
import { Streams } from './http/streams.ts';
import { PayReads } from './payroll/pay-reads.ts';
import { CommandsController } from './telemetry/commands.controller.ts';
import { IndicatorsController } from './telemetry/indicators.controller.ts';
import { ConsoleMeasuredDaysController } from './telemetry/measured-days.controller.ts';
import { ConsoleRejectedUplinksController } from './telemetry/rejected-uplinks.controller.ts';
import { RestController } from './safety/rest.controller.ts';
import { FarmPermits } from './farm-file/farm-permits.ts';
import { RestReads } from './safety/rest-reads.ts';
import { SeriesController } from './telemetry/series.controller.ts';
import { UplinksController } from './telemetry/uplinks.controller.ts';
import { ReadingRates } from '@furrow/http/limits';
import { MediaMaintenanceJob } from './media/media-maintenance-job.ts';
import { MediaController } from './media/media.controller.ts';
import { ComingAdjustmentsController } from './payroll/coming-adjustments.controller.ts';
import { PayLinesController } from './payroll/pay-lines.controller.ts';
import { PayRunFilesController } from './payroll/pay-run-files.controller.ts';
import { PayRunsController } from './payroll/pay-runs.controller.ts';
import { ReceiptLinks } from './payroll/receipt-links.ts';
import { ReceiptsController } from './payroll/receipts.controller.ts';
import { WorkerDaysController } from './payroll/worker-days.controller.ts';
import { ConsoleObservedDaysController } from './agronomy/observed-days.controller.ts';
import { PhytosanitaryController } from './agronomy/phytosanitary.controller.ts';
import { ConsoleHarvestController, HarvestController } from './production/harvest.controller.ts';
import { HarvestGroupsController } from './production/harvest-groups/harvest-groups.controller.ts';
import { ContainersController } from './production/containers.controller.ts';
import { QualitiesController } from './production/qualities.controller.ts';
import { RecordExportController } from './production/record-export.controller.ts';
import { RecordsController } from './production/records.controller.ts';
import { CorrectionsController } from './production/corrections.controller.ts';
import { SessionsController } from './production/sessions.controller.ts';
import { ConsoleProjectsController, ProjectsController } from './agronomy/projects.controller.ts';
import { ConsoleSessionsController } from './console/console-sessions.controller.ts';
import { Readiness } from './root/readiness.ts';
import { RootController } from './root/root.controller.ts';
import { ShiftsController } from './workforce/shifts.controller.ts';
import { WebhookDeliveriesController } from './notifications/webhook-deliveries.controller.ts';
import { WebhooksController } from './notifications/webhooks.controller.ts';
import { BadgesController } from './workforce/badges.controller.ts';
import { WorkersController } from './workforce/workers.controller.ts';

const CONTEXTS = [
  AccessModule,
  AgronomyModule,
  WorkforceModule,
  ProductionModule,
  FormsModule,
  TelemetryModule,
  PayrollModule,
  NotificationsModule,
  FarmFileModule,
  SafetyModule,
];

const CONTROLLERS = [
  ApiHealthController,
  RootController,
  FarmController,
  PayPreviewController,
  ProjectsController,
  WorkersController,
  BadgesController,
  ShiftsController,
  RestController,
  PayRunsController,
  ReceiptsController,
  WorkerDaysController,
  PayLinesController,
  ComingAdjustmentsController,
  PayRunFilesController,
  SessionsController,
  // Before the records by id, or `export` would be read as an id.
  RecordExportController,
  RecordsController,
  CorrectionsController,
  ContainersController,
  QualitiesController,
  HarvestController,
  HarvestGroupsController,
  PhytosanitaryController,
  TreatmentsController,
  FormImportController,
  FormRecordsController,
  FormsController,
  MobileFormsController,
  MediaController,
  SeriesController,
  IndicatorsController,
  CommandsController,
  UplinksController,
  DevicesController,
  PhonesController,
  TokensController,
  SignInController,
  EventsController,
  ConsoleProjectsController,
  ConsoleSessionsController,
  ConsoleHarvestController,
  ConsoleObservedDaysController,
  ConsoleDevicesController,
  ConsoleMeasuredDaysController,
  ConsoleRejectedUplinksController,
  ConsoleFeedsController,
  WebhooksController,
  WebhookDeliveriesController,
  ConsoleAlertChangesController,
  AlertsController,
];

@Module({})
export class ApiModule {
  static forRoot(config: Config, database: Database): DynamicModule {
    return {
      module: ApiModule,
      imports: [HostModule.forRoot(config, database), ...CONTEXTS],
      controllers: CONTROLLERS,
      providers: [
        ErrorFilter,
        { provide: ErrorRules, useClass: ApiErrorRules },
        {
          provide: ExpectedMigrations,
          useValue: new ExpectedMigrations(allMigrations.map((migration) => migration.name)),
        },
        QuietLogger,
        {
          provide: RateLimits,
          useFactory: (config: Config, metrics: Metrics) => RateLimits.of(config, metrics),
          inject: [Config, Metrics],
        },
        HealthController,
        Readiness,
        ReadingRates,
        Streams,
        PayReads,
        RestReads,
        FarmPermits,
        ReceiptLinks,
        LargeBodies,
        MediaMaintenanceJob,
        {
          provide: CookieSeal,
          useFactory: (config: Config, clock: Clock) => new CookieSeal(config, clock),
          inject: [Config, Clock],
        },
        ConsoleSessions,
        SignIn,
        Candidates,
        KnownCallers,
        // In this order: the rate of the caller and the load of its company are limited before the body is read.
        { provide: APP_INTERCEPTOR, useClass: CredentialRateLimit },
        { provide: APP_INTERCEPTOR, useClass: CompanyAdmission },
        { provide: APP_INTERCEPTOR, useClass: BodyReader },
      ],
    };
  }
}
