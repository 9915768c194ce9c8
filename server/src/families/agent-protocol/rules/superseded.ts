import type { Finding, FixPlan } from '../../../model/rule';
import { defineRule } from '../../../rules/defineRule';
import { isObject } from '../../../text/pointer';

export default defineRule({
  id: 'agent-protocol/superseded',
  severity: 'warning',
  claims: ['unknown-property', 'enum'],
  fix: 'renames it to what it is called now, or removes it',
  check({ value, kind }, report) {
    if (!isObject(value)) return;
    const findings = kind.id === 'agent-protocol/input' ? inInput(value) : inOutput(value);
    findings.forEach(report);
  },
});

function inInput({ task }: Record<string, unknown>): Finding[] {
  if (!isObject(task) || !Object.hasOwn(task, 'mode')) return [];
  return [superseded(['task', 'mode'], 'rename it to "action"', successor(['task', 'mode'], task, 'action'))];
}

function inOutput(output: Record<string, unknown>): Finding[] {
  const findings: Finding[] = [];
  if (Object.hasOwn(output, 'state_updates'))
    findings.push(
      superseded(['state_updates'], 'return the changed registry as an artifact', {
        ...remove(['state_updates']),
        certain: isEmpty(output['state_updates']),
      }),
    );
  if (Object.hasOwn(output, 'result'))
    findings.push(superseded(['result'], 'write it to artifacts, and in short to "notes"', resultFix(output)));
  if (Object.hasOwn(output, 'next_recommendation')) {
    const fix = successor(['next_recommendation'], output, 'recommendation');
    findings.push(superseded(['next_recommendation'], 'rename it to "recommendation"', fix));
  }
  const { artifacts } = output;
  if (!Array.isArray(artifacts)) return findings;
  artifacts.forEach((artifact, index) => {
    if (!isObject(artifact) || artifact['operation'] !== 'overwrite') return;
    const path = ['artifacts', index, 'operation'];
    findings.push({
      path,
      message: '"overwrite" is superseded in the agent protocol; use "update" for an existing file.',
      fixes: [{ title: 'Change to "update"', do: 'set', path, value: 'update', certain: true }],
    });
  });
  return findings;
}

function superseded(path: string[], way: string, fix: FixPlan): Finding {
  return { path, on: 'key', message: `"${path.at(-1)}" is superseded in the agent protocol; ${way}.`, fixes: [fix] };
}

// If both properties exist, the new one counts.
function successor(path: string[], holder: Record<string, unknown>, to: string): FixPlan {
  const isSame = Object.hasOwn(holder, to) && holder[to] === holder[path.at(-1) ?? ''];
  return Object.hasOwn(holder, to)
    ? { ...remove(path), certain: isSame }
    : { title: `Rename to "${to}"`, do: 'rename', path, to, certain: true };
}

// Removing it loses nothing.
function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function resultFix(output: Record<string, unknown>): FixPlan {
  const { result } = output;
  const isText = typeof result === 'string' && !Object.hasOwn(output, 'summary');
  if (isText) return { title: 'Rename to "summary"', do: 'rename', path: ['result'], to: 'summary' };
  const isNotes =
    Array.isArray(result) && result.every(note => typeof note === 'string') && !Object.hasOwn(output, 'notes');
  if (isNotes) return { title: 'Rename to "notes"', do: 'rename', path: ['result'], to: 'notes' };
  return remove(['result']);
}

function remove(path: string[]): FixPlan {
  return { title: `Remove "${path.at(-1)}"`, do: 'remove', path };
}
