/**
 * Entry point of the process that reads one archive of a bundle, or with the argument `old` also an export in one file.
 * Anyone may send archives, so unpacking and parsing must not take time or memory of the web process. The archive is on
 * standard input; the responses are JSON lines on descriptor 3: the parsed files, then `isEnd`, or the reason why the
 * archive is rejected.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { isTooManifold, parseLargeJson } from '../../model/wire/json.ts'
import { ArchiveError, archiveLimits, readZip } from './archive.ts'
import { type BundleLine, OLD_EXPORTS, type ParsedFile, parsedFiles } from './parsedFiles.ts'
import { checkPlain, parseYaml, YamlError } from './yaml.ts'

/** Maximum characters of one JSON line: parsing it must not block the web process. The largest objects have 100 KB. */
const VALUE_LENGTH = 4 * 1024 * 1024

const output = createWriteStream('', { fd: 3 })

const tooLarge = () => new ArchiveError('The ZIP file contains a file that is too large')

async function send(line: BundleLine): Promise<void> {
  const text = JSON.stringify(line)
  if (text.length > VALUE_LENGTH) throw tooLarge()
  if (!output.write(`${text}\n`)) await once(output, 'drain')
}

/** The bundle files with the content of an old export in one file. */
async function oldExport(bytes: Buffer): Promise<ParsedFile[]> {
  const { oldExportFiles } = await import('./oldExport.ts')
  const files = oldExportFiles(valueOf(bytes))
  if (!files) throw new ArchiveError('Could not find a valid command to import file')
  return [...files].map(([path, value]) => ({ path, value }))
}

function valueOf(bytes: Buffer): unknown {
  if (bytes.length > archiveLimits.fileBytes) throw new ArchiveError('The file is too large.')
  const text = bytes.toString('utf8')
  try {
    return /^\s*[{[]/.test(text) ? checkPlain(parseLargeJson(text)) : parseYaml(text)
  } catch (error) {
    if (error instanceof YamlError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** How every ZIP file begins. */
const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK'

try {
  const bytes = await buffer(process.stdin)
  const takesOld = process.argv[2] === OLD_EXPORTS
  const files = takesOld && !isZip(bytes) ? await oldExport(bytes) : parsedFiles(await readZip(bytes))
  for (const file of files) {
    // the web process will parse this JSON, so its number of values is limited
    if (isTooManifold(JSON.stringify(file.value ?? null))) throw tooLarge()
    await send(file)
  }
  await send({ isEnd: true })
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error
  await send({ rejected: error.message })
}
