import { expect, test } from 'vitest';
import { pairLabels } from '../../../server/src/text/json/replaceJsonValues';

test.each<[json: string, labels: [at: number, label: string][]]>([
  ['{"key":"a","value":1}', [[0, 'a']]],
  ['{"value":{"x":1},"name":"a"}', [[0, 'a']]],
  ['{"ParameterKey":"a","ParameterValue":"b"}', [[0, 'a']]],
  ['{"type":"string","name":"a","default":1}', [[0, 'a']]],
  ['{"type":"password","value":"x"}', [[0, 'password']]],
  ['[{"key":"a"},{"k":"b\\u0041","v":2}]', [[13, 'bA']]],
  ['{"key":"a","list":[{"value":1}]}', []],
  ['{"key":{"a":1},"value":1}', []],
  ['["key","value"]', []],
])('%s', (json, labels) => {
  expect([...pairLabels(json)].map(([at, { label }]) => [at, label])).toEqual(labels);
});
