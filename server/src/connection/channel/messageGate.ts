import type { RpcMessage } from '../../session/clientUris';
import { paramsError } from '../paramsError';

export interface Refusal {
  code: 'InvalidParams' | 'InvalidRequest' | 'ServerNotInitialized';
  message: string;
}

/** What becomes of a message: a request without a refusal passes, a notification without one may be passed over all the same. */
export interface Verdict {
  passes: boolean;
  refusal?: Refusal;
}

/** Follows a server's life, and refuses what comes at the wrong time or with parameters that its method can't have. */
export function messageGate() {
  let life: 'new' | 'initialized' | 'shut down' = 'new';

  function check(message: RpcMessage): Verdict {
    const { method, params } = message;
    // Answers.
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
