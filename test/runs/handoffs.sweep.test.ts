import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnarSteps } from '../../server/src/runs/columnarSteps';
import { handoffsOf } from '../../server/src/runs/handoffs';
import { sixteenth } from '../kit/amount';
import { fileRecordOf } from '../kit/fileRecordOf';
import { inMegabytesParsed } from '../kit/timing';
import { handoffsIn, SECOND } from './handoffsIn';
import { indexOf, runOf } from './index/indexOf';

const NAMES = ['a', 'b', 'c', 'd', 'user'];
const anyStep = fc.record(
  {
    agent: fc.constantFrom('a', 'b', 'c', 'd'),
    peer: fc.constantFrom(...NAMES),
    key: fc.constantFrom('1', '2', '3', '4'),
    parent: fc.constantFrom('1', '2', '3', '4'),
    at: fc.integer({ min: 0, max: 20 }).map(seconds => BigInt(seconds) * SECOND),
    duration: fc.integer({ min: 0, max: 9 }).map(seconds => BigInt(seconds) * SECOND),
  },
  { requiredKeys: [] },
);

test('for any steps, each handoff belongs to an edge, and none is lost or duplicated', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 25 }), told => {
      const { list, open, edges, nodes } = handoffsIn(told);
      for (const [place, { from, to, fromLane, toLane, edge, back }] of list.entries()) {
        expect(from).toBeLessThan(to);
        expect(fromLane).not.toBe(toLane);
        expect(edges[edge]).toMatchObject({ from: fromLane, to: toLane, back });
        const before = list[place - 1];
        if (before) expect(before.to < to || (before.to === to && before.from < from)).toBe(true);
      }
      for (const [index, edge] of edges.entries()) {
        const steps = [
          ...list.flatMap(one => (one.edge === index ? [one.to] : [])),
          ...open.flatMap(one => (one.edge === index ? [one.from] : [])),
        ];
        expect(edge.steps).toEqual(steps.sort((one, two) => one - two));
        expect(new Set(list.filter(one => one.edge === index).map(({ to }) => to)).size).toBe(
          list.filter(one => one.edge === index).length,
        );
        expect(edge.implied).toBe(
          open.every(one => one.edge !== index) && list.every(one => one.edge !== index || one.by === 'order'),
        );
      }
      expect(new Set(edges.map(({ from, to }) => `${from} ${to}`)).size).toBe(edges.length);
      // An edge goes back where its ends were joined the other way before.
      for (const [index, { from, to, back }] of edges.entries()) {
        const reached = new Set([to]);
        for (let grown = true; grown; ) {
          grown = false;
          for (const edge of edges.slice(0, index)) {
            if (!reached.has(edge.from) || reached.has(edge.to)) continue;
            reached.add(edge.to);
            grown = true;
          }
        }
        expect(back).toBe(reached.has(from));
      }
      expect(
        nodes.filter(({ lane }) => lane < 0).every(({ name }) => open.some(one => nodes[one.node]?.name === name)),
      ).toBe(true);
    }),
    { numRuns: sixteenth(60) },
  );
});

test('twenty thousand steps of a thousand agents are fast', () => {
  const told = Array.from({ length: 20_000 }, (_, index) => ({
    agent: `agent ${(index * 7919) % 1000}`,
    peer: `agent ${(index * 104_729 + 1) % 1003}`,
  }));
  const run = runOf(
    indexOf(
      fileRecordOf(
        'a.jsonl',
        told.map(one => ({ title: 'work', run: 'r', ...one })),
      ),
    ),
    'r',
  );
  const columns = columnarSteps(run, 'Nobody');
  expect(handoffsOf(columns).list.length).toBeGreaterThan(10_000);
  expect(inMegabytesParsed(2, () => handoffsOf(columns))).toBeLessThan(100);
});
