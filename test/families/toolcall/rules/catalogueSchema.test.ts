import { test } from 'vitest';
import { CATALOGUE } from '../../../kit/catalogue';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['toolcall/catalogue-schema'];

test('a schema that can not be used is one problem, at the schema', () => {
  expectDrawnProblems(
    'catalogue.json',
    `
        {"comms": [
          {"name": "a", "description": "", "parameters": {"type": "object", "properties": {"n": {"type": "int"}, "m": {"type": 1}}}},
      //                                   ^^^^^^^^^^^^ toolcall/catalogue-schema error: The parameters of "a" are not a usable JSON Schema:
          {"name": "b", "description": "", "parameters": {"properties": {"n": {"pattern": "(a+)+$"}}}},
      //                                   ^^^^^^^^^^^^ toolcall/catalogue-schema error: could take forever to match
          {"name": "c", "description": "", "parameters": {"$ref": "https://example.org/schema.json"}},
      //                                   ^^^^^^^^^^^^ toolcall/catalogue-schema error: Its calls are not checked.
          {"name": "d", "description": "", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}},
          {"name": "e", "description": "", "parameters": {}}
        ]}
    `,
    { catalogue: CATALOGUE },
    RULES,
  );
});

test('what is not even an object is said by the contract alone', () => {
  expectDrawnProblems(
    'catalogue.json',
    `
        {"comms": [{"name": "a", "description": "", "parameters": 7},
      //                                                          ^ schema/type
                   {"name": "b", "description": "", "parameters": {}}]}
    `,
    { catalogue: CATALOGUE },
  );
});
