import { describe, expect, test } from 'vitest';
import { asJavaScript, nearAndSecret } from '../../tools/secretRulePattern.mjs';

describe('a pattern of Go becomes one of JavaScript', () => {
  test.each([
    ['(?i)abc_[a-f]{3}', { pattern: 'abc_[a-f]{3}', flags: 'i' }],
    [
      String.raw`\b(p8e-(?i)[a-z0-9]{32})(?:[\x60'"\s;]|\\[nr]|$)`,
      { pattern: String.raw`\b(p8e-[A-Za-z0-9]{32})(?![\w-])` },
    ],
    ['ab(?:c(?i)d)e', { pattern: 'ab(?:c[dD])e' }],
    ['hf_(?i:[a-z]{4})x', { pattern: 'hf_(?:[A-Za-z]{4})x' }],
    [String.raw`(?i)[\w.-]{0,50}?(?-i:ab)`, { pattern: '(?:ab)', flags: 'i' }],
    [String.raw`[[:alnum:]](?s:.)(?P<name>x)\z`, { pattern: String.raw`[A-Za-z0-9][\s\S](x)$` }],
  ])('%s', (go, javaScript) => {
    expect(asJavaScript(go)).toEqual(javaScript);
    expect(() => new RegExp(javaScript.pattern)).not.toThrow();
  });
});

test('a rule for a secret beside the name of its vendor is taken apart', () => {
  const between = String.raw`(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`;
  const end = String.raw`(?:[\x60'"\s;]|\\[nr]|$)`;
  expect(nearAndSecret(String.raw`(?i)[\w.-]{0,50}?(?:asana)${between}([0-9]{16})${end}`)).toEqual({
    near: 'asana',
    secret: '([0-9]{16})',
    flags: 'i',
    groups: 0,
  });
  expect(nearAndSecret(String.raw`\b(dapi[a-f0-9]{32})${end}`)).toBeUndefined();
});
