import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../api/types.ts';
import type { FarmChange } from '../../farm/farm-file.ts';
import { type Difference, differencesOf } from '../../farm/differences.ts';
import { Chip } from '../elements/chip.tsx';
import { NewFields } from './new-fields.tsx';
import { useKindNames, useMemberName } from './words.ts';
import { useShownValue } from './shown-value.ts';

/** Members that name an item, which is said already. */
const NAMES: ReadonlySet<string> = new Set(['key', 'value']);

/** What a change does, item by item and member by member. */
export function Differences({ changes }: { readonly changes: readonly FarmChange[] }) {
  const { t } = useLingui();
  if (changes.length === 0)
    return <p className="notice" role="status">{t`This changes nothing: the farm is like that already.`}</p>;
  return (
    <ul className="changes" aria-live="polite" tabIndex={0}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.key}`}>
          <Item change={change} />
        </li>
      ))}
    </ul>
  );
}

function Item({ change }: { readonly change: FarmChange }) {
  const kinds = useKindNames();
  const { kind, key, after } = change;
  const isNewForm = kind === 'form' && change.before === null;
  // An option of workers is its own name.
  const name = [after['name'], after['value']].find((each) => typeof each === 'string') ?? key;
  return (
    <>
      <p>
        {kinds[kind] ?? kind} <strong>{name}</strong> <Action change={change} />
      </p>
      <dl>
        {differencesOf(change)
          .filter(({ member }) => !NAMES.has(member) && !(isNewForm && /^fields\b/.test(member)))
          .map((difference) => (
            <Member key={difference.member} {...{ kind, difference }} isNew={change.before === null} />
          ))}
        {isNewForm && <NewFields fields={after['fields'] as readonly FormField[]} />}
      </dl>
    </>
  );
}

function Action({ change: { action } }: { readonly change: FarmChange }) {
  const { t } = useLingui();
  if (action === 'created') return <Chip tone="good">{t`new`}</Chip>;
  if (action === 'deactivated') return <Chip tone="warn">{t`out of use`}</Chip>;
  return <Chip tone="info">{t`changed`}</Chip>;
}

function Member({ kind, difference: { member, from, to }, isNew }: MemberProps) {
  const nameOf = useMemberName();
  const shown = useShownValue(kind);
  return (
    <div>
      <dt>{nameOf(member)}</dt>
      <dd>
        {!isNew && (
          <>
            <del>{shown(member, from)}</del> <span aria-hidden="true">→</span>{' '}
          </>
        )}
        <ins>{shown(member, to)}</ins>
      </dd>
    </div>
  );
}

interface MemberProps {
  readonly kind: string;
  readonly difference: Difference;
  readonly isNew: boolean;
}
