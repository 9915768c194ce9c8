import type { DeclarationFault, Facts, Files } from '../../../model/rule';
import { defineRule } from '../../../rules/defineRule';
import { declaredFamilies } from '../../declared/declaredFamilies';
import { ALONE, readProtocolDeclaration } from '../../declared/readProtocolDeclaration';
import { readSchemaFiles } from '../../declared/readSchemaFiles';

/** Reports the errors in the file that declares a user's protocol, such as an unusable schema. */
export default defineRule({
  id: 'agent-envelopes/protocol-fault',
  severity: 'error',
  comparesElements: 'findings',
  check({ value, facts, files }, report) {
    const known = files && facts.declarationFaults?.(files.uri);
    const faults =
      known ?? (files && faultsBeside(value, files, facts)) ?? readProtocolDeclaration(value, ALONE).faults;
    for (const { path, on, message, severity } of faults.slice(0, MOST))
      report({ path, message, ...(on && { on }), ...(severity && { severity }) });
  },
});

const MOST = 100;

/**
 * Returns the errors of a declaration that the project does not read, for example one on standard input. Reads its schema files from the
 * folder around it. Undefined while these are being read, and where schemas can't be compiled.
 */
function faultsBeside(value: unknown, files: Files, { compile }: Facts): readonly DeclarationFault[] | undefined {
  if (!compile) return undefined;
  const file = { uri: files.uri, text: JSON.stringify(value) };
  const folder = `${files.uri.slice(0, files.uri.lastIndexOf('/'))}/`;
  let isRead = true;
  // A declaration from anywhere can't make the program load a schema outside of its folder.
  const readText = (uri: string) => {
    const text = uri.startsWith(folder) ? files.text(uri) : null;
    if (text === undefined) isRead = false;
    return text ?? null;
  };
  const schemas = readSchemaFiles(file, {
    readText,
    list: below => (`${below}/`.startsWith(folder) ? [...(files.list(below)?.keys() ?? [])] : []),
  });
  return isRead ? declaredFamilies([{ ...file, schemas }], [], compile).faultsIn(files.uri) : undefined;
}
