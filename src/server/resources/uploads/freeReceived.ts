import { Transform } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Memory is collected after this many bytes: 128 times for a file of 2 GB, each within a few milliseconds. */
const EVERY_BYTES = 16_777_216

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/**
 * Passes bytes on, and releases the memory of written bytes. Received bytes are outside the heap, where the collector
 * sees only the small objects that refer to them: it would wait until these objects fill many megabytes.
 */
export function freeReceived(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes >= EVERY_BYTES) {
        bytes = 0
        collect({ type: 'minor' })
      }
      done(null, chunk)
    },
  })
}
