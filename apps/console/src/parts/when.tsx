import { useFormat } from './format.ts';
import { useNow } from './now.ts';

interface WhenProps {
  readonly at: string;
  readonly timeZone: string;
  readonly className?: string | undefined;
}

/** An instant as people say it; the whole of it is in its title. */
export function When({ at, timeZone, className }: WhenProps) {
  const { when, fullInstant } = useFormat();
  return (
    <time dateTime={at} title={fullInstant(at, timeZone)} className={className}>
      {when(at, timeZone, useNow())}
    </time>
  );
}

/** A calendar date as people say it; the whole of it is in its title. */
export function Day({ date, timeZone }: { readonly date: string; readonly timeZone: string }) {
  const { day, date: full } = useFormat();
  return (
    <time dateTime={date} title={full(date)}>
      {day(date, timeZone, useNow())}
    </time>
  );
}
