import { Module } from '@nestjs/common';
import { ProjectDirectory } from './adapters/typeorm/project-directory.ts';
import { ProjectList } from './adapters/typeorm/project-list.ts';
import { SectorLocator } from './adapters/typeorm/sector-locator.ts';

const directories = [ProjectDirectory, ProjectList, SectorLocator];

@Module({ providers: directories, exports: directories })
export class AgronomyModule {}
