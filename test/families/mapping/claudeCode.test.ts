// The language says what the largest reader in code does: as a mapping, it reads each record of real sessions alike.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recognise } from '../../../server/src/analysis/recognise';
import { families } from '../../../server/src/families';
import type { Draft } from '../../../server/src/model/run';
import { atPath, isObject } from '../../../server/src/text/pointer';
import { corpusMissing, filesBelow, projectRoot } from '../../kit/corpus';
import { readProtocol } from '../../kit/declaredProtocols';

const DECLARATION = join(projectRoot, 'test/families/mapping/claudeCode.agent-protocol.json');

test.skipIf(corpusMissing)('sessions of Claude Code, as a mapping and in code', () => {
  const { family: mapped, faults } = readProtocol(JSON.parse(readFileSync(DECLARATION, 'utf8')));
  expect(faults).toEqual([]);
  const coded = families.find(({ id }) => id === 'claude-code');
  const [kind] = coded?.kinds ?? [];
  const [own] = mapped?.kinds ?? [];
  if (!mapped || !coded || !kind || !own) throw new Error('no reader');
  let steps = 0;
  let said = 0;
  for (const record of records()) {
    if (recognise(record, families, undefined)?.kind !== kind) continue;
    const [drafts, others] = [coded.steps?.(record, kind) ?? [], mapped.steps?.(record, own) ?? []];
    expect(others).toEqual(drafts);
    for (const draft of drafts) {
      if (draft.titleRank !== undefined) continue;
      const [one, other] = [coded, mapped].map(family => piecesOf(family.exchange, record, draft));
      expect(other).toEqual(one);
      said += one?.length ?? 0;
    }
    steps += drafts.length;
  }
  expect([steps > 60, said > 40]).toEqual([true, true]);
});

function records(): Record<string, unknown>[] {
  return filesBelow(join(projectRoot, '../shared/run-logs/claude-code'))
    .filter(path => path.endsWith('.jsonl'))
    .flatMap(path => readFileSync(path, 'utf8').split('\n'))
    .flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []))
    .filter(isObject);
}

/** What was said in a step, without where it stands. */
function piecesOf(exchange: NonNullable<(typeof families)[number]>['exchange'], record: object, draft: Draft) {
  const { kind, path = [] } = draft;
  const value = atPath(record, path);
  const found = isObject(value) ? exchange?.(value, kind, { path, valueAt: at => atPath(record, at) }) : undefined;
  return [...(found?.input ?? []), ...(found?.output ?? [])].flatMap(({ role, pieces }) =>
    pieces.map(piece => ({ role, ...piece })),
  );
}
