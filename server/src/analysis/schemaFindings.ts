import type { Kind } from '../model/kind';
import type { Facts, Finding, FixPlan } from '../model/rule';
import type { Contract, Schema, SchemaFault, Severity } from '../model/schema';
import type { Path } from '../model/text';
import { readCall } from '../rules/calledTool';
import { isPlaceholder } from '../rules/defineRule';
import { SCHEMA_RULES } from '../rules/schemaRules';
import { t } from '../shared/l10n';
import { schemaAt } from '../slots/applicableSchemas';
import { undeclaredKeys } from '../slots/undeclaredKeys';
import { holdsRounded, sortedJson, type WrittenAt, withBigInts } from '../text/json/losslessJson';
import { atPath, atPointer, isObject, pointerPathIn } from '../text/jsonPointer';
import { isDateOnly, parseInstant } from '../text/parseTime';
import { isLikelyTypo, nearestWord } from '../text/similarNames';
import { limitFindings, MOST_FINDINGS, omittedMessage } from './findingsToProblems';
import { schemaErrorFixes, unknownPropertyFixes } from './schemaErrorFixes';
import {
  lackMessage,
  lackOfAnyMessage,
  misspeltKeyMessage,
  schemaErrorMessage,
  unknownPropertyMessage,
} from './schemaErrorMessage';

/**
 * Checks a value against its JSON schema, and returns one finding for each error. An error that only follows from another one is left out: a
 * misspelt property is not also reported as missing.
 *
 * @param writtenAt returns the text of a number, if known
 */
export function schemaFindings(kind: Contract, value: unknown, writtenAt?: WrittenAt): SchemaFinding[] {
  const findings: SchemaFinding[] = [];
  if (!kind.validate(value)) {
    const faults = leaves(kind.validate.errors ?? [], kind.schema)
      .filter(fault => !isTimeToTheMinute(fault, value) && !isOnlyRounded(fault, value, writtenAt))
      .map(fault => weighed(fault, kind, value, writtenAt));
    for (const one of limitFindings(faults, omittedFault)) findings.push(one.finding());
  }
  if (isObject(value) || Array.isArray(value)) {
    const unknown = unknownProperties(kind, value);
    const told = unknown.length > 0 && new Set(findings.filter(isSurplus).map(({ path }) => JSON.stringify(path)));
    for (const one of unknown) if (told && !told.has(JSON.stringify(one.path))) findings.push(one);
  }
  if (findings.length === 0) return findings;
  return withoutConsequences(withoutMisspelt(withoutAlternatives(findings, kind, value), kind, value), kind, value);
}

/** A schema error as a finding of the rule `schema/<keyword>`. */
export type SchemaFinding = Finding & {
  rule: string;
  keyword: string;
  severity: Severity;
  /** While this finding is shown, schema errors that follow from it are hidden. */
  standsForErrors?: true;
};

/** The severity and rule of an error's finding; the finding itself is made only if it is shown. */
interface WeighedFault {
  rule: string;
  severity: Severity;
  omitted?: number;
  finding(): SchemaFinding;
}

function weighed(fault: SchemaFault, kind: Contract, value: unknown, writtenAt?: WrittenAt): WeighedFault {
  const schema = schemaAt(kind.schema, value, pointerPathIn(value, fault.instancePath)) ?? {};
  const severity = severityOf(fault, schema);
  return { rule: ruleOf(fault), severity, finding: () => createFinding(fault, kind, value, writtenAt) };
}

/** Keywords that only schemas from a workspace use share one rule. */
function ruleOf({ keyword }: SchemaFault): string {
  if (keyword === 'unevaluatedProperties') return 'schema/additionalProperties';
  const own = `schema/${keyword}`;
  return KEYWORD_RULES.has(own) ? own : 'schema/constraint';
}

const KEYWORD_RULES: ReadonlySet<string> = new Set(SCHEMA_RULES.map(({ id }) => id));

function severityOf({ keyword, params }: SchemaFault, schema: Schema): Severity {
  if (isSurplusKeyword(keyword)) return 'error';
  if (keyword === 'required') return schema.properties?.[String(params.missingProperty)]?.['x-missing'] ?? 'error';
  return schema['x-severity'] ?? 'error';
}

function omittedFault({ rule, severity }: WeighedFault, omitted: number, message: string): WeighedFault {
  return { rule, severity, omitted, finding: () => omittedFinding({ rule, severity }, omitted, message) };
}

/** Returns a finding that counts the omitted ones, at the start of the part. */
export function omittedFinding(
  { rule, severity }: Pick<SchemaFinding, 'rule' | 'severity'>,
  omitted: number,
  message: string,
): SchemaFinding {
  return { rule, keyword: 'omitted', severity, path: [], on: 'open', message, omitted };
}

// ISO 8601 allows times without seconds; ajv does not.
function isTimeToTheMinute({ keyword, params, instancePath }: SchemaFault, value: unknown): boolean {
  if (keyword !== 'format' || params.format !== 'iso-date-time') return false;
  const found = atPath(value, pointerPathIn(value, instancePath));
  if (typeof found !== 'string' || !TO_THE_MINUTE.test(found)) return false;
  return parseInstant(found) !== undefined && isDateOnly(found.slice(0, 10));
}

const TO_THE_MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(Z|[+-]\d\d:?\d\d)?$/i;

/** Returns whether items are the same only because their long integers were rounded. */
function isOnlyRounded({ keyword, instancePath }: SchemaFault, value: unknown, writtenAt?: WrittenAt): boolean {
  if (keyword !== 'uniqueItems' || !writtenAt) return false;
  const path = pointerPathIn(value, instancePath);
  const items = atPath(value, path);
  if (!holdsRounded(items)) return false;
  const exact = (items as unknown[]).map((item, index) => sortedJson(withBigInts(item, writtenAt, [...path, index])));
  return new Set(exact).size === exact.length;
}

const COMPOUND = new Set(['if', 'allOf', 'anyOf', 'oneOf', 'not', 'propertyNames']);
// If a value violates several of these keywords, only the first is reported.
const SHARPEST = ['type', 'const', 'enum', 'format', 'pattern'];

function leaves(faults: readonly SchemaFault[], root: Schema): SchemaFault[] {
  const told = withLacksJoined(withoutContained(faults), root);
  const sharp = told.filter((fault, at) => !COMPOUND.has(fault.keyword) || !isExplained(fault, told[at - 1]));
  const kept = new Map<string, SchemaFault>();
  for (const fault of sharp.length > 0 ? sharp : told) {
    // Each missing or unknown property is an error of its own; of the other keywords a value gets one.
    const { missingProperty, missingAny, additionalProperty, unevaluatedProperty } = fault.params;
    const property = missingProperty ?? missingAny ?? additionalProperty ?? unevaluatedProperty ?? fault.propertyName;
    const key = JSON.stringify([fault.instancePath, property ?? '']);
    const before = kept.get(key);
    if (!before || rank(fault) < rank(before)) kept.set(key, fault);
  }
  return [...kept.values()];
}

/** Joins what the alternatives of `anyOf` or `oneOf` lack, if each lacks one property: any of them is enough. */
function withLacksJoined(faults: readonly SchemaFault[], root: Schema): SchemaFault[] {
  const joined: SchemaFault[] = [];
  for (const fault of faults) {
    const count = lackingAlternatives(fault, joined, root);
    const missingAny = joined.splice(joined.length - count).map(({ params }) => String(params.missingProperty));
    joined.push(count > 0 ? { ...fault, keyword: 'required', params: { missingAny } } : fault);
  }
  return joined;
}

/** Returns the number of alternatives that a fault is about if each of them lacks one property, and nothing else; otherwise 0. */
function lackingAlternatives({ keyword, ...either }: SchemaFault, before: readonly SchemaFault[], root: Schema) {
  const alternatives = keyword === 'anyOf' || keyword === 'oneOf' ? atFault(root, either.schemaPath) : undefined;
  const count = Array.isArray(alternatives) ? alternatives.length : 0;
  if (count < 2 || before.length < count) return 0;
  const lacks = before.slice(-count);
  const isLack = (one: SchemaFault) => one.keyword === 'required' && one.instancePath === either.instancePath;
  const more = before.at(-count - 1);
  const isMore = more && isContained({ ...more, instancePath: `${more.instancePath}/` }, { keyword, ...either });
  return lacks.every(isLack) && !isMore && new Set(lacks.map(one => one.schemaPath)).size === count ? count : 0;
}

/** Returns the place in a schema that a path of ajv names. */
function atFault(root: Schema, schemaPath: string): unknown {
  return atPointer(root, schemaPath.slice(1).replace(/^\/\$defs\//, '/definitions/'));
}

/** Returns whether the preceding fault, which lies within this one, says more. Ajv reports inner faults first. */
function isExplained({ keyword, params, instancePath }: SchemaFault, before: SchemaFault | undefined): boolean {
  // If several alternatives match at once, or an excluded one matches, no inner value is at fault.
  if (keyword === 'not' || (keyword === 'oneOf' && params.passingSchemas)) return false;
  return before !== undefined && `${before.instancePath}/`.startsWith(`${instancePath}/`);
}

/** Removes the faults that say why single items do not match `contains`: any of the items could match. */
function withoutContained(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const lists = faults.filter(({ keyword }) => keyword === 'contains').slice(0, MOST_FINDINGS);
  return lists.length === 0 ? faults : faults.filter(fault => !lists.some(list => isContained(fault, list)));
}

function isContained(fault: SchemaFault, list: SchemaFault): boolean {
  const isBelow = fault.instancePath.startsWith(`${list.instancePath}/`);
  return isBelow && (fault.schemaPath.startsWith(`${list.schemaPath}/`) || DEFINED.test(fault.schemaPath));
}

// The schema path behind a `$ref` does not say which schema refers to it.
const DEFINED = /^#\/(?:\$defs|definitions)\//;

function rank(fault: SchemaFault): number {
  const index = SHARPEST.indexOf(fault.keyword);
  return index < 0 ? SHARPEST.length : index;
}

function createFinding(fault: SchemaFault, kind: Contract, value: unknown, writtenAt?: WrittenAt): SchemaFinding {
  const path = pointerPathIn(value, fault.instancePath);
  const schema = schemaAt(kind.schema, value, path) ?? {};
  const rule = ruleOf(fault);
  const reason = reasonOf(fault, { root: kind.schema, value, path });
  if (Array.isArray(fault.params.missingAny)) return lackOfAny(path, fault.params.missingAny, kind);
  if (fault.keyword === 'required')
    return missing(path, String(fault.params.missingProperty), { schema, kind, reason });
  if (isSurplusKeyword(fault.keyword)) {
    const key = String(fault.params.additionalProperty ?? fault.params.unevaluatedProperty);
    const message = unknownPropertyMessage(key, { ...schema, additionalProperties: false }, kind);
    const fixes = unknownPropertyFixes([...path, key], { schema, root: kind.schema, value });
    return { rule, keyword: fault.keyword, path: [...path, key], on: 'key', message, severity: 'error', fixes };
  }
  if (fault.propertyName !== undefined) {
    const { message } = schemaErrorMessage(fault, path, fault.propertyName, {}, kind);
    return { rule, keyword: fault.keyword, path: [...path, fault.propertyName], on: 'key', message, severity: 'error' };
  }
  const found = atPath(value, path);
  const { message, meant } = schemaErrorMessage(
    fault,
    path,
    found,
    schema,
    kind,
    typeof found === 'number' ? writtenAt?.(path) : undefined,
  );
  const fixes = schemaErrorFixes(fault, path, { found, meant, schema, root: kind.schema, value });
  const said = reason ? t`${message.replace(/\.$/, '')}, since ${reason}.` : message;
  return { rule, keyword: fault.keyword, path, message: said, severity: schema['x-severity'] ?? 'error', fixes };
}

/**
 * Returns the condition of the `if` that makes this an error: `"status" is "error"`. Empty for unconditional errors. Names only
 * constants that the object with the condition really has: absent properties meet the condition, too.
 */
function reasonOf(
  { schemaPath }: SchemaFault,
  { root, value, path }: { root: Schema; value: unknown; path: Path },
): string {
  const branch = schemaPath.lastIndexOf('/then/');
  if (branch < 0) return '';
  const conditional = atFault(root, schemaPath.slice(0, branch)) as Schema | undefined;
  const steps = schemaPath.slice(branch + '/then/'.length).match(STEPS)?.length ?? 0;
  const object = atPath(value, path.slice(0, path.length - steps));
  const has = (key: string, only: unknown) => isObject(object) && JSON.stringify(object[key]) === JSON.stringify(only);
  const seen = Object.entries(conditional?.if?.properties ?? {}).filter(
    ([key, schema]) => schema.const !== undefined && has(key, schema.const),
  );
  const reasons = seen.map(([key, schema]) => t`"${key}" is ${JSON.stringify(schema.const)}`);
  return reasons.slice(1).reduce((before, next) => t`${before} and ${next}`, reasons[0] ?? '');
}

// The parts of a schema path that lead into the value; the last part is the keyword that is broken.
const STEPS =
  /(?<=^|\/)(?:(?:p|patternP)roperties\/[^/]+|(?:prefixI|i)tems(?:\/\d+)?|(?:additional|unevaluated)(?:Items|Properties)|contains)(?=\/)/g;

interface MissingOptions {
  schema: Schema;
  kind: Contract;
  reason: string;
}

function missing(path: Path, key: string, { schema, kind, reason }: MissingOptions): SchemaFinding {
  const property = schema.properties?.[key] ?? {};
  return {
    rule: 'schema/required',
    keyword: 'required',
    path,
    on: 'open',
    message: lackMessage(path, key, property, kind, reason),
    severity: property['x-missing'] ?? 'error',
    fixes: [addFix(path, key)],
    missing: key,
  };
}

function lackOfAny(path: Path, keys: readonly string[], kind: Contract): SchemaFinding {
  const message = lackOfAnyMessage(path, keys, kind);
  const fixes = keys.map(key => addFix(path, key));
  return { rule: 'schema/required', keyword: 'required', path, on: 'open', message, severity: 'error', fixes };
}

function addFix(path: Path, key: string): FixPlan {
  return { title: t`Add "${key}"`, do: 'add', path, key, value: undefined };
}

// If the contract lists properties without closing the object, an unknown property is reported only as information.
function unknownProperties(kind: Contract, value: unknown): readonly SchemaFinding[] {
  const undeclared = undeclaredKeys(kind.schema, value);
  if (undeclared.length === 0) return NO_FINDINGS;
  const findings: SchemaFinding[] = [];
  const counts = { rule: 'schema/unknown-property', severity: 'info' } as const;
  let omitted = 0;
  for (const { path, key, schema } of undeclared) {
    if (schema.additionalProperties !== undefined) continue;
    if (findings.length === MOST_FINDINGS) {
      omitted++;
      continue;
    }
    findings.push({
      ...counts,
      keyword: 'unknown-property',
      path,
      on: 'key',
      message: unknownPropertyMessage(key, schema, kind),
      fixes: unknownPropertyFixes(path, { schema, root: kind.schema, value }),
    });
  }
  if (omitted > 0) findings.push(omittedFinding(counts, omitted, omittedMessage(omitted)));
  return findings;
}

const NO_FINDINGS: readonly SchemaFinding[] = [];

// If the value that selects an alternative is missing or wrong, the properties that any alternative declares are not reported as unknown.
function withoutAlternatives(findings: SchemaFinding[], kind: Contract, value: unknown): SchemaFinding[] {
  const strangers = strangersByHolder(findings);
  const gone = new Set<SchemaFinding>();
  for (const finding of strangers.size > 0 ? findings.slice(0, MOST_FINDINGS) : []) {
    const chosen = choiceIn(finding);
    const beside = chosen && strangers.get(JSON.stringify(chosen.slice(0, -1)));
    if (!chosen || !beside) continue;
    const meant = finding.fixes?.flatMap(fix => (fix.do === 'set' ? [fix.value] : [])) ?? [];
    const { enum: choices = [] } = schemaAt(kind.schema, value, chosen) ?? {};
    for (const choice of meant.length === 1 ? meant : choices.slice(0, MOST_TRIES)) {
      const holder = chosen.slice(0, -1);
      const { properties = {} } = schemaAt(kind.schema, withValue(value, chosen, choice), holder) ?? {};
      for (const [name, stranger] of beside) if (Object.hasOwn(properties, name)) gone.add(stranger);
    }
  }
  return gone.size === 0 ? findings : findings.filter(finding => !gone.has(finding));
}

/** Returns the path of the property whose value is not one of its choices, or that is missing. */
function choiceIn({ keyword, path, missing: key }: SchemaFinding): Path | undefined {
  if (key !== undefined) return [...path, key];
  return (keyword === 'enum' || keyword === 'const') && typeof path.at(-1) === 'string' ? path : undefined;
}

function withValue(value: unknown, [step, ...rest]: Path, inner: unknown): unknown {
  if (step === undefined) return inner;
  if (Array.isArray(value)) return value.map((one, at) => (at === step ? withValue(one, rest, inner) : one));
  return isObject(value) ? { ...value, [step]: withValue(value[step], rest, inner) } : value;
}

// Reports a missing property beside a key with nearly its name once, at the key.
function withoutMisspelt(findings: SchemaFinding[], kind: Contract, value: unknown): SchemaFinding[] {
  const gone = new Set<SchemaFinding>();
  const misspelt: SchemaFinding[] = [];
  const strangers = strangersByHolder(findings);
  for (const lack of findings) {
    const key = lack.missing;
    if (key === undefined) continue;
    const beside = strangers.get(JSON.stringify(lack.path));
    const { properties = {}, additionalProperties } = schemaAt(kind.schema, value, lack.path) ?? {};
    // An object that may have any property may have one that is misspelt.
    const isOpen = additionalProperties === true;
    const name = isOpen
      ? nearestWord(key, undeclaredNames(atPath(value, lack.path), properties))
      : beside &&
        (nearestWord(key, beside.keys()) ??
          renamedTo(key, beside) ??
          synonymOf(properties[key]?.['x-slot'] ?? key, beside, value));
    const stranger = beside?.get(name ?? '');
    if (!name || !(stranger || isOpen)) continue;
    gone.add(lack);
    if (stranger) gone.add(stranger);
    beside?.delete(name);
    misspelt.push({
      ...lack,
      path: [...lack.path, name],
      on: 'key',
      message: misspeltKeyMessage(name, key, properties[key] ?? {}),
      fixes: [
        {
          title: t`Rename to "${key}"`,
          do: 'rename',
          path: [...lack.path, name],
          to: key,
          certain: !isOpen && isLikelyTypo(name, key, Object.keys(properties)),
        },
      ],
    });
  }
  return [...misspelt, ...findings.filter(finding => !gone.has(finding))];
}

/** The first names in an object that its schema does not declare. */
function undeclaredNames(holder: unknown, properties: object): string[] {
  if (!isObject(holder)) return [];
  return Object.keys(holder)
    .slice(0, MOST_TRIES)
    .filter(name => !Object.hasOwn(properties, name));
}

/** Returns another usual name of a property that is for a path or a content, or has that name, if a text beside it has it. */
function synonymOf(key: string, strangers: ReadonlyMap<string, SchemaFinding>, value: unknown): string | undefined {
  const isText = (name: string) => typeof atPath(value, strangers.get(name)?.path ?? []) === 'string';
  return SYNONYMS.get(key)?.find(name => strangers.has(name) && isText(name));
}

const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['path', ['path', 'file_path', 'filePath', 'filepath', 'file_name', 'fileName', 'filename', 'file']],
  ['operation', ['op']],
  ['content', ['content', 'body', 'text']],
]);

// Compares in the other direction: the longer of two names may have more typos.
function renamedTo(key: string, strangers: ReadonlyMap<string, SchemaFinding>): string | undefined {
  const isRenamed = ({ fixes }: SchemaFinding) => fixes?.some(fix => fix.do === 'rename' && fix.to === key);
  return [...strangers].find(([, finding]) => isRenamed(finding))?.[0];
}

/** Findings for unknown properties, by the path of their object and by name. */
function strangersByHolder(findings: readonly SchemaFinding[]): Map<string, Map<string, SchemaFinding>> {
  const strangers = new Map<string, Map<string, SchemaFinding>>();
  for (const finding of findings) {
    if (!isSurplus(finding)) continue;
    const holder = JSON.stringify(finding.path.slice(0, -1));
    const beside = strangers.get(holder) ?? new Map<string, SchemaFinding>();
    const name = String(finding.path.at(-1));
    if (!beside.has(name)) beside.set(name, finding);
    strangers.set(holder, beside);
  }
  return strangers;
}

function isSurplus({ keyword }: SchemaFinding): boolean {
  return isSurplusKeyword(keyword) || keyword === 'unknown-property';
}

/** Returns whether a keyword reports a property that its object may not have. */
function isSurplusKeyword(keyword: string): boolean {
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
}

function isStranger(finding: SchemaFinding, parent: Path): boolean {
  const isBelow = finding.path.length === parent.length + 1 && parent.every((step, i) => finding.path[i] === step);
  return isBelow && isSurplus(finding);
}

// Omits missing properties that are required only because a key beside them is misspelt: the error is at that key.
function withoutConsequences(findings: SchemaFinding[], kind: Contract, value: unknown): SchemaFinding[] {
  let kept = findings;
  let tries = MOST_TRIES;
  for (const stranger of findings.filter(one => one.keyword === 'unknown-property')) {
    const rename = stranger.fixes?.find(fix => fix.do === 'rename');
    if (!rename || !kept.some(one => one.missing !== undefined && isStranger(stranger, one.path))) continue;
    if (tries-- === 0) break;
    const mended = withRenamed(value, rename.path, rename.to);
    kind.validate(mended);
    const still = (kind.validate.errors ?? []).map(fault =>
      lackKey(pointerPathIn(mended, fault.instancePath), fault.params),
    );
    const isConsequence = ({ path, missing: key }: SchemaFinding) =>
      key !== undefined && isStranger(stranger, path) && !still.includes(lackKey(path, { missingProperty: key }));
    const gone = new Set(kept.filter(isConsequence));
    const isError = [...gone].some(({ severity }) => severity === 'error');
    kept = kept
      .filter(one => !gone.has(one))
      .map(one => (one === stranger && isError ? { ...one, standsForErrors: true } : one));
  }
  return kept;
}

// Each attempt validates the whole value again.
const MOST_TRIES = 20;

function lackKey(path: Path, { missingProperty }: Record<string, unknown>): string {
  return JSON.stringify([path, missingProperty]);
}

function withRenamed(value: unknown, [step, ...rest]: Path, to: string): unknown {
  const inside = (member: unknown) => (rest.length === 0 ? member : withRenamed(member, rest, to));
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? inside(item) : item));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, unknown] =>
    key !== step ? [key, member] : [rest.length === 0 ? to : key, inside(member)],
  );
  return Object.fromEntries(members);
}

/**
 * Checks a value against its contract as the workspace extends it: if a catalogue lists agents, the contract's own list of agents is not
 * exhaustive. The catalogue's rules then check the agent together with the tool.
 */
export function contractFindings(
  contract: Contract & Pick<Kind, 'toolCall'>,
  value: unknown,
  { catalogue }: Facts,
  writtenAt?: WrittenAt,
): SchemaFinding[] {
  const findings = schemaFindings(contract, value, writtenAt);
  if (findings.length === 0 || !catalogue || catalogue.agents.size === 0) return findings;
  const call = readCall(value, contract);
  // Lists of servers say nothing about agents.
  if (![...catalogue.agents.values()].some(({ isServer, name }) => !isServer || name === call?.agent)) return findings;
  if (call?.agent === undefined || isPlaceholder(call.agent) || LEFT_OUT.test(call.agent)) return findings;
  const place = JSON.stringify(call.at.agent);
  return findings.filter(({ keyword, path }) => keyword !== 'enum' || JSON.stringify(path) !== place);
}

const LEFT_OUT = /^(?:\.\.\.|…)$/;
