import type { FetchOptions, MaybeOptionalInit, ParseAsResponse } from 'openapi-fetch';
import type {
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers';
import type { paths } from './generated/api.ts';
import type { FurrowError } from './furrow-error.ts';

/** The result of a call: the body of a success as the API's document describes it, or an error. */
export type Answer<Body = unknown, Code extends string = string> =
  | { readonly ok: true; readonly body: Body; readonly response: Response; readonly error?: undefined }
  | { readonly ok: false; readonly error: FurrowError<Code>; readonly body?: undefined };

export type Method = 'get' | 'post' | 'patch' | 'head' | 'put' | 'delete';

/** Every code with which an operation may be refused. */
export type CodeOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: CodeIn<Responses[Status]> }[keyof Responses]
  : never;
type CodeIn<Response> = Response extends { content: { 'application/json': { code?: infer Code } } }
  ? Extract<Code, string>
  : never;

/** `parameters`, `body` and other options of fetch; optional if an operation needs neither. */
type Init<Options> =
  RequiredKeysOf<Options> extends never ? [options?: Options & Extra] : [options: Options & Extra];
type Extra = Pick<FetchOptions<unknown>, 'signal' | 'headers' | 'parseAs'> & {
  /** Overrides the client's timeout for this call; 0 for none. */
  readonly timeoutMs?: number;
};

/** Calls an operation by its path. It resolves in every case; only programming errors are thrown. */
export type Call<M extends Method & HttpMethod> = <
  Path extends PathsWithMethod<paths, M>,
  Options extends MaybeOptionalInit<paths[Path], M & keyof paths[Path]>,
>(
  path: Path,
  ...init: Init<Options>
) => Promise<
  Answer<
    ParseAsResponse<SuccessResponse<ResponseObjectMap<paths[Path][M & keyof paths[Path]]> & object>, Options>,
    CodeOf<paths[Path][M & keyof paths[Path]]>
  >
>;

/** The API, with one method for each HTTP method. */
export type Furrow = { readonly [M in Method as Uppercase<M>]: Call<M> };

/** The JSON body of an operation. */
export type BodyOf<Path extends keyof paths, M extends keyof paths[Path]> = paths[Path][M] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
