import { unfilled } from '../../families/declared/readConditionRule';
import type { Family } from '../../model/family';
import type { DescribedRule } from '../rulePages';
import {
  type ContractKind,
  type ContractSchema,
  contractSchemas,
  type NoteUnsaid,
  type Unsaid,
} from './contractSchemas';
import { writePrompt } from './writePrompt';
import { writePydantic } from './writePydantic';
import { writeAnthropicTools, writeOpenAiSchemas } from './writeToolSchemas';
import { writeTypeScript } from './writeTypeScript';
import { writeZod } from './writeZod';

/** The output formats of `generate`, which writes the schema of an envelope kind as types, validators, tool definitions, or text for prompts. */
export const TARGETS = ['typescript', 'zod', 'pydantic', 'openai-schema', 'anthropic-tool', 'markdown'] as const;
export type Target = (typeof TARGETS)[number];

export interface Generated {
  text: string;
  /** The requirements of the contracts that the text does not express. */
  unsaid: readonly Unsaid[];
}

/** The rules that a prompt lists in addition to the contracts. */
interface ProjectRules {
  families: readonly Family[];
  /** The rules of built-in families. */
  rules: readonly DescribedRule[];
}

/**
 * Generates code from the schemas of kinds of envelopes, in the language or format that the user chose: types, validators, schemas for a
 * model, or a text for a prompt.
 */
export function generateContracts(target: Target, kinds: readonly ContractKind[], project: ProjectRules): Generated {
  const contracts = contractSchemas(kinds);
  const unsaid: Unsaid[] = [];
  const note =
    (kind: string): NoteUnsaid =>
    (at, what) =>
      void unsaid.push({ kind, at, what });
  const body = bodyOf(target, contracts, { note, project });
  const heading = COMMENTS[target];
  if (!heading) return { text: body, unsaid };
  const lines = [
    `Made by agent-envelopes from ${contracts.map(({ kind }) => kind).join(', ')}.`,
    ...(target === 'typescript' ? ['Types alone: patterns, limits and conditions are for a check.'] : []),
    ...(unsaid.length > 0 ? ['The contract demands more than can be said here:'] : []),
    ...unsaid.map(one => `- ${unsaidText(one)}`),
  ];
  return { text: `${lines.map(line => `${heading} ${line}`).join('\n')}\n${body}`, unsaid };
}

/** Formats a missing requirement as one line: `agent-message/message: "unevaluatedProperties", at /payload`. */
export function unsaidText({ kind, at, what }: Unsaid): string {
  return `${kind}: ${what}${at === '' ? '' : `, at ${at}`}`.replace(/\s+/g, ' ');
}

/** The characters that begin a comment. JSON has no comments. */
const COMMENTS: Readonly<Partial<Record<Target, string>>> = { typescript: '//', zod: '//', pydantic: '#' };

function bodyOf(
  target: Target,
  contracts: readonly ContractSchema[],
  { note, project }: { note(kind: string): NoteUnsaid; project: ProjectRules },
): string {
  switch (target) {
    case 'typescript':
      return writeTypeScript(contracts);
    case 'zod':
      return writeZod(contracts, note);
    case 'pydantic':
      return writePydantic(contracts, note);
    case 'openai-schema':
      return writeOpenAiSchemas(contracts, note);
    case 'anthropic-tool':
      return writeAnthropicTools(contracts, note);
    case 'markdown':
      return writePrompt(contracts, kind => rulesOf(kind, project));
  }
}

/** Returns the rules of a kind's family that its envelopes have to follow in addition to the schema. */
function rulesOf(contract: string, { rules, families }: ProjectRules): { id: string; about: string }[] {
  const kind = contract.split(':')[0] ?? '';
  const family = families.find(({ kinds }) => kinds.some(({ id }) => id === kind));
  return (family?.rules ?? []).flatMap(rule => {
    if (!rule.id.startsWith(`${family?.id}/`) || rule.kinds?.includes(kind) === false) return [];
    const page = family?.isDeclared ? undefined : rules.find(({ id }) => id === rule.id);
    const about = page ? page.docs.split(/\n\n/, 1)[0] : unfilled(rule.aboutKinds?.get(kind) ?? rule.about ?? '');
    // A last sentence that goes on in an example says nothing alone.
    const alone = about?.replace(/\s*[^.]*:\s*$/, '');
    return alone ? [{ id: rule.id, about: alone }] : [];
  });
}
