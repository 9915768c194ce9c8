// node --require keptCode.cjs SCRIPT
// Keeps the compiled code of our bundles from start to start, as an editor's Node does for the servers that it starts: where
// tests start hundreds of them, a quarter of their time is compilation. Also in their threads.
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const folder = join(__dirname, '../../.tsbuild/serverCode');
const compiled = [];

Module._extensions['.js'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const { size, mtimeMs } = statSync(filename);
  const file = join(folder, `${basename(filename)}-${size}-${Math.floor(mtimeMs)}-${process.version}`);
  const cachedData = contentOf(file);
  const wrapped = `(function (exports, require, module, __filename, __dirname) { ${source}\n})`;
  const script = new Script(wrapped, { filename, ...(cachedData && { cachedData }) });
  // Code that is rejected was compiled with other flags: it stays for those who start without them.
  if (!cachedData) compiled.push({ script, file });
  script.runInThisContext()(module.exports, Module.createRequire(filename), module, filename, dirname(filename));
};

function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

// At exit the code also includes the functions that were compiled during the run.
if (isMainThread) {
  process.on('exit', () => {
    if (compiled.length === 0) return;
    // The index thread sets it; code that is compiled under other flags than those at a start is rejected then.
    setFlagsFromString('--heap-growing-percent=0');
    mkdirSync(folder, { recursive: true });
    for (const { script, file } of compiled) {
      const part = `${file}.${process.pid}.part`;
      writeFileSync(part, script.createCachedData());
      renameSync(part, file);
      const [bundle] = basename(file).split('-');
      // Of earlier builds.
      for (const name of readdirSync(folder))
        if (name.startsWith(`${bundle}-`) && name !== basename(file) && !name.endsWith('.part'))
          rmSync(join(folder, name), { force: true });
    }
  });
}
