import type { Kind } from '../../../model/kind';
import type { CheckedEnvelope, Rule } from '../../../model/rule';
import type { Path } from '../../../model/text';
import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { isObject } from '../../../text/jsonPointer';
import { ALONE, readProtocolDeclaration } from '../../declared/readProtocolDeclaration';
import { unusedStepPointers } from '../../mapping/unusedStepPointers';

/** Reports an example in a protocol's declaration that does not test what it should: a good one with a problem, or a bad one without. */
export default defineRule({
  id: 'agent-envelopes/wrong-example',
  severity: 'error',
  comparesElements: 'findings',
  check(on, report) {
    const { value, files, facts } = on;
    if (!isObject(value) || !isObject(value.kinds)) return;
    const declared = files && facts.declaredFamily?.(files.uri);
    const family =
      declared ?? readProtocolDeclaration(value, { ...ALONE, ...(facts.compile && { compile: facts.compile }) }).family;
    const mapped = new Map<string, { kind: Kind; examples: readonly unknown[] }>();
    for (const [name, kind] of Object.entries(value.kinds)) {
      const own = family?.kinds.find(({ id }) => id === `${family.id}/${name}`);
      if (own?.steps) mapped.set(name, { kind: own, examples: isObject(kind) ? goodOf(kind.examples) : [] });
      if (!own || !family || !isObject(kind) || !isObject(kind.examples)) continue;
      // A schema in a file of its own is read only for declarations of a workspace; without it, examples can't be checked.
      if (!declared && typeof kind.schema === 'string') continue;
      const { good, bad } = kind.examples;
      const path: Path = ['kinds', name, 'examples'];
      for (const [at, example] of listOf(good).entries()) {
        const [first] = problemsOf(example, own, family.rules, on);
        if (first)
          report({
            path: [...path, 'good', at],
            message: t`This good example has a problem, ${first.rule}: ${first.message}`,
          });
      }
      for (const [at, example] of listOf(bad).entries()) {
        if (!isObject(example) || typeof example.problem !== 'string') continue;
        const found = problemsOf(example.value, own, family.rules, on).map(({ rule }) => rule);
        if (found.includes(example.problem)) continue;
        const lacking = example.problem.slice(0, 80);
        const message =
          found.length > 0
            ? t`This bad example lacks the problem "${lacking}"; it has ${[...new Set(found)].join(', ')}.`
            : t`This bad example lacks the problem "${lacking}"; it has none.`;
        report({ path: [...path, 'bad', at, 'problem'], message });
      }
    }
    for (const { path, pointer } of unusedStepPointers(mapped)) {
      const message = t`No good example has anything at "${pointer.slice(0, 80)}". Correct the pointer, or add an example that has.`;
      report({ path, message, severity: 'info' });
    }
  },
});

const MOST = 100;

function goodOf(examples: unknown): unknown[] {
  return isObject(examples) ? listOf(examples.good) : [];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST) : [];
}

interface Told {
  rule: string;
  message: string;
}

/** The errors and warnings that the schema and the rules of its protocol find in an example. */
function problemsOf(value: unknown, kind: Kind, rules: readonly Rule[], on: CheckedEnvelope): Told[] {
  const found: Told[] = on.schemaProblemsOf(value, kind).filter(({ severity }) => severity !== 'info');
  for (const { id, check } of rules) check({ ...on, value, kind }, ({ message }) => found.push({ rule: id, message }));
  return found;
}
