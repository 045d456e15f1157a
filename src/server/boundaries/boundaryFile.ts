import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { confined, isUnconfinable, type Sandbox } from '../../engine/run/sandbox.ts'
import { makeScratch, removeScratch } from '../../engine/run/scratch.ts'
import { AppError } from '../../model/errors/errors.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import type { ReadBoundaries, Wishes } from './readBoundaries.ts'

export type BoundaryAnswer = ({ ok: true } & Omit<ReadBoundaries, 'topology'>) | { ok: false; message: string }

/** The boundaries of a file: `areas` is TopoJSON as text. */
export interface BoundaryFile extends Omit<ReadBoundaries, 'topology'> {
  areas: string
}

const MB = 1024 * 1024
/** Maximum size of a file: browsers cannot draw larger maps. */
export const mostBytes = 50 * MB
const heapMb = 1024
/** Memory for code and threads, in addition to the heap. */
const moreMb = 1024
const timeoutMs = 60_000
/** Number of files that are read at the same time; each needs up to a gigabyte of memory. */
const AT_A_TIME = 2

/** Shared by all users. */
const slots = createUserSlots(AT_A_TIME)

export const boundaryFailure = (message: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, `The file could not be read: ${message}`)

interface Place {
  home: string
  sandbox: Sandbox
  signal?: AbortSignal
}

/**
 * Reads a GeoJSON or TopoJSON file in a separate process, which ends afterwards. Two files are read at a time.
 * @throws AppError (422) whose message explains what is wrong with the file
 */
export async function readBoundaryFile(source: string, wishes: Wishes, place: Place): Promise<BoundaryFile> {
  if ((await stat(source)).size > mostBytes) throw boundaryFailure(`it is larger than ${mostBytes / MB} MB.`)
  return slots.run(undefined, place.signal, () => readApart(source, wishes, place))
}

async function readApart(source: string, wishes: Wishes, { home, sandbox, signal }: Place): Promise<BoundaryFile> {
  const scratch = makeScratch(join(home, 'scratch'))
  try {
    const target = join(scratch, 'areas.json')
    const answer = await run({ source, target, wishes, scratch, sandbox, signal })
    if (!answer.ok) throw boundaryFailure(answer.message)
    const { ok: _, ...found } = answer
    return { ...found, areas: await readFile(target, 'utf8') }
  } finally {
    removeScratch(scratch)
  }
}

interface Run {
  source: string
  target: string
  wishes: Wishes
  scratch: string
  sandbox: Sandbox
  signal: AbortSignal | undefined
}

function run({ signal, ...job }: Run): Promise<BoundaryAnswer> {
  const { source, target, wishes, scratch, sandbox } = job
  const tooLate = AbortSignal.timeout(timeoutMs)
  const entry = join(import.meta.dirname, 'boundaryChild.ts')
  const { command, args } = confined(
    sandbox,
    [process.execPath, `--max-old-space-size=${heapMb}`, entry, source, target, JSON.stringify(wishes)],
    {
      reads: [source],
      writes: [scratch],
      hasNetwork: false,
      memoryBytes: (heapMb + moreMb) * 2 * MB,
      fileBytes: mostBytes,
      cpuSeconds: timeoutMs / 1000,
    },
  )
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: scratch,
      env: { TZ: 'UTC', HOME: scratch, TMPDIR: scratch, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
      killSignal: 'SIGKILL',
    })
    let [text, printed] = ['', '']
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(0, 2000)
    })
    let stopped: Error | undefined
    child.on('error', (error) => {
      stopped = error
    })
    child.on('close', () => {
      if (text !== '') resolve(JSON.parse(text) as BoundaryAnswer)
      else if (stopped && signal?.aborted) reject(stopped)
      else if (isUnconfinable(printed)) resolve(run({ ...job, signal, sandbox: { ...sandbox, hasNamespaces: false } }))
      else resolve({ ok: false, message: stopped ? 'it took too long.' : 'it needs too much memory.' })
    })
  })
}
