import snippets from '../../../../snippets/agent-message.json';
import { withAuthoring } from '../defineFamily';
import family from './checks';

export default withAuthoring(family, { snippets });
