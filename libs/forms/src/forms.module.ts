import { UserDirectory } from '@furrow/access';
import { AccessModule } from '@furrow/access/module';
import { CompanyZones } from '@furrow/agronomy';
import { Clock } from '@furrow/kernel';
import { Database, MediaStore } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { AccessAuthors } from './adapters/access/access-authors.ts';
import { farmNamesIn } from './adapters/agronomy/agronomy-farm-names.ts';
import { AgronomyFarmDirectory } from './adapters/agronomy/agronomy-farm-directory.ts';
import { AgronomyObservations } from './adapters/agronomy/agronomy-observations.ts';
import { PlatformKeptMedia } from './adapters/media/platform-kept-media.ts';
import { PlatformMediaStaging } from './adapters/media/platform-media-staging.ts';
import { FormRecordList } from './adapters/typeorm/form-record-list.ts';
import { SqlFormReader } from './adapters/typeorm/sql-form-reader.ts';
import { SqlFormsTransactions } from './adapters/typeorm/sql-forms-transactions.ts';
import { ExamineRecord } from './application/examine-record.ts';
import { ListForms } from './application/list-forms.ts';
import { FormReader, FormsTransactions, MediaStaging } from './application/ports.ts';
import { SubmitRecord } from './application/submit-record.ts';

/** The wiring: use cases are plain classes and learn here what stands behind their ports. */
@Module({
  imports: [AccessModule],
  providers: [
    {
      provide: FormsTransactions,
      inject: [Database, UserDirectory, MediaStore],
      useFactory: (database: Database, users: UserDirectory, media: MediaStore) =>
        new SqlFormsTransactions(database, {
          farm: (tx) => new AgronomyFarmDirectory(tx),
          authors: (tx) => new AccessAuthors(tx, users),
          observations: (tx) => new AgronomyObservations(tx),
          media: (tx) => new PlatformKeptMedia(tx, media),
        }),
    },
    {
      provide: MediaStaging,
      inject: [MediaStore],
      useFactory: (store: MediaStore) => new PlatformMediaStaging(store),
    },
    {
      provide: FormReader,
      inject: [Database],
      useFactory: (database: Database) => new SqlFormReader(database),
    },
    {
      provide: FormRecordList,
      inject: [Database, MediaStaging, UserDirectory],
      useFactory: (database: Database, media: MediaStaging, users: UserDirectory) =>
        new FormRecordList(database, media, {
          farm: farmNamesIn,
          users: (tx, ids) => users.byIds(tx, ids),
          userId: (tx, user) => users.idOf(tx, user),
          companyZone: (tx) => new CompanyZones().of(tx),
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
      inject: [FormsTransactions, MediaStaging, Clock],
      useFactory: (transactions: FormsTransactions, media: MediaStaging, clock: Clock) =>
        new SubmitRecord(transactions, media, clock),
    },
  ],
  exports: [FormRecordList, ListForms, SubmitRecord, ExamineRecord],
})
export class FormsModule {}
