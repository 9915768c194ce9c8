import schemas from '../../generated/swe-agent.recognition.json';
import { all, any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('swe-agent', {
  title: 'SWE-agent',
  source: 'Trajectories of SWE-agent and mini-SWE-agent',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trajectory: {
      schema: schemas.trajectory,
      signature: {
        keys: {
          '/trajectory': 0.25,
          '/history': 0.25,
          '/info': 0.25,
          '/replay_config': 0.25,
          '/trajectory_format': 0.5,
        },
        evidence: [
          {
            when: any(
              { at: '/trajectory_format', startsWith: 'mini-swe-agent' },
              all(
                '/trajectory/0/action',
                '/trajectory/0/observation',
                any('/trajectory/0/thought', '/trajectory/0/response'),
                any('/history/0/role', '/info/exit_status', '/info/model_stats'),
              ),
              all(
                '/info/model_stats',
                any('/history/0/role', all('/messages', any('/info/config', '/info/submission'))),
              ),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: {},
    },
    message: {
      schema: schemas.message,
      signature: {
        keys: { '/role': 0, '/content': 0 },
        evidence: [
          {
            // What a command printed, as its templates write it.
            when: all({ at: '/role', is: ['user'] }, { at: '/content', startsWith: '<returncode>' }),
            weight: 4,
          },
          {
            when: all({ at: '/role', is: ['system', 'user', 'assistant'] }, { at: '/content', type: 'string' }),
            weight: 2,
            onlyBeside: true,
          },
        ],
        open: true,
      },
      fieldPointers: { text: ['/content'] },
    },
  },
});
