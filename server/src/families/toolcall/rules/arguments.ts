import type { CataloguedTool } from '../../../model/catalogue';
import type { Finding } from '../../../model/rule';
import type { Schema } from '../../../model/schema';
import type { Path } from '../../../model/text';
import { calledTools } from '../../../rules/calledTool';
import { defineRule } from '../../../rules/defineRule';
import { comparesCalls, type FoundCall, findToolCalls } from '../../../rules/findToolCalls';
import { t } from '../../../shared/l10n';
import { schemaAt } from '../../../slots/applicableSchemas';
import { embeddableToolSchema } from '../../../slots/embeddableToolSchema';
import { generateNothing, minimalValue } from '../../../slots/sampleValue';
import { isObject } from '../../../text/jsonPointer';
import { isQuarantineLog } from '../isQuarantineLog';

/** Reports arguments of a tool call that do not match the tool's schema in the catalogue. */
export default defineRule({
  id: 'toolcall/arguments',
  kinds: ['toolcall/call'],
  severity: 'error',
  comparesElements: 'findings',
  ofReadOnly: true,
  fix: 'adds, renames, removes or changes the argument, as its tool asks for',
  check({ value, kind, facts: { catalogue, compile }, uri, faultsOf }, report) {
    if (!catalogue || !compile || !comparesCalls(kind)) return;
    for (const call of findToolCalls(value, kind)) {
      for (const found of faultsOfCall(call)) report({ ...found, ...(isQuarantineLog(uri) && { severity: 'info' }) });
    }

    /**
     * Returns the errors in the arguments of a call. If several tools may be meant, the call is correct if the arguments fit one of them;
     * otherwise the errors are those for the first tool.
     */
    function faultsOfCall(call: FoundCall): readonly Finding[] {
      let first: readonly Finding[] = [];
      for (const tool of catalogue ? calledTools(call, catalogue) : []) {
        const faults = faultsFor(tool, call);
        if (faults.length === 0) return [];
        if (first.length === 0) first = faults;
      }
      return first;
    }

    function faultsFor(tool: CataloguedTool, call: FoundCall): Finding[] {
      if (tool.parameters === undefined || !catalogue?.files.get(tool.uri)?.isWhole) return [];
      // A protocol whose kind says nothing about its own contract may leave arguments out.
      const isLeftOut = call.args === undefined && kind.readOnly && !call.isInText;
      const args = isLeftOut ? {} : call.args;
      // An invalid schema is reported in the catalogue.
      const compiled = isObject(args) ? compile?.(tool.parameters) : undefined;
      if (!compiled || 'fault' in compiled) return [];
      const schema = embeddableToolSchema(tool.parameters);
      const contract = { title: t`Call of "${tool.name.slice(0, 60)}"`, schema, validate: compiled.validate };
      const findings = faultsOf(args, contract).filter(isWorthAWord).slice(0, MOST);
      // The log of another program is no place to correct a call.
      if (!kind.toolCall || isLeftOut || call.isInText)
        return findings.map(one => asText(one, call, isLeftOut === true));
      return findings.map(finding => inside(call.at.args, withValues(finding, schema, args)));
    }
  },
});

function asText({ path, on, message, severity }: Finding, { at, isInText }: FoundCall, isLeftOut: boolean): Finding {
  const place: Pick<Finding, 'path' | 'on'> =
    isLeftOut || isInText
      ? { path: isLeftOut ? at.tool : at.args }
      : { path: [...at.args, ...path], ...(on && { on }) };
  return { ...place, message, ...(severity && { severity }) };
}

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
