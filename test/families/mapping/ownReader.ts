import { expect } from 'vitest';
import type { Family } from '../../../server/src/model/family';
import type { Draft } from '../../../server/src/model/run';
import { readProtocol } from '../../kit/declaredProtocols';

/** What a reader of a test declares. */
export interface Declared {
  steps: unknown;
  tells?: object;
  stepLists?: object;
  agentName?: string;
}

/** A reader of records with `own`, and the faults of its declaration, each in a line. */
export function reader({ steps, tells = {}, stepLists, agentName }: Declared) {
  const { family, faults } = readProtocol({
    id: 'own',
    readOnly: true,
    ...(stepLists && { stepLists }),
    kinds: { line: { signature: { proof: ['/own'] }, tells, steps, ...(agentName && { agentName }) } },
  });
  return { family: family as Family, faults: faults.map(({ path, message }) => `${path.join('.')}: ${message}`) };
}

/** The drafts of a record by some rules. */
export function drafts(steps: unknown, record: object, more: Omit<Declared, 'steps'> = {}): Draft[] {
  const { family, faults } = reader({ steps, ...more });
  expect(faults).toEqual([]);
  const [kind] = family.kinds;
  return kind ? (family.steps?.({ own: 1, ...record }, kind) ?? []) : [];
}

/** As a file says it: in code, an object with `then` looks like a promise. */
export function conditional(when: unknown, value: unknown, otherwise?: unknown): object {
  return Object.fromEntries(
    Object.entries({ when, then_: value, else: otherwise }).map(([key, one]) => [key.replace('_', ''), one]),
  );
}
