import { version } from '../../package.json';
import { keepCompiledCode } from './workspace/keepCompiledCode';

const [first, ...rest] = process.argv.slice(2);
if ((first === '--version' || first === '-v') && rest.length === 0) {
  // A version that could not be written must not look like success.
  process.stdout.on('error', () => process.exit(2));
  process.stdout.write(`${version}\n`);
} else {
  keepCompiledCode(__dirname, version);
  require('./commands.js');
}
