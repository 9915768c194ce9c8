import type { Finding } from '../../../model/rule';
import type { Schema } from '../../../model/schema';
import type { Path } from '../../../model/text';
import { calledTool, readCall } from '../../../rules/calledTool';
import { defineRule } from '../../../rules/defineRule';
import { schemaAt } from '../../../slots/applicableSchemas';
import { normalizeSchema } from '../../../slots/normalizeSchema';
import { generateNothing, minimalValue } from '../../../slots/sampleValue';
import { atPath, isObject } from '../../../text/pointer';
import { isQuarantineLog } from '../isQuarantineLog';

export default defineRule({
  id: 'toolcall/arguments',
  severity: 'error',
  comparesElements: 'findings',
  fix: 'adds, renames, removes or changes the argument, as its tool asks for',
  check({ value, kind, facts: { catalogue, compile }, uri, faultsOf }, report) {
    if (!catalogue || !compile || kind.id !== 'toolcall/call') return;
    const call = readCall(value, kind);
    const tool = calledTool(call, catalogue);
    if (!call || tool?.parameters === undefined || !catalogue.files.get(tool.uri)?.isWhole) return;
    const args = atPath(value, call.at.args);
    if (!isObject(args)) return;
    const compiled = compile(tool.parameters);
    // An invalid schema is reported in the catalogue.
    if ('fault' in compiled) return;
    const schema = normalizeSchema(tool.parameters);
    const contract = { title: `Call of "${tool.name.slice(0, 60)}"`, schema, validate: compiled.validate };
    for (const finding of faultsOf(args, contract).filter(isWorthAWord).slice(0, MOST)) {
      const found = inside(call.at.args, withValues(finding, schema, args));
      report({ ...found, ...(isQuarantineLog(uri) && { severity: 'info' }) });
    }
  },
});

// A list of a hundred thousand items is reported for the first ones.
const MOST = 50;

// A tool that allows other arguments may accept unlisted ones; one that resembles a listed one is probably misspelt.
function isWorthAWord({ severity, fixes = [] }: Finding): boolean {
  return severity !== 'info' || fixes.some(fix => fix.do === 'rename');
}

/** Adds explicit values to fixes, since the envelope's contract does not describe arguments. */
function withValues(finding: Finding, schema: Schema, args: unknown): Finding {
  const fixes = (finding.fixes ?? []).map(fix => {
    if (fix.do !== 'add' || fix.value !== undefined) return fix;
    const property = schemaAt(schema, args, fix.path)?.properties?.[fix.key];
    return { ...fix, value: minimalValue(property ?? {}, schema, generateNothing) };
  });
  return { ...finding, fixes };
}

function inside(path: Path, { fixes = [], ...finding }: Finding): Finding {
  return {
    ...finding,
    path: [...path, ...finding.path],
    fixes: fixes.map(fix => (fix.do === 'replace' ? fix : { ...fix, path: [...path, ...fix.path] })),
  };
}
