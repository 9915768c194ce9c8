import fc from 'fast-check';
import { test } from 'vitest';
import { splitIntoParts } from '../../server/src/parts/splitIntoParts';
import { memoryFile } from '../kit/analyseText';
import { nearlyJson } from '../kit/arbitraries';
import { expectRoundTrip } from './roundTrip';

test.each(['a.json', 'a.jsonc', 'a.jsonl', 'a.md'])('any text as %s: each position maps back to its offset', name => {
  fc.assert(
    fc.property(
      fc.oneof(
        nearlyJson,
        fc.tuple(nearlyJson, nearlyJson).map(two => `\uFEFF[{${two.join('},{')}}]`),
      ),
      text => {
        const file = memoryFile(name, text);
        const parts = splitIntoParts(file);
        for (const part of parts) expectRoundTrip(part, parts, file);
      },
    ),
    { numRuns: 100 },
  );
});
