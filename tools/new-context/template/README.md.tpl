# {{context}}

This context holds the {{objectsText}} of a company.

| term | meaning |
| --- | --- |
| {{objectText}} | has a name that is unique in its company, regardless of case |

| use case | purpose |
| --- | --- |
| `Add{{Object}}` | adds {{aObject}}; refuses a name that is already taken |

The rules need neither NestJS nor a database. Outside this repository, install two tarballs of `npm run pack`: this library and
the kernel.

```js
import { {{Object}} } from '@furrow/{{context}}/domain';

const first = {{Object}}.add('  The  first ', new Date('2026-03-01T08:00:00Z'));
console.log(first.state.name); // The first
console.log(first.isNamed('THE FIRST')); // true
```

For tests, `@furrow/{{context}}/testing` has `InMemory{{Context}}`, which implements all ports in memory. The same contract suite
(`src/testing/{{context}}.contract.ts`) runs on it and on PostgreSQL.
