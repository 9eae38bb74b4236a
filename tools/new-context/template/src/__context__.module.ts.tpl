import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import { Add{{Object}} } from './application/add-{{object}}.ts';
import { wire{{Context}} } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock], wire{{Context}}, {
  add{{Object}}: Add{{Object}},
});

@Module({ providers, exports })
export class {{Context}}Module {}
