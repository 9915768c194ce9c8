import { expect, test } from 'vitest';
import { isSyntaxProblem } from '../../server/src/rules/ruleNames';

test.each([
  ['syntax', true],
  ['syntax/elided', true],
  ['syntaxes/late', false],
  ['schema/type', false],
])('%s: %s', (rule, is) => expect(isSyntaxProblem({ rule })).toBe(is));
