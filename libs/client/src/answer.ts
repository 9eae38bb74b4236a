import type { FetchOptions, MaybeOptionalInit, ParseAsResponse } from 'openapi-fetch';
import type {
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers';
import type { paths } from './api.ts';
import type { FurrowError } from './furrow-error.ts';

/** What became of a call: the body of a success as the API's description shows it, or why there is none. */
export type Answer<Body = unknown, Code extends string = string> =
  | { readonly ok: true; readonly body: Body; readonly response: Response; readonly error?: undefined }
  | { readonly ok: false; readonly error: FurrowError<Code>; readonly body?: undefined };

export type Method = 'get' | 'post' | 'patch' | 'head' | 'put' | 'delete';

/** Every code that an operation is described to refuse with. */
export type CodeOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: CodeIn<Responses[Status]> }[keyof Responses]
  : never;
type CodeIn<Response> = Response extends { content: { 'application/json': { code?: infer Code } } }
  ? Extract<Code, string>
  : never;

/** `parameters`, `body` and whatever else fetch takes; left out where an operation needs neither. */
type Init<Options> =
  RequiredKeysOf<Options> extends never ? [options?: Options & Extra] : [options: Options & Extra];
type Extra = Pick<FetchOptions<unknown>, 'signal' | 'headers' | 'parseAs'> & {
  /** Instead of the client's own, for this call; 0 for never. */
  readonly timeoutMs?: number;
};

/** Calls an operation by its path. Resolves whatever happens; nothing is thrown but programming errors. */
export type Call<M extends Method & HttpMethod> = <
  Path extends PathsWithMethod<paths, M>,
  Options extends MaybeOptionalInit<paths[Path], M>,
>(
  path: Path,
  ...init: Init<Options>
) => Promise<
  Answer<
    ParseAsResponse<SuccessResponse<ResponseObjectMap<paths[Path][M]> & object>, Options>,
    CodeOf<paths[Path][M]>
  >
>;

/** The API, a method for each of HTTP's. */
export type Furrow = { readonly [M in Method as Uppercase<M>]: Call<M> };

/** The JSON that an operation takes. */
export type BodyOf<Path extends keyof paths, M extends keyof paths[Path]> = paths[Path][M] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
