// The folder with the page that is tested.
import {pathToFileURL} from 'node:url';

export const folder = pathToFileURL(process.env.FOURSCORE_WEB).href;
