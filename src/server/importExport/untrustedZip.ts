import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { compiledCodeOf } from '../../engine/run/compiledCode.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import { ArchiveError } from './archive.ts'
import { type BundleLine, OLD_EXPORTS, type ParsedFile } from './parsedFiles.ts'
import { takeTurn } from './takeTurn.ts'

/** Limits of the process that reads one archive. */
const TIMEOUT_MS = 20_000
const HEAP_LIMIT_MB = 512
/** Number of archives that are read at the same time. */
const AT_A_TIME = 2

const slots = createUserSlots(AT_A_TIME)

/**
 * The parsed YAML files of an archive that anyone may have sent. A separate process with limits on time and memory
 * unpacks and parses it. `takesOld`: also an export in one file, from before the bundles. @throws ArchiveError
 */
export const readUntrustedZip = (
  bytes: Buffer,
  { timeoutMs = TIMEOUT_MS, takesOld = false }: { timeoutMs?: number; takesOld?: boolean } = {},
): Promise<ParsedFile[]> => slots.run(undefined, undefined, () => readInChild(bytes, timeoutMs, takesOld))

async function readInChild(bytes: Buffer, timeoutMs: number, takesOld: boolean): Promise<ParsedFile[]> {
  const entry = join(import.meta.dirname, 'bundleChild.ts')
  const given = takesOld ? [OLD_EXPORTS] : []
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_LIMIT_MB}`, entry, ...given], {
    // the process needs no other environment variables
    env: { TZ: 'UTC', NODE_NO_WARNINGS: '1', ...compiledCodeOf(process.env) },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    signal: AbortSignal.timeout(timeoutMs),
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close').catch(() => {
    throw new ArchiveError('The ZIP file takes too long to read')
  })
  // a process that ends early reports the reason itself
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(bytes)
  const [files] = await Promise.all([collect(child.stdio[3] as Readable), ended])
  if (!files) throw new ArchiveError('The ZIP file needs too much memory')
  return files
}

/** undefined if the process ended before it had sent all files. */
async function collect(output: Readable): Promise<ParsedFile[] | undefined> {
  const files: ParsedFile[] = []
  for await (const text of createInterface({ input: output })) {
    const line = JSON.parse(text) as BundleLine
    if ('rejected' in line) throw new ArchiveError(line.rejected)
    if ('isEnd' in line) return files
    files.push(line)
    await takeTurn()
  }
  return undefined
}
