import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => void;
}

/** A form that the page handles by itself. */
export function ActForm({ onSubmit, ...form }: Props) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
