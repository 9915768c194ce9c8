import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { projectRoot } from './corpus';

/** Returns the function that lists what is wrong with a SARIF log. */
export function sarifValidator(): (log: unknown) => unknown[] {
  // The schema of the SARIF committee, as the npm package @microsoft/jest-sarif (MIT) ships it. It is draft-04, but uses
  // nothing that draft-07 reads otherwise; one of its patterns is no Unicode regular expression.
  const file = join(projectRoot, 'test/cli/formats/sarif-schema.json');
  const { $schema, id, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return log => (validate(log) ? [] : (validate.errors ?? []));
}
