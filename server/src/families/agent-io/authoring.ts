import snippets from '../../../../snippets/agent-io.json';
import { withAuthoring } from '../defineFamily';
import family from './checks';
import { conversions } from './conversions';

export default withAuthoring(family, { snippets, conversions });
