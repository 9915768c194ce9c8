// The pages of docs/rules/, made of the rules themselves.
import { build } from 'esbuild';
import { root } from './command.mjs';

/**
 * The pages of all rules, and the list of them.
 * @returns {Promise<{ path: string, text: string }[]>}
 */
export async function rulePages() {
  const { RULES, renderRulePage, ruleTable } = await loadRules();
  return [
    ...RULES.map(rule => ({ path: `docs/rules/${rule.id}.md`, text: renderRulePage(rule) })),
    { path: 'docs/rules/README.md', text: index(ruleTable(RULES)) },
  ];
}

/** The rules as the program has them. Their validators need not be there yet: nothing is checked. */
export async function loadRules() {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export * from './server/src/features/diagnostics/ruleCatalogue';\nexport * from './server/src/features/diagnostics/rulePage';",
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    plugins: [withoutValidators],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

const withoutValidators = {
  name: 'without-validators',
  setup(build) {
    build.onResolve({ filter: /\/generated\/[^/]+\.validators$/ }, ({ path }) => ({ path, namespace: 'none' }));
    build.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

function index(table) {
  return `# Rules

Every problem has the id of its rule, and every rule a page that says why it matters, shows what is fine and what is not, and
names its source. \`agent-envelopes explain RULE\` prints it; in the editor a click on the id opens it.

The severity is what a rule says unless something makes it milder: an example in a document, or a place where real files are laxer
than their contract. Your settings have the last word (\`agentEnvelopes.rules\`).

${table}`;
}
