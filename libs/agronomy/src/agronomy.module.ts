import { Module } from '@nestjs/common';
import { ProjectDirectory } from './adapters/typeorm/project-directory.ts';
import { ProjectList } from './adapters/typeorm/project-list.ts';

@Module({ providers: [ProjectDirectory, ProjectList], exports: [ProjectDirectory, ProjectList] })
export class AgronomyModule {}
