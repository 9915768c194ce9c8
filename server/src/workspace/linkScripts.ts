/**
 * Links a bundle and the bundles it shares code with into one script for a page: each becomes a function that runs when
 * it is first required. Undefined where one of them can't be read.
 *
 * @param entry a bundle's file name, such as `offline.js`
 * @param read returns the text of a bundle; undefined where there is none
 */
export function linkScripts(entry: string, read: (name: string) => string | undefined): string | undefined {
  const scripts = new Map<string, string>();
  const pending = [entry];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (scripts.has(name)) continue;
    const text = read(name);
    if (text === undefined) return undefined;
    scripts.set(name, text.replace(SOURCE_MAP, ''));
    for (const [, required = ''] of text.matchAll(REQUIRED)) pending.push(required);
  }
  const functions = [...scripts].map(
    ([name, text]) => `${JSON.stringify(`./${name}`)}(module,exports,require){${text}\n}`,
  );
  return `(()=>{const scripts={${functions.join(',\n')}},loaded={},require=name=>{
if(!loaded[name]){const module=loaded[name]={exports:{}};scripts[name](module,module.exports,require)}
return loaded[name].exports};require(${JSON.stringify(`./${entry}`)})})();\n`;
}

const REQUIRED = /\brequire\("\.\/([\w-]+\.js)"\)/g;
const SOURCE_MAP = /\n?\/\/# sourceMappingURL=.*\s*$/;
