import { HealthController } from '@furrow/http';
import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** For whoever runs the service, and so no part of what is described to its clients. */
@Controller()
@ApiExcludeController()
export class ApiHealthController extends HealthController {}
