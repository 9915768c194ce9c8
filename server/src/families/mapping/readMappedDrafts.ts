import type { Kind, StepRules } from '../../model/kind';
import type { Draft } from '../../model/run';
import { t } from '../../shared/l10n';
import { atPath, isObject } from '../../text/jsonPointer';
import { markIn } from '../declared/draftFromFieldPointers';
import { createDraft, shortLine } from '../drafts/createDraft';
import { completeNested } from '../drafts/recordDrafts';
import { type CompiledRules, compiledRules, type RuleNode } from './compileRules';
import type { StepNode } from './compileStep';
import { joinOperationRecords, type Part } from './joinOperationRecords';
import { inheritedName, RecordScope, RuleScope, type Scope } from './mappingScope';
import { insideScope, itemsAt } from './readListPointer';
import type { RulesByWord } from './rulesByWord';

/** Reads steps of a workflow run from an envelope, by the rules under `steps` in the declaration of its protocol. Never throws. */
export function readMappedDrafts(value: unknown, { id, marks }: Pick<Kind, 'id' | 'marks'>, steps: StepRules): Draft[] {
  const compiled = compiledRules(steps);
  const making: Making = { kind: id, compiled, drafts: [], parts: [], left: MOST_WORK, depth: 0 };
  const scope = new RecordScope(value, compiled.frame);
  if (!applyRules(compiled.rules, scope, false, making)) making.drafts.push(plainDraft(scope, id));
  if (isFull(making)) making.drafts.push({ ...plainDraft(scope, id), title: CUT });
  if (making.parts.length > 0) making.drafts = joinOperationRecords(making.drafts, making.parts, id);
  if (!marks || !isObject(value)) return making.drafts;
  // Run rules see each envelope once, even one without a step.
  if (making.drafts.length === 0) making.drafts.push({ ...plainDraft(scope, id), isIgnored: true });
  const [first] = making.drafts as [Draft];
  first.marks = marks.map(mark => markIn(value, mark));
  return making.drafts;
}

interface Making {
  kind: string;
  compiled: CompiledRules;
  drafts: Draft[];
  /** The drafts that may be joined with others of their tree. */
  parts: Part[];
  /** The number of rules that may still be tried. */
  left: number;
  /** The current nesting depth of lists of rules. */
  depth: number;
}

/** The maximum number of rules that are tried for one record. */
const MOST_WORK = 1_000_000;
const MOST_DRAFTS = 50_000;
const CUT = t`more of this record is not read`;
const DEEPEST = 200;

/** Applies rules to a scope; returns whether any of them holds. */
function applyRules(rules: RulesByWord<RuleNode>, scope: Scope, isFirst: boolean, making: Making): boolean {
  let holds = false;
  const before = making.drafts.length;
  for (const rule of rules.for(scope.value)) {
    if (applyRule(rule, scope, making)) holds = true;
    if (isFirst && (making.drafts.length > before || (holds && rule.isIgnored))) break;
  }
  return holds;
}

function isFull({ left, drafts }: Making): boolean {
  return left < 0 || drafts.length >= MOST_DRAFTS;
}

function applyRule(rule: RuleNode, scope: Scope, making: Making): boolean {
  making.left--;
  if (isFull(making) || scope.depth > DEEPEST) return true;
  const inner = rule.in ? insideScope(scope, rule.in) : scope;
  if (!inner) return false;
  if (rule.each) {
    let holds = false;
    const isRecords = rule.when === undefined && rule.step === undefined;
    itemsAt(inner, rule.each, rule.ofItem, item => {
      if (applyHere(rule, item, making)) holds = true;
      else if (isRecords) making.drafts.push(plainDraft(item, making.kind));
    });
    if (rule.watchEach) rule.watchEach(hasItems(inner, rule.each));
    return holds;
  }
  return applyHere(rule, inner, making);
}

function hasItems(scope: Scope, each: readonly string[]): boolean {
  let has = false;
  itemsAt(scope, each, undefined, () => {
    has = true;
  });
  return has;
}

function applyHere(rule: RuleNode, around: Scope, making: Making): boolean {
  const { rest, frame, step, inner, isFirst, use, lead } = rule;
  if (rest && !rest(around)) return false;
  if (rule.isIgnored) return true;
  const scope = frame ? new RuleScope(around, frame) : around;
  const { drafts } = making;
  const before = drafts.length;
  let holds = rule.isConditional;
  if (step) {
    holds = true;
    addStep(step, scope, making);
  }
  if (inner.all.length > 0 && applyRules(inner, scope, isFirst, making)) holds = true;
  if (use !== undefined && making.depth < DEEPEST) {
    making.depth += 1;
    const list = making.compiled.lists.get(use);
    if (list && applyRules(list, scope, false, making)) holds = true;
    making.depth -= 1;
  }
  const first = lead && drafts[before];
  if (first) addLead(first, lead, scope);
  if (rule.isTree) endTree(before, making);
  return holds;
}

function addStep(step: StepNode, scope: Scope, { drafts, parts, kind }: Making): void {
  const draft = step.draft(scope, kind);
  if (!draft) return;
  if (step.isPart) parts.push({ draft, step, scope });
  drafts.push(draft);
}

/** Completes the steps of a tree from each other: records of one operation become one step, and nested steps inherit from outer ones. */
function endTree(start: number, making: Making): void {
  const inside = making.drafts.splice(start);
  const own = new Set(inside);
  const [parts, others] = [
    making.parts.filter(({ draft }) => own.has(draft)),
    making.parts.filter(({ draft }) => !own.has(draft)),
  ];
  making.parts = others;
  for (const draft of completeNested(joinOperationRecords(inside, parts, making.kind))) making.drafts.push(draft);
}

function addLead(draft: Draft, { effects, status }: NonNullable<RuleNode['lead']>, scope: Scope): void {
  const became = status?.(scope);
  if (became !== undefined) draft.status = became;
  if (!effects) return;
  const all = [...(draft.effects ?? [])];
  const { key: id, pair, outcome } = draft;
  for (const add of effects.add) add(all, scope, { id, pair, outcome });
  if (all.length > 0) draft.effects = all;
}

/** Returns the draft of a record to which no rule applies. */
function plainDraft(scope: Scope, kind: string): Draft {
  const names = TITLES.map(name => shortLine(atPath(scope.value, [name])));
  return createDraft({
    kind,
    title: names.find(name => name !== undefined) ?? t`record`,
    outcome: 'unknown',
    run: RUN(scope) as string | undefined,
    at: AT(scope) as bigint | undefined,
    agent: AGENT(scope) as string | undefined,
    path: scope.path(),
  });
}

const [RUN, AT, AGENT] = [inheritedName('run'), inheritedName('at'), inheritedName('agent')];
const TITLES = ['title', 'type', 'event', 'kind', 'name', 'role', 'action'];
