import { get } from 'node:http';
import { processOfPort } from '../../workspace/processOfPort';
import { type ReceiverIdentity, readIdentity } from './receiverIdentity';
import { ADDRESS } from './receiveTraces';

/** Who listens on a port. */
export interface PortHolder {
  /** Another receiver of Agent Envelopes. */
  receiver?: ReceiverIdentity;
  /** In words that follow "is taken by". */
  text: string;
}

/** Asks who listens on a port of this machine. */
export async function portHolder(port: number): Promise<PortHolder> {
  const receiver = readIdentity(await answerOf(port));
  if (receiver) return { receiver, text: `another receiver of Agent Envelopes (process ${receiver.process})` };
  const holder = processOfPort(port);
  return { text: holder ? `"${holder.name.replace(/[^ -~]/g, '?')}" (process ${holder.id})` : 'another program' };
}

/** What a GET of `/` is answered with; empty if that is no short text, or takes long. */
function answerOf(port: number): Promise<string> {
  return new Promise(resolve => {
    let text = '';
    const request = get({ host: ADDRESS, port, path: '/', agent: false, timeout: PATIENCE }, response => {
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > LONGEST) request.destroy();
      });
      response.on('end', () => resolve(text));
    });
    const late = setTimeout(() => request.destroy(), PATIENCE);
    request.on('error', () => resolve(''));
    request.on('close', () => {
      clearTimeout(late);
      resolve('');
    });
  });
}

/** Milliseconds. */
const PATIENCE = 1000;
/** Characters. */
const LONGEST = 1000;
