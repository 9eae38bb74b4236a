import {
  IndicatorNotFound,
  type IndicatorName,
  INDICATORS,
  type IndicatorSettings,
  settingsOf,
} from '@furrow/telemetry/domain';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { described, validQuery } from '../http/bodies/validated.ts';
import { ApiQueryOf } from '../openapi/decorators.ts';
import { applyDecorators } from '@nestjs/common';
import { AnyIndicatorQueryDto, type IndicatorQuery, QUERY_OF } from './indicators.dto.ts';

export interface AskedIndicator {
  readonly query: IndicatorQuery;
  readonly settings: IndicatorSettings;
}

/** The indicator in the path with its parameters. @throws IndicatorNotFound | ValidationFailed */
export const IndicatorAsked = (): ParameterDecorator =>
  described(
    indicatorAsked(),
    applyDecorators(
      ApiParam({ name: 'name', enum: INDICATORS, description: 'Which indicator', example: INDICATORS[0] }),
      ApiQueryOf(AnyIndicatorQueryDto),
    ),
  );

const indicatorAsked = createParamDecorator((_: unknown, context: ExecutionContext): AskedIndicator => {
  const { params, query } = context.switchToHttp().getRequest<Request>();
  const name = INDICATORS.find((known): known is IndicatorName => known === params['name']);
  if (name === undefined) throw new IndicatorNotFound();
  const asked = validQuery(QUERY_OF[name], query);
  return { query: asked, settings: settingsOf(name, asked) };
});
