import { dialects } from './index.ts'

/** Backends of databases in files for which there is no dialect. */
const UNSUPPORTED = ['access', 'shillelagh']

/** Whether addresses that start with this backend name a file on the machine that opens it. */
export const isFileBackend = (backend: string): boolean =>
  UNSUPPORTED.includes(backend) ||
  Object.values(dialects).some(({ connection }) => connection.isFile === true && connection.backends.includes(backend))
