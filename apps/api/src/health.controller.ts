import { HealthController } from '@furrow/http/host';
import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** For operators, and so not part of the API's document. */
@Controller()
@ApiExcludeController()
export class ApiHealthController extends HealthController {}
