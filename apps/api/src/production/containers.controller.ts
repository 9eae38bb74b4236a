import type { UserPrincipal } from '@furrow/access/domain';
import { ListContainers } from '@furrow/production';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { Answers, Does } from '../openapi/decorators.ts';
import { about, listOf, named, number, orNull, success, text } from '../openapi/schema.ts';
import { ok } from '../http/ok.ts';

const CONTAINERS = success(
  listOf(
    named('Container', 'What the harvest is picked into.', {
      key: about(text, 'Its key in the farm file, by which a record names it', 'crate'),
      name: about(text, 'Its name', 'Crate'),
      unit: about(text, 'Of its measures, and of sessions whose records may name it', 'kg'),
      units: about(orNull(number), 'Of a full one; null: they differ', 35),
      tare: about(orNull(number), 'The weight of an empty one; null: 0', 2.1),
      min: about(orNull(number), 'The least that one holds; null: any', 10),
      max: about(orNull(number), 'The most that one holds; null: any', 40),
    }),
  ),
);

const measureOf = (text: string | null) => (text === null ? null : Number(text));

@Controller('api/control/production/containers')
@UserAccess('supervisor', 'admin')
export class ContainersController {
  constructor(private readonly listContainers: ListContainers) {}

  @Get()
  @Does('Containers', 'The company’s active ones. A record may name one in place of its units.')
  @Answers(200, 'By name', CONTAINERS)
  async list(@CurrentUser() user: UserPrincipal) {
    const containers = await this.listContainers.execute(user.companyId);
    return ok(
      containers.map(({ active: _, units, tare, min, max, ...named }) => ({
        ...named,
        ...{ units: measureOf(units), tare: measureOf(tare), min: measureOf(min), max: measureOf(max) },
      })),
    );
  }
}
