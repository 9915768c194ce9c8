import type { CheckedDocument } from '../../../model/rule';
import { idsDefinedElsewhere } from '../../../registry/idsDefinedElsewhere';
import { registryValues } from '../../../registry/registryCells';
import { canonicalId, type FoundId } from '../../../registry/registryIds';
import { idsAt, idsDefined, tablesDefining } from '../../../registry/registryRows';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports an id, such as `G-003`, that a state registry (`index.md`) mentions but nothing defines. */
export default defineRegistryRule({
  id: 'workflow-primitives/undefined-reference',
  severity: 'warning',
  fix: 'changes it to the id that was meant',
  check(on, report) {
    const definitions = new Map<string, Defined | undefined>();
    for (const { value, unsure } of registryValues(on.registry)) {
      const { refers = [] } = value.definition ?? {};
      for (const found of refers.length > 0 && !unsure ? idsAt(on.registry, value) : []) {
        if (!refers.includes(found.kind)) continue;
        const group = groupOf(found);
        if (!definitions.has(group)) definitions.set(group, definedOf(found, group, on));
        const defined = definitions.get(group);
        if (!defined || defined.ids.has(canonicalId(found.id))) continue;
        const { id, kind, ...at } = found;
        const meant = meantBy(id, defined.ids);

        report({
          at,
          message: meant
            ? t`${id} is not defined ${defined.where}; did you mean "${meant}"?`
            : t`${id} is not defined ${defined.where}. Define it there, or name another one.`,
          fixes: meant ? [{ title: t`Change to "${meant}"`, do: 'replace', changes: [{ at, text: meant }] }] : [],
        });
      }
    }
  },
});

interface Defined {
  ids: ReadonlySet<string>;
  /** The name of the place where the ids should be defined, for the message. */
  where: string;
}

// Gaps have a queue per workflow, and each kind of check its own module: if that is absent, it defines nothing.
function groupOf({ id, kind }: FoundId): string {
  if (kind === 'gap') return queueOf(id);
  return kind === 'check' ? `check ${id.split('-')[0]}` : kind;
}

function queueOf(id: string): string {
  const [, , code = ''] = /^(G|GAP)-(?:([A-Z][A-Z0-9]*)-)?\d/.exec(id) ?? [];
  if (code === '' || code === 'SPEC') return 'gap-priority-queue';
  return /^T/.test(code) || code === 'MC' ? 'tasks-gap-queue' : 'plan-gap-queue';
}

function definedOf({ kind }: FoundId, group: string, { registry, files }: CheckedDocument): Defined | undefined {
  switch (kind) {
    case 'gap': {
      const isThere = tablesDefining(registry, 'gap').some(({ section }) => section.definition.id === group);
      return isThere ? { ids: idsDefined(registry, 'gap'), where: t`in the queue of gaps` } : undefined;
    }
    case 'question': {
      const isThere = tablesDefining(registry, 'question').length > 0;
      return isThere ? { ids: idsDefined(registry, 'question'), where: t`among the pending questions` } : undefined;
    }
    case 'requirement':
    case 'checklist':
    case 'check': {
      const outside = idsDefinedElsewhere(registry, kind, files);
      const isThere = kind !== 'check' || [...(outside ?? [])].some(id => `check ${id.split('-')[0]}` === group);
      return outside && isThere
        ? { ids: new Set([...outside, ...idsDefined(registry, kind)]), where: WHERE[kind] }
        : undefined;
    }
    default:
      return undefined;
  }
}

const WHERE = {
  requirement: t`in spec.md`,
  checklist: t`in the checklists`,
  check: t`in the check modules`,
} as const;

// Leading zeros are easily omitted. A typo is certain only if exactly one id is one edit away; beyond that all ids are
// similar.
function meantBy(id: string, defined: ReadonlySet<string>): string | undefined {
  const own = canonicalId(id);
  const number = Number(/\d+$/.exec(own)?.[0]);
  const near = [...defined].filter(one => isOneSlip(one, own));
  const same = [...defined].filter(one => one.endsWith(String(number)) && unpadded(one) === unpadded(own));
  const [meant, other] = same.length > 0 ? same : near;
  return other ? undefined : meant;
}

function unpadded(id: string): string {
  return id.replace(/(?<!\d)0+(?=\d)/g, '');
}

// One inserted, deleted or replaced letter, or two swapped ones.
function isOneSlip(one: string, two: string): boolean {
  if (Math.abs(one.length - two.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === two[start]) start++;
  let end = 0;
  const most = Math.min(one.length, two.length) - start;
  while (end < most && one.at(-1 - end) === two.at(-1 - end)) end++;
  const [a, b] = [one.slice(start, one.length - end), two.slice(start, two.length - end)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === [...b].reverse().join(''));
}
