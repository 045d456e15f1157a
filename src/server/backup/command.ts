import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startFailure } from '../startFailure.ts'
import { BackupError } from './backupError.ts'

/** The version of this program, as in package.json. */
export function release(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/**
 * Runs a command from the command line: one line on standard output, or one sentence on standard error and exit code 1.
 * A signal ends it with nothing half-done.
 */
export async function runCommand(
  what: string,
  work: (order: { positionals: string[]; signal: AbortSignal }) => Promise<string>,
): Promise<void> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  // all files that the command writes are readable only by their owner
  process.umask(0o077)
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    process.stdout.write(`${await work({ positionals, signal: stopping.signal })}\n`)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, what, stopping.signal)}\n`)
    process.exitCode = 1
  }
}

function sentenceOf(error: unknown, what: string, signal: AbortSignal): string {
  if (signal.aborted) return `${what} was interrupted. Nothing was changed.`
  if (error instanceof BackupError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS'))
    return (error as Error).message
  return startFailure(error)
}
