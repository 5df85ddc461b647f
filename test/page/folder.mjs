// Where the modules that are tested are, and the library.
import {pathToFileURL} from 'node:url';

export const folder = new URL('../../web', import.meta.url).href;
export const built = pathToFileURL(process.env.FOURSCORE_WEB).href;
