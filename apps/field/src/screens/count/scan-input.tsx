import { useLingui } from '@lingui/react/macro';
import { CornerDownLeft } from 'lucide-react';
import { type SubmitEvent, useRef } from 'react';

/** Takes a code and Enter, from a scanner that types into it or from a person. */
export function ScanInput({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const code = input.current?.value.trim() ?? '';
    if (input.current) input.current.value = '';
    if (code !== '') onCode(code);
  };
  return (
    <form className="scan-input" onSubmit={submit}>
      <label>
        <span>{t`Number or code`}</span>
        <input
          ref={input}
          data-testid="scan-input"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={64}
        />
      </label>
      <button type="submit" className="primary">
        <CornerDownLeft />
        {t`Count`}
      </button>
    </form>
  );
}
