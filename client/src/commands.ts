import { commands, type Disposable, type LogOutputChannel } from 'vscode';
import { addSection } from './addSection';
import { insertEnvelope } from './insertEnvelope';
import { newRegistry } from './newRegistry';
import { notAnEnvelope, recogniseAs } from './recogniseAs';
import type { Server } from './server';

/** The commands of the palette. */
export function registerCommands(server: Server, log: LogOutputChannel): Disposable[] {
  const register = (name: string, run: () => unknown) => commands.registerCommand(`agentEnvelopes.${name}`, run);
  return [
    register('insertEnvelope', () => insertEnvelope(server)),
    register('recogniseAs', () => recogniseAs(server)),
    register('notAnEnvelope', () => notAnEnvelope()),
    register('newRegistry', () => newRegistry(server)),
    register('addSection', () => addSection(server)),
    register('restartServer', () => server.restart()),
    register('showLog', () => log.show()),
  ];
}
