import { UserDirectory } from '@furrow/access';
import { AccessModule } from '@furrow/access/module';
import { CompanyZones, ProjectDirectory, SectorLocator } from '@furrow/agronomy';
import { AgronomyModule } from '@furrow/agronomy/module';
import { Clock } from '@furrow/kernel';
import { Database, MediaStore } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { AccessAuthors } from './adapters/access/access-authors.ts';
import { farmLandIn } from './adapters/agronomy/agronomy-farm-land.ts';
import { AgronomyLand } from './adapters/agronomy/agronomy-land.ts';
import { AgronomyObservations } from './adapters/agronomy/agronomy-observations.ts';
import { PlatformKeptMedia } from './adapters/media/platform-kept-media.ts';
import { PlatformMediaShelf } from './adapters/media/platform-media-shelf.ts';
import { FormRecordList } from './adapters/typeorm/form-record-list.ts';
import { SqlFormReader } from './adapters/typeorm/sql-form-reader.ts';
import { SqlFormsTransactions } from './adapters/typeorm/sql-forms-transactions.ts';
import { ExamineRecord } from './application/examine-record.ts';
import { ListForms } from './application/list-forms.ts';
import { FormReader, FormsTransactions, MediaShelf } from './application/ports.ts';
import { SubmitRecord } from './application/submit-record.ts';

/** The wiring: use cases are plain classes and learn here what stands behind their ports. */
@Module({
  imports: [AccessModule, AgronomyModule],
  providers: [
    {
      provide: FormsTransactions,
      inject: [Database, ProjectDirectory, SectorLocator, UserDirectory, MediaStore],
      useFactory: (
        database: Database,
        projects: ProjectDirectory,
        locator: SectorLocator,
        users: UserDirectory,
        media: MediaStore,
      ) =>
        new SqlFormsTransactions(database, {
          land: (tx) => new AgronomyLand(tx, projects, locator),
          authors: (tx) => new AccessAuthors(tx, users),
          observations: (tx) => new AgronomyObservations(tx),
          media: (tx) => new PlatformKeptMedia(tx, media),
        }),
    },
    {
      provide: MediaShelf,
      inject: [MediaStore],
      useFactory: (store: MediaStore) => new PlatformMediaShelf(store),
    },
    {
      provide: FormReader,
      inject: [Database],
      useFactory: (database: Database) => new SqlFormReader(database),
    },
    {
      provide: FormRecordList,
      inject: [Database, MediaShelf, UserDirectory, CompanyZones],
      useFactory: (database: Database, media: MediaShelf, users: UserDirectory, zones: CompanyZones) =>
        new FormRecordList(database, media, {
          land: farmLandIn,
          users: (tx, ids) => users.byIds(tx, ids),
          userId: (tx, user) => users.idOf(tx, user),
          companyZone: (tx) => zones.of(tx),
        }),
    },
    {
      provide: ListForms,
      inject: [FormReader],
      useFactory: (reader: FormReader) => new ListForms(reader),
    },
    {
      provide: ExamineRecord,
      inject: [FormsTransactions, Clock],
      useFactory: (transactions: FormsTransactions, clock: Clock) => new ExamineRecord(transactions, clock),
    },
    {
      provide: SubmitRecord,
      inject: [FormsTransactions, MediaShelf, Clock],
      useFactory: (transactions: FormsTransactions, media: MediaShelf, clock: Clock) =>
        new SubmitRecord(transactions, media, clock),
    },
  ],
  exports: [FormRecordList, ListForms, SubmitRecord, ExamineRecord],
})
export class FormsModule {}
