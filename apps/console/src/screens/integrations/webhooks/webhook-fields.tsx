import { useLingui } from '@lingui/react/macro';
import { type EventType, useEventNames } from './event-names.ts';

export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly events: EventType[];
}

interface Props {
  readonly draft: WebhookDraft;
  readonly onChange: (draft: WebhookDraft) => void;
}

/** The members of a webhook: address, events and description. */
export function WebhookFields({ draft, onChange }: Props) {
  const { t } = useLingui();
  const names = useEventNames();
  const all = Object.entries(names) as [EventType, string][];
  const choose = (type: EventType, isChosen: boolean) => {
    const isOne = (name: EventType) => (name === type ? isChosen : draft.events.includes(name));
    onChange({ ...draft, events: all.map(([name]) => name).filter(isOne) });
  };
  return (
    <>
      <label className="wide">
        <span>{t`Address of the receiving program (https)`}</span>
        <input
          type="url"
          required
          maxLength={2_000}
          placeholder="https://"
          value={draft.url}
          onChange={({ target }) => onChange({ ...draft, url: target.value })}
        />
      </label>
      <label className="wide">
        <span>{t`Description`}</span>
        <input
          maxLength={500}
          placeholder={t`for example: to the accounts`}
          value={draft.description}
          onChange={({ target }) => onChange({ ...draft, description: target.value })}
        />
      </label>
      <fieldset className="wide">
        <legend>{t`Which events`}</legend>
        {all.map(([type, name]) => (
          <label key={type} className="check">
            <input
              type="checkbox"
              name={type}
              checked={draft.events.includes(type)}
              onChange={({ target }) => choose(type, target.checked)}
            />
            <span>
              {name} <code>{type}</code>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
