import { type ReactNode, useState } from 'react';
import type { FarmPart } from '../../../farm/farm-file.ts';
import { Dialog } from '../../../parts/acts/dialog.tsx';
import { Review } from './review.tsx';

interface Props {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** The form; it proposes a change, which is shown before it is made. */
  readonly children: (propose: (part: FarmPart) => void, close: () => void) => ReactNode;
}

/** Changes the farm in two steps: a form, and what it will do. */
export function ChangeDialog({ title, onClose, children }: Props) {
  const [part, propose] = useState<FarmPart>();
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <>
          {/* It keeps what was typed for whoever goes back. */}
          <div hidden={part !== undefined}>{children(propose, close)}</div>
          {part && <Review part={part} onBack={() => propose(undefined)} onDone={close} />}
        </>
      )}
    </Dialog>
  );
}

interface DirectProps {
  readonly title: ReactNode;
  readonly part: FarmPart;
  readonly onClose: () => void;
}

/** A change that needs no form. */
export function DirectChange({ title, part, onClose }: DirectProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => <Review part={part} onBack={close} onDone={close} />}
    </Dialog>
  );
}
