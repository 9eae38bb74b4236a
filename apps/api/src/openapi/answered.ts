import { DECORATORS } from '@nestjs/swagger';
import { type Schema, schemaOf } from './schema.ts';

/** What an answer shows of a body: every member is present, and null if it was not given. */
type Answered<Body> = { readonly [Name in keyof Body]-?: Schema<Exclude<Body[Name], undefined> | null> };

/** The members of a body, as they are answered: with the meaning and the example that the body declares. */
export function answered<Body extends object>(body: new () => Body): Answered<Body> {
  const prototype = body.prototype as object;
  const names = (Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) ?? []) as string[];
  const members = names.map((each) => {
    const name = each.slice(1);
    const { type, description, examples } = Reflect.getMetadata(
      DECORATORS.API_MODEL_PROPERTIES,
      prototype,
      name,
    ) as {
      readonly type: { readonly name: string };
      readonly description: string;
      readonly examples: unknown[];
    };
    return [name, schemaOf({ type: [type.name.toLowerCase(), 'null'], description, examples })] as const;
  });
  return Object.fromEntries(members) as Answered<Body>;
}
