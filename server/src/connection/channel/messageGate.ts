import type { RpcMessage } from '../../session/clientUris';
import { paramsError } from '../paramsError';

export interface Refusal {
  code: 'InvalidParams' | 'InvalidRequest' | 'ServerNotInitialized';
  message: string;
}

/** The verdict on a message: a request without a refusal passes; a notification without one may still be ignored. */
export interface Verdict {
  passes: boolean;
  refusal?: Refusal;
}

/** Follows the server's lifecycle, and refuses messages at the wrong time or with invalid parameters. */
export function messageGate() {
  let life: 'new' | 'initialized' | 'shut down' = 'new';

  function check(message: RpcMessage): Verdict {
    const { method, params } = message;
    // Responses pass.
    if (typeof method !== 'string') return PASSES;
    if (method === 'exit') return PASSES;
    const isRequest = 'id' in message;
    if (life === 'shut down') {
      return isRequest ? refused('InvalidRequest', `${method}: the server was told to shut down.`) : IGNORED;
    }
    if (method === 'initialize') {
      if (life === 'initialized') return refused('InvalidRequest', 'initialize: the server is initialized already.');
    } else if (life === 'new') {
      return isRequest ? refused('ServerNotInitialized', `${method}: initialize comes first.`) : IGNORED;
    }
    const fault = paramsError(method, params);
    if (fault !== undefined) return refused('InvalidParams', fault);
    if (method === 'initialize') life = 'initialized';
    if (method === 'shutdown') life = 'shut down';
    return PASSES;
  }

  return { check, hasShutDown: (): boolean => life === 'shut down' };
}

const PASSES: Verdict = { passes: true };
const IGNORED: Verdict = { passes: false };

function refused(code: Refusal['code'], message: string): Verdict {
  return { passes: false, refusal: { code, message } };
}
