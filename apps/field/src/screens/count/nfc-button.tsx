import { Trans } from '@lingui/react/macro';
import { Nfc } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { hearChips, isNfcHere } from '../../scanner/nfc.ts';

/** Hears chips from the touch on, where the browser can. */
export function NfcButton({ onCode }: { readonly onCode: (code: string) => void }) {
  const latest = useRef(onCode);
  const ending = useRef<AbortController>(undefined);
  const [isOn, turn] = useState(false);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => () => ending.current?.abort(), []);
  if (!isNfcHere()) return null;
  const press = () => {
    ending.current?.abort();
    if (isOn) {
      turn(false);
      return;
    }
    const controller = new AbortController();
    ending.current = controller;
    hearChips((code) => latest.current(code), controller.signal).then(
      () => turn(true),
      () => turn(false),
    );
  };
  return (
    <button type="button" aria-pressed={isOn} onClick={press}>
      <Nfc />
      <Trans>Chip</Trans>
    </button>
  );
}
