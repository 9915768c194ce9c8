import { version } from '../../../package.json';
import { cacheCompiledCode } from '../workspace/cacheCompiledCode';

// Starts the command line. Loads only the code that the command needs. The build adds a banner to this bundle that refuses an old version
// of Node before any other code runs (`tools/build.mjs`).
const [first, ...rest] = process.argv.slice(2);
if ((first === '--version' || first === '-v') && rest.length === 0) {
  // A version that could not be written must not look like success.
  process.stdout.on('error', () => process.exit(2));
  process.stdout.write(`${version}\n`);
} else {
  cacheCompiledCode(__dirname, version);
  const has = (option: RegExp) => rest.some(one => option.test(one));
  // A waiting server needs no commands, and a check of files needs no other command.
  if (first === 'lsp' && has(/^--(?:stdio|node-ipc|socket(?:=|$))/)) {
    process.argv.splice(2, 1);
    require('./server.js');
  } else if (first === 'check' && !has(/^--source(?:=|$)/)) require('./check.js').startCheck();
  else require('./commands.js');
}
