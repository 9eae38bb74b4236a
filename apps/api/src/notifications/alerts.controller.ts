import type { UserPrincipal } from '@furrow/access/domain';
import {
  DeleteAlert,
  ListAlertChanges,
  ListAlerts,
  PutAlert,
  type DeclaredAlert,
} from '@furrow/notifications';
import { MAX_ALERTS, MAX_ALERTS_OF_DEVICE } from '@furrow/notifications/domain';
import { Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { pageMeta, PageQuery } from '../http/page-query.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { AlertBody, AlertChangesQuery, AlertsQuery } from './alert.dto.ts';
import {
  ALERT,
  ALERT_CHANGES,
  ALERT_DEVICES,
  alertAnswer,
  ALERTS,
  changeAnswer,
  deviceAnswer,
} from './alert.answer.ts';

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
    const { changes, next } = await this.listAlertChanges.execute(companyId, { before, limit: pageSize });
    return ok(changes.map(changeAnswer), { meta: { next } });
  }
}

@Controller('api/control/alerts')
@UserAccess()
export class AlertsController {
  constructor(
    private readonly listAlerts: ListAlerts,
    private readonly putAlert: PutAlert,
    private readonly deleteAlert: DeleteAlert,
  ) {}

  @Get()
  @Does('Alerts of the company', 'The rules, with the states of the devices that they watch.')
  @Answers(200, 'Rules', ALERTS)
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(AlertsQuery) { order, ...request }: AlertsQuery,
  ) {
    const { items, total } = await this.listAlerts.execute(companyId, { ...request, order });
    return ok(items.map(alertAnswer), { meta: pageMeta(request, total) });
  }

  @Get(':key')
  @Does('An alert')
  @Answers(200, 'The rule, and its state', ALERT)
  @Refuses('alert_not_found')
  async get(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('key', 'frost', 'The key of the rule') key: string,
  ) {
    return ok(alertAnswer(await this.listAlerts.get(companyId, key)));
  }

  @Get(':key/devices')
  @Does('Devices of an alert', 'The most severe states first, then by deviceId.')
  @Answers(200, 'Devices that the rule watches', ALERT_DEVICES)
  @Refuses('alert_not_found')
  async devices(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('key', 'frost', 'The key of the rule') key: string,
    @ValidQuery(PageQuery) request: PageQuery,
  ) {
    const { items, total } = await this.listAlerts.devices(companyId, key, request);
    return ok(items.map(deviceAnswer), { meta: pageMeta(request, total) });
  }

  @Put(':key')
  @UserAccess('admin')
  @Does(
    'Create or change an alert',
    `A company has at most ${MAX_ALERTS} rules, and a device is watched by at most ${MAX_ALERTS_OF_DEVICE}: its own, and those ` +
      'for all devices of its project. Rules that are older than these limits may be changed. ' +
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
  @Refuses('project_not_found', 'device_not_found', 'too_many_alerts')
  async put(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('key', 'frost', 'The key of the rule') key: string,
    @ValidBody(AlertBody) body: AlertBody,
  ) {
    const shown = await this.putAlert.execute(companyId, statementOf(key, body));
    return ok(alertAnswer(shown));
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
