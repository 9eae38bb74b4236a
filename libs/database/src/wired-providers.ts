import type { Abstract, Provider } from '@nestjs/common';

/** What a module exports of its context: the providers, and the tokens that other modules may inject. */
export interface WiredProviders {
  readonly providers: Provider[];
  readonly exports: Abstract<unknown>[];
}

/**
 * Nest providers for the parts that a context's wiring makes. The wiring runs once, and each part is provided under its
 * own class.
 * @param dependencies classes whose instances `wire` takes, in the order of its parameters
 */
export function wiredProviders<Dependencies extends readonly object[], Parts extends object>(
  dependencies: { readonly [Index in keyof Dependencies]: Abstract<Dependencies[Index]> },
  wire: (...dependencies: Dependencies) => Parts,
  tokens: { readonly [Name in keyof Parts]: Abstract<Parts[Name]> },
): WiredProviders {
  const wired = Symbol(wire.name);
  const named = Object.entries(tokens) as [keyof Parts, Abstract<object>][];
  return {
    providers: [
      { provide: wired, inject: [...dependencies], useFactory: wire },
      ...named.map(([name, token]) => ({
        provide: token,
        inject: [wired],
        useFactory: (parts: Parts) => parts[name],
      })),
    ],
    exports: named.map(([, token]) => token),
  };
}
