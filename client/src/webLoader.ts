import { type ExtensionContext, Uri, workspace } from 'vscode';
import { linkBundles, requiredBundles } from '../../server/src/shared/linkBundles';
import type { activate as activateInBrowser } from './webExtension';

/**
 * Activates the extension in a browser, where VS Code loads only one script of an extension. This script reads the same bundles that Node
 * uses, and joins them into one script, so that the package needn't contain them twice.
 */
export async function activate(context: ExtensionContext): Promise<void> {
  const link = scriptLinker(Uri.joinPath(context.extensionUri, 'dist'));
  const linked = await link(['webExtension.js']);
  // Runs the script as the editor itself runs that of an extension.
  const load = new Function(`return ${linked}`)() as (other: (module: string) => unknown) => {
    activate: typeof activateInBrowser;
  };
  await load(module => require(module)).activate(context, async () => `${await link(SERVER)}();`);
}

/** The scripts of the server's worker: the first is run, the others when they are needed. */
const SERVER = ['webServer.js', 'compileSchema.js', 'parseYaml.js', 'shippedProtocols.js'] as const;

declare const require: (module: string) => unknown;

function scriptLinker(folder: Uri): (entries: readonly [string, ...string[]]) => Promise<string> {
  const texts = new Map<string, Promise<string>>();
  const read = (name: string) => {
    const text =
      texts.get(name) ??
      Promise.resolve(workspace.fs.readFile(Uri.joinPath(folder, name))).then(bytes => new TextDecoder().decode(bytes));
    texts.set(name, text);
    // The next start may succeed.
    text.catch(() => texts.delete(name));
    return text;
  };
  return async entries => {
    const known = new Map<string, string>();
    for (let missing: readonly string[] = entries; missing.length > 0; ) {
      const found = await Promise.all(missing.map(async name => [name, await read(name)] as const));
      for (const [name, text] of found) known.set(name, text);
      missing = [...new Set(found.flatMap(([, text]) => requiredBundles(text)))].filter(name => !known.has(name));
    }
    const linked = linkBundles(entries, name => known.get(name));
    if (linked === undefined) throw new Error(`${entries[0]} can't be linked.`);
    return linked;
  };
}
