import snippets from '../../../../snippets/agent-protocol.json';
import { withAuthoring } from '../defineFamily';
import family from './checks';
import { conversions } from './conversions';

export default withAuthoring(family, { snippets, conversions });
