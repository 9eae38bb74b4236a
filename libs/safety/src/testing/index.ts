export { aDue, aRule, aRuleDeclaration } from './builders.ts';
export { InMemorySafety } from './in-memory-safety.ts';
export { describeSafetyPorts, type SafetyPorts } from './safety.contract.ts';
