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
import { EXAMPLE_IDS } from '../openapi/schema.ts';

/** A record may have as many files as a multipart upload. */
const MAX_MEDIA = 100;

export class FormsQuery {
  @About(
    '`tasks`: task forms, each with the user’s own tasks. Any other value, or none: monitoring forms',
    'tasks',
  )
  @IfGiven(Notes(100))
  subtype?: string;
}

export class LocationBody {
  @About('Degrees north', -33.498)
  @NumberFrom(-90, 90)
  latitude: number;

  @About('Degrees east', -70.698)
  @NumberFrom(-180, 180)
  longitude: number;

  @About('Radius of the accuracy, metres', 6)
  @Optional(NumberFrom(0))
  accuracy?: number | null;
}

export class ForcedLocationBody {
  @About('A project of the company', EXAMPLE_IDS.project)
  @Id()
  projectId: string;

  @About('A sector of the project', EXAMPLE_IDS.sector)
  @Id()
  sectorId: string;
}

export class MediaBody {
  @About('Name of the form’s field', 'picture')
  @Text(128)
  field: string;

  @About(
    'A base64 data URL of at most 12 MB decoded; its type is detected from its bytes',
    'data:image/jpeg;base64,/9j/4AAQ',
  )
  @IsString()
  @ApiProperty({ type: String })
  data: string;
}

export class FormRecordBody {
  @About('A form that the user may see', EXAMPLE_IDS.form)
  @Id()
  formId: string;

  @About('The version that was filled in; by default the current one', 3)
  @Optional(Ordinal())
  formVersion?: number | null;

  @About('The phone’s own name for the record; a repeat returns the first one', 'phone-7/form-12')
  @Text(100)
  clientRecordId: string;

  @About(
    'ISO 8601 with `Z` or an offset; by default now, at most 5 minutes ahead of the server’s clock',
    '2026-01-31T07:58:12-03:00',
  )
  @Optional(Instant())
  recordedAt?: Date | null;

  @About(
    'By the names of the form’s fields, at most 100,000 characters; `pests` and `diseases` are `{ value, severity }`, ' +
      'severity in %',
    {
      moth: { value: 3, severity: 12.5 },
    },
  )
  @Members()
  values: Record<string, unknown>;

  @About('The position of the phone, which determines project and sector by the sectors’ boundaries')
  @Optional(Nested(() => LocationBody))
  location?: LocationBody | null;

  @About('The place that the user chose; overrides GPS')
  @Optional(Nested(() => ForcedLocationBody))
  forced_location?: ForcedLocationBody | null;

  @About(
    'Photos, audio and signatures; in multipart/form-data they may be parts named by their field instead',
  )
  @Optional(ListOf(() => MediaBody, MAX_MEDIA))
  media?: MediaBody[] | null;

  @About('Required on a task form', EXAMPLE_IDS.task)
  @Optional(Id())
  taskId?: string | null;
}
