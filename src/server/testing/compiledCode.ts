import { mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Compiled code of all processes that tests start. Engine pools without a home folder use the same one. */
export const compiledCode = join(tmpdir(), 'compiled')

/**
 * Lets the children of a new home use the compiled code of earlier tests: compiling it again takes most of the
 * start of a child.
 */
export function shareCompiledCode(home: string): void {
  mkdirSync(compiledCode, { recursive: true })
  // those of the engine, and those that draw pictures
  for (const folder of ['scratch', 'scratch/pictures']) {
    mkdirSync(join(home, folder), { recursive: true, mode: 0o700 })
    try {
      symlinkSync(compiledCode, join(home, folder, 'compiled'), 'dir')
    } catch {
      // the home was used before, or the system allows no links: its children compile for themselves
    }
  }
}
