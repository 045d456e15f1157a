/** The memory of the web process and of the reader process while a CSV file of 2 GB is loaded into a table. */
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BenchServer, residentMb, startServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const BYTES = 2_000_000_000

function writeFile(path: string): void {
  const file = openSync(path, 'w')
  let bytes = writeSync(file, 'id,city,day,amount,quantity,note\n')
  for (let row = 0; bytes < BYTES; ) {
    const lines = Array.from({ length: 20_000 }, () => {
      row += 1
      const day = `2024-${String(1 + (row % 12)).padStart(2, '0')}-${String(1 + (row % 28)).padStart(2, '0')}`
      return `${row},city ${row % 977},${day},${((row * 7919) % 100_000) / 100},${row % 17},a note on row ${row % 99_991}`
    })
    bytes += writeSync(file, `${lines.join('\n')}\n`)
  }
  closeSync(file)
}

/** Sends the file as a multipart form, as a browser does. */
async function send(server: BenchServer, path: string): Promise<{ id: string; result: { columns: object[] } }> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\n\r\n'
  async function* form() {
    yield Buffer.from(head)
    yield* createReadStream(path, { highWaterMark: 1 << 20 })
    yield Buffer.from('\r\n--x--\r\n')
  }
  const headers = { ...server.headers, 'content-type': 'multipart/form-data; boundary=x' }
  let text = ''
  await new Promise<void>((done, fail) => {
    const call = request(`${server.base}/api/v1/upload/`, { method: 'POST', headers }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      answer.on('end', () => (answer.statusCode === 200 ? done() : fail(new Error(`${answer.statusCode} ${text}`))))
    })
    call.on('error', fail)
    pipeline(Readable.from(form()), call).catch(fail)
  })
  return JSON.parse(text) as { id: string; result: { columns: object[] } }
}

/** Ids of the processes that read uploads. */
function readers(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('ingestChild.ts') ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

const safely = (pid: number) => {
  try {
    return residentMb(pid) || 0
  } catch {
    // the process has just ended
    return 0
  }
}

export async function measureBigUpload(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-big-'))
  const path = join(folder, 'big.csv')
  writeFile(path)
  const server = await startServer({ examples: false, uploadMb: 2500 })
  const peak = { web: 0, reader: 0 }
  const watch = setInterval(() => {
    peak.web = Math.max(peak.web, safely(server.pid))
    for (const pid of readers()) peak.reader = Math.max(peak.reader, safely(pid))
  }, 200)
  try {
    const started = performance.now()
    const { id, result } = await send(server, path)
    const previewed = performance.now()
    const columns = (result.columns as { name: string; type: string }[]).map(({ name, type }) => ({
      source: name,
      name,
      seen: type,
    }))
    const { reading } = result as unknown as { reading: object }
    const made = await server.call('POST', `/api/v1/upload/${id}/`, { table_name: 'big', reading, columns })
    if (made.status !== 201) throw new Error(`upload: ${made.status} ${made.body.toString().slice(0, 400)}`)
    report('CSV of 2 GB: sent and previewed', (previewed - started) / 1000, 's', '(reference)')
    report('CSV of 2 GB: from the first byte to the table', (performance.now() - started) / 1000, 's', '(reference)')
    report('CSV of 2 GB: memory of the web process', peak.web, 'MB', '<= 200')
    report('CSV of 2 GB: memory of the reader', peak.reader, 'MB', '<= 1000')
  } finally {
    clearInterval(watch)
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
