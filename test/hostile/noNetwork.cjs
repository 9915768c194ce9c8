// Loaded into a process before anything of it: says on standard error, and refuses, whatever would reach another machine or program, or listen to
// one.
const { Server, Socket } = require('node:net');
const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const dns = require('node:dns');

function refuse(holder, name) {
  holder[name] = (...args) => {
    const [first] = args;
    process.stderr.write(`REACHES OUT: ${name} ${typeof first === 'string' ? first : JSON.stringify(first)}\n`);
    throw new Error(`${name} is refused`);
  };
}

refuse(Socket.prototype, 'connect');
refuse(Server.prototype, 'listen');
refuse(dgram, 'createSocket');
refuse(globalThis, 'fetch');
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) refuse(dns, name);
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'])
  refuse(childProcess, name);
