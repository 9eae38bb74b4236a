import { IsString } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import {
  About,
  Id,
  IfGiven,
  Instant,
  ListOf,
  Members,
  Nested,
  Notes,
  NumberFrom,
  Optional,
  Ordinal,
  Text,
} from '../http/fields.ts';

/** A record may hold as many files as an upload in parts may have. */
const MAX_MEDIA = 100;

export class FormsQuery {
  @About('`tasks`: task forms, each with the user’s own tasks. Anything else, or nothing: monitoring forms')
  @IfGiven(Notes(100))
  subtype?: string;
}

export class LocationBody {
  @NumberFrom(-90, 90)
  latitude: number;

  @NumberFrom(-180, 180)
  longitude: number;

  @About('Metres')
  @Optional(NumberFrom(0))
  accuracy?: number | null;
}

export class ForcedLocationBody {
  @Id()
  projectId: string;

  @Id()
  sectorId: string;
}

export class MediaBody {
  @About('Name of the form’s field')
  @Text(128)
  field: string;

  @About('A base64 data URL of at most 12 MB decoded; its bytes tell what it is')
  @IsString()
  @ApiProperty({ type: String, format: 'uri' })
  data: string;
}

export class FormRecordBody {
  @Id()
  formId: string;

  @About('The version that was filled in; by default the current one')
  @Optional(Ordinal())
  formVersion?: number | null;

  @About('The phone’s own name for the record; sent again, it answers the first one')
  @Text(100)
  clientRecordId: string;

  @About('By default now; at most 5 minutes ahead of the server’s clock')
  @Optional(Instant())
  recordedAt?: Date | null;

  @About('By the names of the form’s fields; `pests` and `diseases` are `{ value, severity }`')
  @Members()
  values: Record<string, unknown>;

  @About('Where the phone stood; project and sector are found by the sectors’ boundaries')
  @Optional(Nested(() => LocationBody))
  location?: LocationBody | null;

  @About('Where the user says it was: wins over GPS')
  @Optional(Nested(() => ForcedLocationBody))
  forced_location?: ForcedLocationBody | null;

  @About(
    'Photos, audio and signatures; in multipart/form-data they may be parts named by their field instead',
  )
  @Optional(ListOf(() => MediaBody, MAX_MEDIA))
  media?: MediaBody[] | null;

  @About('Required on a task form')
  @Optional(Id())
  taskId?: string | null;
}
