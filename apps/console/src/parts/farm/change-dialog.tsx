import { type ReactNode, useState } from 'react';
import type { FarmPart } from '../../farm/farm-file.ts';
import { Dialog } from '../acts/dialog.tsx';
import { FormFrame } from '../acts/form-frame.tsx';
import { type FarmChanged, type FarmRequest, patchOf } from './farm-query.ts';
import { Review } from './review.tsx';

interface Props {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** The fields of the form. */
  readonly children: ReactNode;
  /** The change that the fields propose, which is shown before it is made; undefined: they say what is wrong. */
  readonly part: () => FarmPart | undefined;
  /** What the change would do beyond the farm, shown with its differences. */
  readonly effect?: (part: FarmPart) => ReactNode;
  /** Shown when the change is made; without it the dialog closes. */
  readonly done?: (changed: FarmChanged, close: () => void) => ReactNode;
}

/** Changes the farm in two steps: a form, and what it will do. */
export function ChangeDialog({ title, onClose, children, part, effect, done }: Props) {
  const [proposed, propose] = useState<FarmPart>();
  const [changed, setChanged] = useState<FarmChanged>();
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) =>
        done && changed ? (
          done(changed, close)
        ) : (
          <>
            {/* It keeps what was typed for whoever goes back. */}
            <div hidden={proposed !== undefined}>
              <FormFrame onCancel={close} onSubmit={() => propose(part())}>
                {children}
              </FormFrame>
            </div>
            {proposed && (
              <Review
                request={patchOf(proposed)}
                onBack={() => propose(undefined)}
                onDone={done ? setChanged : close}
              >
                {effect?.(proposed)}
              </Review>
            )}
          </>
        )
      }
    </Dialog>
  );
}

interface DirectProps {
  readonly title: ReactNode;
  readonly request: FarmRequest;
  readonly onClose: () => void;
  readonly failed?: (error: Error) => ReactNode;
}

/** A change whose form, if it has one, is no dialog. */
export function DirectChange({ title, request, onClose, ...how }: DirectProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => <Review request={request} onBack={close} onDone={close} {...how} />}
    </Dialog>
  );
}
