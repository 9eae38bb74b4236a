declare const brand: unique symbol;

/** A value that cannot be mistaken for another one of the same type, such as an id of another kind of object. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };
