import { resolvePath } from '../../analysis/paths';
import type { Workspace } from '../../model/disk';
import type { IdKind } from '../../model/registry';
import type { RegistryDocument } from '../../model/registryDocument';
import type { Slot, SlotChoice } from '../../model/slot';
import { idsIn } from '../../registry/ids';
import { registryValues } from '../../registry/values';

/** Completes a cell with more than its vocabulary: ids, documents, agents, counts. */
export function cellChoices(slot: Slot, registry: RegistryDocument, uri: string, workspace: Workspace): SlotChoice[] {
  const { ids, format } = slot;
  if (ids?.defines) return [{ value: nextId(ids.defines, registry), about: 'the next free id' }];
  if (ids && ids.refers.length > 0) return definedIds(ids.refers, registry);
  if (format === 'agent') return seen('agent', registry).map(value => ({ value, about: 'in this registry' }));
  if (format === 'document') return documents(uri, workspace).map(value => ({ value, about: 'on disk' }));
  if (format?.startsWith('counter/')) return counts(slot, registry.markdown.text, Number(format.slice(8)));
  return [];
}

function definedIds(kinds: readonly IdKind[], registry: RegistryDocument): SlotChoice[] {
  const found = new Map<string, SlotChoice>();
  for (const section of registry.sections) {
    for (const { rows, columns } of section.tables) {
      const column = columns.findIndex(({ definition }) => definition?.defines && kinds.includes(definition.defines));
      for (const { values } of column < 0 ? [] : rows) {
        const id = values[column]?.text ?? '';
        if (id !== '' && !found.has(id))
          found.set(id, { value: id, about: values.map(({ text }) => text).join(' · ') });
      }
    }
  }
  return [...found.values()];
}

const FIRST: Partial<Record<IdKind, string>> = {
  gap: 'G-001',
  question: 'C1.1',
  checklist: 'CHK001',
  check: 'SPEC-001',
  task: 'T001',
};

// The next id in the format of the last one: G-007 after G-006, CHK-012 after CHK-011.
function nextId(kind: IdKind, { markdown }: RegistryDocument): string {
  const seen = idsIn(markdown.text).filter(one => one.kind === kind);
  const numbers = seen.map(({ id }) => Number(/(\d+)$/.exec(id)?.[1] ?? 0));
  const last = seen[numbers.indexOf(Math.max(...numbers))]?.id;
  if (!last) return FIRST[kind] ?? '';
  return last.replace(/\d+$/, digits => String(Number(digits) + 1).padStart(digits.length, '0'));
}

function seen(format: string, registry: RegistryDocument): string[] {
  const values = [...registryValues(registry)].filter(
    ({ value }) => value.definition?.format === format && value.text !== '',
  );
  return [...new Set(values.map(({ value }) => value.text))];
}

// A registry is in `.workflow` in the feature's folder, next to its documents.
function documents(uri: string, workspace: Workspace): string[] {
  const root = resolvePath('spec.md', uri, workspace);
  const folder = root ? root.uri.slice(0, root.uri.lastIndexOf('/')) : uri.split('/').slice(0, -2).join('/');
  const entries = workspace.disk.list(folder) ?? new Map<string, string>();
  return [...entries]
    .filter(([name]) => !name.startsWith('.'))
    .map(([name, type]) => (type === 'folder' ? `${name}/` : name));
}

function counts({ at }: Slot, text: string, most: number): SlotChoice[] {
  const count = Number(/^\d+/.exec(text.slice(at.start, at.end))?.[0] ?? 0);
  return [count + 1, 0]
    .filter(one => one <= most)
    .map(one => ({ value: `${one} / ${most}`, about: one === 0 ? 'from the start' : 'one more' }));
}
