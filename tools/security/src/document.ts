import {
  describedOperations,
  description,
  type DescribedResponse,
  type Referable,
  resolved as referred,
} from '@furrow/testbed/described';

export type Host = 'api' | 'gateway';

/** The part of a schema in the document that is used here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation of docs/openapi.json. */
export interface Operation {
  readonly id: string;
  /** One of the hosts that serve it. */
  readonly host: Host;
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
  /** Names of security schemes; empty where the operation is public, or where the credential is part of the request. */
  readonly schemes: readonly string[];
  /** Required roles or scopes, by scheme. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly parameters: readonly Parameter[];
  readonly bodies: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  /** Content types of its successful answers. */
  readonly answers: readonly string[];
}

interface Described {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Referable<Parameter>[];
  readonly requestBody?: { readonly content: Operation['bodies'] };
  readonly responses?: Readonly<Record<string, Referable<DescribedResponse>>>;
}

/** Every operation of either host. One that both serve counts for each. */
export function operations(): Operation[] {
  return (['api', 'gateway'] as const).flatMap((host) =>
    describedOperations(host).map(({ method, path }) => {
      const item = description().paths[path] as unknown as Record<string, Described>;
      const {
        operationId,
        security = [],
        parameters = [],
        requestBody,
        responses = {},
      } = item[method.toLowerCase()] as Described;
      return {
        ...{ id: operationId, host, method, path },
        parameters: parameters.map((each) => referred(each, '').value),
        schemes: security.flatMap((each) => Object.keys(each)),
        needs: Object.assign({}, ...security) as Operation['needs'],
        bodies: requestBody?.content ?? {},
        answers: Object.keys(referred(responses['200'] ?? {}, '').value.content ?? {}),
      };
    }),
  );
}

/** For example `POST /api/iot/token (gateway)`. */
export const nameOf = ({ method, path, host }: Operation): string =>
  `${method} ${path}${host === 'gateway' ? ' (gateway)' : ''}`;

/** Follows a schema's reference. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { schemas } = (description() as unknown as { components: { schemas: Record<string, Schema> } })
    .components;
  return schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
}
