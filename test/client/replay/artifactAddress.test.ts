import fc from 'fast-check';
import { expect, test } from 'vitest';
import { artifactAddress, parseArtifactAddress } from '../../../client/src/replay/replayUris';
import { anyCharacter } from '../../kit/anyCharacter';

const version = { run: 'file:///work#wf_1', step: 4, path: 'src/a.py', version: 'before' as const };

test('ends with the path, whatever its first character', () => {
  expect(artifactAddress(version).path).toBe('/src/a.py');
  expect(artifactAddress({ ...version, path: '//host/a.py' }).path).toBe('/host/a.py');
  expect(artifactAddress({ ...version, path: 'C:\\src\\a.py' }).path).toBe('/C:\\src\\a.py');
  expect(artifactAddress({ ...version, path: '\uD800\n.py' }).path).toBe('/__.py');
});

test('parses the address of any version', () => {
  fc.assert(
    fc.property(
      fc.record({
        run: fc.string({ unit: anyCharacter }),
        step: fc.nat(),
        path: fc.string({ unit: anyCharacter }),
        version: fc.constantFrom('before' as const, 'after' as const),
      }),
      one => {
        const { path, query } = artifactAddress(one);
        expect(() => encodeURIComponent(path + query)).not.toThrow();
        expect(path).toMatch(/^\/(?!\/)/);
        expect(parseArtifactAddress(query)).toEqual(one);
      },
    ),
  );
});

test.each([
  '',
  'x',
  '{}',
  '[]',
  '["r",-1,"p","after"]',
  '["r",1,"p","now"]',
  '[1,1,"p","after"]',
  '["r",1,null,"after"]',
])('%s is not an address', query => {
  expect(parseArtifactAddress(query)).toBeUndefined();
});
