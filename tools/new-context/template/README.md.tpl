# {{context}}

The {{objectsText}} of a company.

| word | meaning |
| --- | --- |
| {{objectText}} | has a name that no other {{objectText}} of its company has, whatever its case |

| use case | |
| --- | --- |
| `Add{{Object}}` | adds {{aObject}}; a name that is taken already is refused |

The rules need neither Nest nor a database. Outside this repository install two tarballs of `npm run pack`, this one and
the kernel's:

```js
import { {{Object}} } from '@furrow/{{context}}/domain';

const first = {{Object}}.add('  The  first ', new Date('2026-03-01T08:00:00Z'));
console.log(first.state.name); // The first
console.log(first.isNamed('THE FIRST')); // true
```

In tests, `@furrow/{{context}}/testing` has `InMemory{{Context}}`, all ports over maps; the same contract suite
(`src/testing/{{context}}-transactions.contract.ts`) runs on it and on PostgreSQL.
