import snippets from '../../../../snippets/agent-envelopes.json';
import { withAuthoring } from '../defineFamily';
import family from './checks';

export default withAuthoring(family, { snippets });
