import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError } from '../../model/errors.ts'
import type { CatalogTable } from '../contracts.ts'
import { makeScratch } from './scratch.ts'

export type IngestFormat = 'parquet' | 'csv' | 'json'

export interface IngestOrder {
  source: string
  target: string
  format: IngestFormat
  memoryLimitMb: number
  spillFolder: string
  spillLimitMb: number
}

export interface IngestedTable {
  rows: number
  bytes: number
  columns: CatalogTable['columns']
}

export type IngestAnswer = ({ ok: true } & IngestedTable) | { ok: false; message: string }

const formats: [RegExp, IngestFormat][] = [
  [/\.parquet$/i, 'parquet'],
  [/\.(csv|tsv)(\.gz)?$/i, 'csv'],
  [/\.(json|jsonl|ndjson)(\.gz)?$/i, 'json'],
]

/** How a file of this name is read, and what its table is called; undefined for files that hold no table. */
export function tableFile(fileName: string): { table: string; format: IngestFormat } | undefined {
  for (const [pattern, format] of formats) {
    if (pattern.test(fileName)) return { table: fileName.replace(pattern, ''), format }
  }
  return undefined
}

const TIMEOUT_MS = 600_000
const MEMORY_LIMIT_MB = 2048
const SPILL_LIMIT_MB = 20_480

/**
 * Reads one file into one new DuckDB file (table `main.data`), in a process of its own that ends with it. `target`
 * appears whole or not at all. Rejects with an AppError whose message says what is wrong with the file.
 */
export async function ingestFile(
  source: string,
  format: IngestFormat,
  target: string,
  options: { signal?: AbortSignal; scratchFolder?: string } = {},
): Promise<IngestedTable> {
  const { signal, scratchFolder = tmpdir() } = options
  if (statSync(source, { throwIfNoEntry: false })?.size === 0) throw unreadable('it is empty.')
  mkdirSync(dirname(target), { recursive: true })
  const scratch = makeScratch(scratchFolder)
  try {
    const answer = await runChild({
      order: {
        source,
        target,
        format,
        memoryLimitMb: MEMORY_LIMIT_MB,
        spillFolder: join(scratch, 'spill'),
        spillLimitMb: SPILL_LIMIT_MB,
      },
      scratch,
      compiled: join(scratchFolder, 'compiled'),
      signal,
    })
    if (!answer.ok) throw unreadable(answer.message)
    const { ok: _, ...table } = answer
    return table
  } finally {
    rmSync(scratch, { recursive: true, force: true })
    for (const left of [`${target}.partial`, `${target}.partial.wal`]) rmSync(left, { force: true })
  }
}

const unreadable = (message: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, `The file could not be read: ${firstLine(message)}`)

/** The engine's first line names the fault; what follows are hints on its own options. */
const firstLine = (message: string): string => message.split('\n')[0] ?? message

interface Run {
  order: IngestOrder
  scratch: string
  /** Where compiled code is kept between children. */
  compiled: string
  signal?: AbortSignal
}

function runChild(run: Run): Promise<IngestAnswer> {
  const limits = run.signal ? [run.signal, AbortSignal.timeout(TIMEOUT_MS)] : [AbortSignal.timeout(TIMEOUT_MS)]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'ingestChild.ts'), JSON.stringify(run.order)], {
      cwd: run.scratch,
      env: {
        TZ: 'UTC',
        HOME: run.scratch,
        TMPDIR: run.scratch,
        NODE_NO_WARNINGS: '1',
        NODE_COMPILE_CACHE: run.compiled,
      },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      signal: AbortSignal.any(limits),
      killSignal: 'SIGKILL',
    })
    let text = ''
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    let stopped: Error | undefined
    child.on('error', (error) => {
      stopped = error
    })
    child.on('close', (code, killedBy) => {
      if (text !== '') resolve(JSON.parse(text) as IngestAnswer)
      else if (stopped && run.signal?.aborted) reject(stopped)
      else resolve({ ok: false, message: stopped ? 'it took too long' : `the reader ended with ${killedBy ?? code}` })
    })
  })
}
