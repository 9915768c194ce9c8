import type { AnalysedPart } from '../model/analysis';
import type { Catalogue, CataloguedAgent, CataloguedTool } from '../model/catalogue';
import type { Kind } from '../model/kind';
import type { Facts } from '../model/rule';
import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { type Call, calledTools, readCall } from '../rules/calledTool';
import { t, translated } from '../shared/l10n';
import { orText } from '../shared/shownText';
import { applicableSchema } from '../slots/applicableSchemas';
import { embeddableToolSchema } from '../slots/embeddableToolSchema';
import { escapeMarkdown, inlineCode } from '../text/escapeMarkdown';

/**
 * Extends the schema of a tool call by the user's tool catalogue: the names of agents and tools, and the arguments of the called tool. Completion
 * and hover use the result; errors are found by the rules of the catalogue.
 */
export function schemaWithCatalogue(schema: Schema, value: unknown, kind: Kind, { catalogue }: Facts): Schema {
  const call = readCall(value, kind);
  if (!call || !catalogue) return schema;
  const { at } = call;
  const tool = meantTool(call, catalogue);
  const withAgents = at.agent ? changedAt(schema, at.agent, own => withAgent(own, call, catalogue)) : schema;
  const withTools = changedAt(withAgents, at.tool, own => withTool(own, { call, tool, catalogue }));
  return tool ? changedAt(withTools, at.args, own => withArguments(own, tool)) : withTools;
}

/** Returns a part with the schema extended by the catalogue, for fixes that add values to a call. */
export function partWithCatalogue(part: AnalysedPart, facts: Facts): AnalysedPart {
  const { recognition, value } = part;
  if (!recognition?.kind.toolCall || !facts.catalogue) return part;
  const { kind, variant } = recognition;
  const schema = schemaWithCatalogue(variant.schema, value, kind, facts);
  return { ...part, recognition: { ...recognition, variant: { ...variant, schema } } };
}

/**
 * Finds the called tool. Tools of the same name in several lists of servers are probably the same tool; tools of several agents are
 * different ones.
 */
function meantTool(call: Call, catalogue: Catalogue): CataloguedTool | undefined {
  const [first, ...others] = calledTools(call, catalogue);
  return others.length === 0 || others.every(({ isOpen }) => isOpen) ? first : undefined;
}

function changedAt(schema: Schema, [key, ...rest]: Path, change: (own: Schema) => Schema): Schema {
  if (key === undefined) return change(schema);
  const below = schema.properties?.[key] ?? {};
  return { ...schema, properties: { ...schema.properties, [key]: changedAt(below, rest, change) } };
}

// If the catalogue lists agents, its list replaces the contract's.
function withAgent(own: Schema, { agent }: Call, { agents }: Catalogue): Schema {
  if (agents.size === 0) return own;
  const all = [...agents.values()];
  // Servers are no agents: their tools may be called by those of the contract.
  if (all.every(({ isServer }) => isServer)) return own;
  const listed = [...all.filter(hasTools), ...all.filter(one => !hasTools(one))];
  const chosen = agent === undefined ? undefined : agents.get(agent);
  const meanings = listed.map(one => own.enumDescriptions?.[own.enum?.indexOf(one.name) ?? -1] ?? countOf(one));
  return {
    ...own,
    enum: listed.map(({ name }) => name),
    enumDescriptions: meanings,
    ...(chosen && { markdownDescription: paragraphs(ownText(own), toolsOf(chosen)) }),
  };
}

function hasTools({ tools }: CataloguedAgent): boolean {
  return tools.size > 0;
}

function countOf({ tools }: CataloguedAgent): string {
  return tools.size === 0 ? t`No tools.` : tools.size === 1 ? t`One tool.` : t`${tools.size} tools.`;
}

function toolsOf({ name, tools }: CataloguedAgent): string {
  if (tools.size === 0) return t`The catalogue lists no tools of ${inlineCode(name)}.`;
  const lines = [...tools.values()].map(tool =>
    `- ${inlineCode(tool.name)} ${escapeMarkdown(tool.description ?? '')}`.trimEnd(),
  );
  return `${t`Tools of ${inlineCode(name)}:`}\n\n${lines.join('\n')}`;
}

interface Calling {
  call: Call;
  tool: CataloguedTool | undefined;
  catalogue: Catalogue;
}

function withTool(own: Schema, { call: { agent }, tool, catalogue: { agents } }: Calling): Schema {
  const chosen = agent === undefined ? undefined : agents.get(agent);
  const tools = (chosen ? [chosen] : [...agents.values()]).flatMap(one => [...one.tools.values()]);
  if (tools.length === 0) {
    const { examples: _, ...rest } = own;
    return rest;
  }
  const about = new Map<string, string>();
  for (const one of tools) {
    const says = [...(chosen ? [] : [`${escapeMarkdown(one.agent)}:`]), escapeMarkdown(one.description ?? '')].join(
      ' ',
    );
    about.set(one.name, [about.get(one.name), says.trim()].filter(Boolean).join(' · '));
  }
  return {
    ...own,
    enum: [...about.keys()],
    enumDescriptions: [...about.values()],
    ...(tool && {
      markdownDescription: paragraphs(escapeMarkdown(tool.description ?? ''), argumentTable(tool), ownText(own)),
    }),
  };
}

function withArguments(own: Schema, tool: CataloguedTool): Schema {
  const { examples: _, ...rest } = own;
  const { title: __, markdownDescription, ...parameters } = embeddableToolSchema(tool.parameters);
  return {
    ...rest,
    type: 'object',
    ...parameters,
    markdownDescription: paragraphs(markdownDescription, argumentTable(tool), ownText(own)),
  };
}

// Alone it would be translated where it is shown.
function ownText({ markdownDescription: text }: Schema): string | undefined {
  return text && translated(text);
}

function paragraphs(...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join('\n\n');
}

/** Returns a tool's arguments as a Markdown table, required arguments first. */
function argumentTable({ name, parameters }: Pick<CataloguedTool, 'name' | 'parameters'>): string {
  const schema = embeddableToolSchema(parameters);
  const { properties = {}, required = [] } = applicableSchema(schema, schema, {});
  const names = Object.keys(properties);
  if (names.length === 0) return t`${inlineCode(name)} takes no arguments, according to the catalogue.`;
  const needed = new Set(required);
  const isRequired = (one: string) => needed.has(one);
  const rows = [...names.filter(isRequired), ...names.filter(one => !isRequired(one))].map(one => {
    const own = applicableSchema(properties[one] ?? {}, schema, undefined);
    const cells = [inCell(one), typeText(own), isRequired(one) ? t`yes` : '', own.markdownDescription ?? ''];
    return `| ${cells.join(' | ')} |`;
  });
  const more = rows.length > MOST_ROWS ? ['', t`… and ${rows.length - MOST_ROWS} more.`] : [];
  const head = [`| ${t`Argument of ${inCell(name)}`} | ${t`Type`} | ${t`Required`} | |`, '|---|---|---|---|'];
  return [...head, ...rows.slice(0, MOST_ROWS), ...more].join('\n');
}

const MOST_ROWS = 30;
const MOST_CHOICES = 8;

function typeText({ type, enum: choices, format, items, title = '' }: Schema): string {
  if (choices) {
    const shown = choices.slice(0, MOST_CHOICES).map(one => inCell(JSON.stringify(one)));
    return [...shown, ...(choices.length > MOST_CHOICES ? ['…'] : [])].join(', ');
  }
  const said = [
    type === undefined
      ? ''
      : items?.type === undefined
        ? orText([type].flat())
        : t`${orText([type].flat())} of ${orText([items.type].flat())}`,
    format === undefined ? '' : `(${escapeMarkdown(format)})`,
  ];
  return said.filter(Boolean).join(' ') || escapeMarkdown(title);
}

// A pipe ends a cell, even in code.
function inCell(text: string): string {
  return text.includes('|') ? escapeMarkdown(text) : inlineCode(text);
}
