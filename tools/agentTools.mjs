// Generates, for `npm run generate`, what package.json and docs/agents.md say of the tools for agents, from
// server/src/features/agentTools/agentTools.ts.

/** The block of package.json: the tools as VS Code offers them to its models. @param declarations as MCP lists them */
export function languageModelTools(declarations) {
  return declarations.map(({ name, title, description, inputSchema }) => ({
    name: `agentEnvelopes_${name}`,
    toolReferenceName: `envelopes${name[0].toUpperCase()}${name.slice(1)}`,
    displayName: title,
    modelDescription: description,
    userDescription: firstSentence(description),
    canBeReferencedInPrompt: true,
    icon: '$(type-hierarchy)',
    tags: ['agent-envelopes'],
    when: "config.agentEnvelopes.agentTools == 'editor'",
    inputSchema,
  }));
}

/** The text of docs/agents.md with the table of the tools. */
export function withToolsTable(text, declarations) {
  const lines = declarations.map(({ name, description, inputSchema: { properties, required = [] } }) => {
    const inputs = Object.keys(properties).map(input =>
      required.includes(input) ? `**\`${input}\`**` : `\`${input}\``,
    );
    return `| \`${name}\` | ${firstSentence(description)} | ${inputs.join(', ')} |`;
  });
  const table = ['| tool | answers | arguments |', '| --- | --- | --- |', ...lines];
  return text.replace(/^\| tool \|.*\n(\|.*\n)*/m, () => `${table.join('\n')}\n`);
}

function firstSentence(text) {
  return /^.*?[.](?= [A-Z]|$)/s.exec(text)?.[0] ?? text;
}
