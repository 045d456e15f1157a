/**
 * Entry point of the process that reads one archive of a bundle. Anyone may send archives, so unpacking and parsing must
 * not take time or memory of the web process. The archive is on standard input; the responses are JSON lines on
 * descriptor 3: the parsed files, then `isEnd`, or the reason why the archive is rejected.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { ArchiveError, readZip } from './archive.ts'
import { parsedFiles } from './parsedFiles.ts'
import type { BundleLine } from './untrustedZip.ts'

/** Longest value as JSON: reading it must not hold the web process up. The largest objects have some 100 KB. */
const VALUE_LENGTH = 4 * 1024 * 1024

const output = createWriteStream('', { fd: 3 })

async function send(line: BundleLine): Promise<void> {
  const text = JSON.stringify(line)
  if (text.length > VALUE_LENGTH) throw new ArchiveError('The ZIP file contains a file that is too large')
  if (!output.write(`${text}\n`)) await once(output, 'drain')
}

try {
  for (const file of parsedFiles(await readZip(await buffer(process.stdin)))) await send(file)
  await send({ isEnd: true })
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error
  await send({ rejected: error.message })
}
