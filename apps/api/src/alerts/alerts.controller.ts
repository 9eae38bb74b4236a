import type { UserPrincipal } from '@furrow/access/domain';
import {
  DeleteAlert,
  ListAlertChanges,
  ListAlerts,
  PutAlert,
  type ShownAlert,
  type DeclaredAlert,
} from '@furrow/notifications';
import { type AlertStateName, isRaised } from '@furrow/notifications/domain';
import { Controller, Delete, Get, HttpCode, Injectable, Put } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { AlertBody, AlertChangesQuery } from './alert.dto.ts';
import { ALERT, ALERT_CHANGES, ALERTS } from './alert.schema.ts';

@Injectable()
abstract class AlertReads {
  constructor(private readonly listAlerts: ListAlerts) {}

  @Get()
  @Does('Alerts of the company', 'The rules, by key, with the state of each device that they watch.')
  @Answers(200, 'Every alert', ALERTS)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    return { status: 'success', data: (await this.listAlerts.execute(companyId)).map(alertAnswer) };
  }

  @Get(':key')
  @Does('An alert')
  @Answers(200, 'The rule, and its state', ALERT)
  @Refuses('alert_not_found')
  async get(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('key', 'frost', 'The key of the rule') key: string,
  ) {
    return { status: 'success', data: alertAnswer(await this.listAlerts.get(companyId, key)) };
  }
}

@Controller('api/console/alerts')
@UserAccess()
export class ConsoleAlertsController extends AlertReads {}

@Controller('api/console/alert-changes')
@UserAccess()
export class ConsoleAlertChangesController {
  constructor(private readonly listAlertChanges: ListAlertChanges) {}

  @Get()
  @Does(
    'Recent changes of alerts',
    'What rules found in the last 30 days, the latest first. Readings that arrive late are found late.',
  )
  @Answers(200, 'Changes, and where older ones continue', ALERT_CHANGES)
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(AlertChangesQuery) { before, pageSize }: AlertChangesQuery,
  ) {
    const { changes, next } = await this.listAlertChanges.execute(companyId, before, pageSize);
    return {
      status: 'success',
      data: changes.map(({ key, name, deviceId, state, at, clears }) => ({
        ...{ key, name, device: deviceId, state, at: at.toISOString() },
        event: isRaised(state) ? 'alert.raised' : clears ? 'alert.cleared' : null,
      })),
      meta: { next },
    };
  }
}

@Controller('api/control/alerts')
@UserAccess()
export class AlertsController extends AlertReads {
  constructor(
    listAlerts: ListAlerts,
    private readonly putAlert: PutAlert,
    private readonly deleteAlert: DeleteAlert,
  ) {
    super(listAlerts);
  }

  @Put(':key')
  @UserAccess('admin')
  @Does(
    'Create or change an alert',
    'A repeat changes nothing. A rule that watches something else than before clears what it has raised, and starts again ' +
      'from the readings of the last day.',
  )
  @ExampleBody({
    name: 'Frost in the north block',
    kind: 'threshold',
    project: 'north',
    metric: 'te',
    below: 0,
    for: '10m',
  })
  @Answers(200, 'The new rule', ALERT)
  @Refuses('project_not_found', 'device_not_found')
  async put(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('key', 'frost', 'The key of the rule') key: string,
    @ValidBody(AlertBody) body: AlertBody,
  ) {
    const shown = await this.putAlert.execute(companyId, statementOf(key, body));
    return { status: 'success', data: alertAnswer(shown) };
  }

  @Delete(':key')
  @HttpCode(204)
  @UserAccess('admin')
  @Does('Delete an alert', 'Alerts that it has raised are cleared.')
  @Answers(204, 'Deleted')
  @Refuses('alert_not_found')
  async delete(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('key', 'frost', 'The key of the rule') key: string,
  ): Promise<void> {
    await this.deleteAlert.execute(companyId, key);
  }
}

const statementOf = (
  key: string,
  { name, kind, project, device, metric, above, below, clearBy, for: lasts }: AlertBody,
): DeclaredAlert => ({ key, name, kind, project, device, metric, above, below, clearBy, for: lasts });

const GRAVITY: readonly AlertStateName[] = ['firing', 'no_data', 'pending', 'ok'];

function alertAnswer({ alert, devices, project }: ShownAlert) {
  const { key, name, kind, projectId, deviceId, metric, above, below, clearBy } = alert.state;
  return {
    ...{
      key,
      name,
      kind,
      project,
      projectId,
      device: deviceId,
      metric,
      above,
      below,
      for: alert.state.for,
      clearBy,
    },
    state: GRAVITY.find((state) => devices.some((device) => device.state === state)) ?? 'no_data',
    devices: devices.map(({ since, ...device }) => ({ ...device, since: since.toISOString() })),
  };
}
