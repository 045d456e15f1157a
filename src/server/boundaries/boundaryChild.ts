/**
 * Entry point of the process that reads one file with boundaries: parsing large files must not take time or memory of
 * the web process. Arguments: the file to read, the file to write, and the user's settings as JSON. The response, a
 * line of JSON, is on descriptor 3.
 */
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import type { BoundaryAnswer } from './boundaryFile.ts'
import { BoundaryError, readBoundaries, type Wishes } from './readBoundaries.ts'

const tell = (answer: BoundaryAnswer) => void writeSync(3, `${JSON.stringify(answer)}\n`)

const [source = '', target = '', wishes = '{}'] = process.argv.slice(2)
try {
  const { topology, ...found } = readBoundaries(readFileSync(source, 'utf8'), JSON.parse(wishes) as Wishes)
  writeFileSync(target, JSON.stringify(topology), { mode: 0o600 })
  tell({ ok: true, ...found })
} catch (error) {
  if (error instanceof BoundaryError) tell({ ok: false, message: error.message })
  // nested too deeply for the stack, or too long for a string
  else if (error instanceof RangeError) tell({ ok: false, message: 'it is too large, or nested too deeply.' })
  else throw error
}
