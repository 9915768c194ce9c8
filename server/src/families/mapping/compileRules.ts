import type { Condition, StepRules } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import type { RunStatus } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { isObject } from '../../text/jsonPointer';
import { memoizeByObject } from '../../text/memoize';
import { readScopedCondition } from '../declared/readSignature';
import { type CompiledEffects, compileEffects } from './compileEffects';
import { compileFrame, compileStatus, compileStep, type StepNode } from './compileStep';
import { type Compiling, readNamedCondition, takesOne } from './compileValue';
import { compileWhen, plainTest, type Test } from './compileWhen';
import { Frame, type Getter } from './mappingScope';
import { readListPointer } from './readListPointer';
import { type RulesByWord, rulesByWord } from './rulesByWord';

/** A compiled rule of a declared protocol: it makes a step of a workflow run from an envelope, or from each item of a list in the envelope. */
export interface RuleNode {
  /** The condition of the rule; tested on each item, if the rule has items. */
  when: Test | undefined;
  /** The rest of the condition, for records and items that were selected by the other part of it. */
  rest: Test | undefined;
  isConditional: boolean;
  /** The condition, if it depends on the value of the item alone. */
  ofItem: ((value: unknown) => boolean) | undefined;
  /** The pointer to the rule's items, in segments. */
  each: readonly string[] | undefined;
  /** Called with whether there are items. */
  watchEach: ((hasFound: boolean) => void) | undefined;
  /** The pointer to the object from which the rule's other pointers start, in segments. */
  in: readonly string[] | undefined;
  frame: Frame | undefined;
  isIgnored: boolean;
  step: StepNode | undefined;
  /** The nested rules, and whether only the first one that makes a step is applied. */
  inner: RulesByWord<RuleNode>;
  isFirst: boolean;
  /** The name of a list in `stepLists` whose rules are nested in this one. */
  use: string | undefined;
  /** Whether the steps of the nested rules are one tree of operations. */
  isTree: boolean;
  /** The effects and the status that the first step of the nested rules gets. */
  lead: { effects: CompiledEffects | undefined; status: Getter<RunStatus> | undefined } | undefined;
}

/** The compiled steps of a kind. */
export interface CompiledRules {
  rules: RulesByWord<RuleNode>;
  lists: ReadonlyMap<string, RulesByWord<RuleNode>>;
  /** The fields and names that all steps of the kind share. */
  frame: Frame;
}

/** Returns the compiled steps of a kind; compiles them once. */
export const compiledRules = memoizeByObject((steps: StepRules): CompiledRules => compileRules(steps, [], []));

/**
 * Compiles the rules by which a declaration reads steps from the envelopes of a kind. Unusable rules are left out, and reported in
 * `faults`.
 *
 * @param path where the rules are in the declaration
 */
export function compileRules(
  { rules, lists = {}, tells = {}, agentName, watch }: StepRules,
  path: Path,
  faults: DeclarationFault[],
): CompiledRules {
  const compiling: Compiling = {
    faults,
    lists: new Set(Object.keys(lists)),
    names: namesOfValues([rules, lists]),
    budget: { left: MOST_PARTS },
    watch,
  };
  const said = agentName === undefined ? tells : { ...tells, agent: [...(tells.agent ?? []), `=${agentName}`] };
  // The pointers of the kind are read, and their faults reported, with the kind.
  const frame =
    compileFrame(said, [], { ...compiling, faults: [], watch: undefined }, ['run', 'at', 'agent', 'peer']) ??
    new Frame(new Map());
  return {
    rules: compileList(rules, path, compiling, 0),
    lists: new Map(
      Object.entries(lists).map(([name, list]) => [
        name,
        // An endless list is a fault, and left out.
        isEndless(name, lists)
          ? rulesByWord<RuleNode>([])
          : compileList(list, ['stepLists', name], { ...compiling, faults: [] }, 0),
      ]),
    ),
    frame,
  };
}

/** Compiles the lists of rules that several kinds use, to find their faults. The rules of the kinds may name values for the lists. */
export function compileStepLists(lists: Record<string, unknown>, kinds: unknown, faults: DeclarationFault[]): void {
  const compiling: Compiling = {
    faults,
    lists: new Set(Object.keys(lists)),
    names: namesOfValues([lists, kinds]),
    budget: { left: MOST_PARTS },
  };
  for (const [name, list] of Object.entries(lists)) compileList(list, ['stepLists', name], compiling, 0);
  for (const name of Object.keys(lists)) {
    if (!isEndless(name, lists)) continue;
    const message = t`"${name}" uses itself without going into an item: it would never end. Put an "each" or an "in" around the "use".`;
    faults.push({ path: ['stepLists', name], on: 'key', message });
  }
}

/** The names that clauses `let` give to values, anywhere in these rules. */
function namesOfValues(rules: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  let left = MOST_VISITED;
  const visit = (json: unknown, depth: number): void => {
    if (typeof json !== 'object' || json === null || depth > MOST_NESTED || --left < 0) return;
    for (const [key, value] of Object.entries(json)) {
      if (key === 'let' && isObject(value)) for (const name of Object.keys(value)) names.add(name);
      visit(value, depth + 1);
    }
  };
  visit(rules, 0);
  return names;
}

const MOST_VISITED = 100_000;
const MOST_NESTED = 100;

function isEndless(name: string, lists: Record<string, unknown>): boolean {
  const seen = new Set<string>();
  const visit = (json: unknown, depth: number): boolean => {
    if (Array.isArray(json)) return json.some(one => visit(one, depth));
    if (!isObject(json) || depth > DEEPEST || json['each'] !== undefined || json['in'] !== undefined) return false;
    const { use } = json;
    if (use === name) return true;
    if (typeof use === 'string' && !seen.has(use) && Object.hasOwn(lists, use)) {
      seen.add(use);
      if (visit(lists[use], 0)) return true;
    }
    return visit(json['steps'] ?? [], depth + 1) || visit(json['first'] ?? [], depth + 1);
  };
  return visit(lists[name], 0);
}

/** The maximum number of rules, values and conditions of a kind. */
const MOST_PARTS = 5000;
const MOST_RULES = 200;
const DEEPEST = 20;

function compileList(json: unknown, path: Path, compiling: Compiling, depth: number): RulesByWord<RuleNode> {
  const isTooDeep = Array.isArray(json) && depth > DEEPEST;
  if (isTooDeep) compiling.faults.push({ path, message: t`These rules are nested too deeply.` });
  const list = Array.isArray(json) && !isTooDeep ? json.slice(0, MOST_RULES) : [];
  return rulesByWord(
    list.flatMap((one, at) => {
      const rule = compileRule(one, [...path, at], compiling, depth);
      if (!rule) return [];
      const isHere = !rule.each && !rule.in;
      const condition = isHere ? readScopedCondition(one.when, [], []) : undefined;
      const where = (rest: Condition | undefined) => ({ ...rule, rest: rest === undefined ? rest : compileWhen(rest) });
      return { rule, condition: rule.isConditional ? condition : undefined, where };
    }),
  );
}

function compileRule(json: unknown, path: Path, compiling: Compiling, depth: number): RuleNode | undefined {
  if (!isObject(json) || !takesOne(path, compiling)) return undefined;
  const { faults, lists } = compiling;
  const given = json['when'];
  const condition = given === undefined ? undefined : readNamedCondition(given, [...path, 'when'], compiling);
  // A rule whose condition can't be used would hold for everything.
  if (given !== undefined && condition === undefined) return undefined;
  const when = condition === undefined ? undefined : compileWhen(condition);
  const each = readListPointer(json['each'], [...path, 'each'], faults);
  const inside = readListPointer(json['in'], [...path, 'in'], faults);
  if ((json['each'] !== undefined && !each) || (json['in'] !== undefined && !inside)) return undefined;
  const use = typeof json['use'] === 'string' ? json['use'] : undefined;
  if (use !== undefined && !lists.has(use)) {
    faults.push({ path: [...path, 'use'], message: t`There is no list "${use.slice(0, 60)}" in "stepLists".` });
    return undefined;
  }
  const isFirst = json['first'] !== undefined;
  const inner = isFirst
    ? compileList(json['first'], [...path, 'first'], compiling, depth + 1)
    : compileList(json['steps'], [...path, 'steps'], compiling, depth + 1);
  const isAround = isFirst || json['steps'] !== undefined || use !== undefined;
  const isTree = json['tree'] === true;
  if (isTree && !isAround) {
    faults.push({
      path: [...path, 'tree'],
      on: 'key',
      message: t`A tree needs rules inside: "steps", "first" or "use".`,
    });
  }
  const isIgnored = json['ignore'] === true;
  const isStep = !isIgnored && (!isAround || json['step'] !== undefined);
  if (isAround && !isStep) {
    for (const name of OF_ONE_STEP) {
      if (json[name] === undefined) continue;
      const message = t`"${name}" is of one step: say it in the rules inside, or name the step that it is of by "step".`;
      faults.push({ path: [...path, name], on: 'key', severity: 'warning', message });
    }
  }
  const isNamed = json['let'] !== undefined;
  const step = isStep ? compileStep(json, path, compiling, isAround) : undefined;
  const lead = isAround && !isStep ? compileLead(json, path, compiling) : undefined;
  const frame = isAround ? compileFrame(json, path, compiling) : undefined;
  const ofItem = each && condition !== undefined ? plainTest(condition) : undefined;
  return {
    when,
    rest: ofItem ? undefined : when,
    isConditional: when !== undefined,
    ofItem,
    each,
    watchEach: each && watchOf(compiling, [...path, 'each'], json['each'] as string),
    in: inside,
    frame: frame ?? (isNamed ? compileFrame({ let: json['let'] }, path, compiling) : undefined),
    isIgnored,
    step,
    inner,
    isFirst,
    use,
    isTree,
    lead,
  };
}

/** The clauses that a rule with nested rules can declare for its own step only. */
const OF_ONE_STEP = [
  'id',
  'isUnique',
  'holds',
  'side',
  'pair',
  'title',
  'titleRank',
  'until',
  'duration',
  'outcome',
  'failure',
  'about',
  'confidence',
  'retry',
  'repeats',
  'messages',
  'operation',
  'finishReason',
  'provider',
  'parameters',
];

function watchOf({ watch }: Compiling, path: Path, pointer: string): RuleNode['watchEach'] {
  return watch && (hasFound => watch(path, pointer, hasFound));
}

function compileLead(json: Record<string, unknown>, path: Path, compiling: Compiling): RuleNode['lead'] {
  const effects = compileEffects(json, path, compiling);
  const status = compileStatus(json['status'], [...path, 'status'], compiling);
  return effects || status ? { effects, status } : undefined;
}
