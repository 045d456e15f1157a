import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../model/errors/errors.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import type { ExportFiles } from './exportBundle.ts'
import type { ZipOrder } from './zipWorker.ts'

/** Limits of the thread that writes one archive. */
const TIMEOUT_MS = 60_000
const HEAP_LIMIT_MB = 512
/** Number of archives that are written at the same time. */
const AT_A_TIME = 2

const slots = createUserSlots(AT_A_TIME)

/** A ZIP of the files as YAML in one top folder. @throws AppError 413 if it takes too much time or memory */
export const zipBundle = (files: ExportFiles, folder: string): Promise<Buffer> =>
  slots.run(undefined, undefined, () => zipInThread({ files, folder }))

async function zipInThread(order: ZipOrder): Promise<Buffer> {
  const worker = new Worker(join(import.meta.dirname, 'zipWorker.ts'), {
    workerData: order,
    // the thread needs none of our environment variables
    env: { NODE_NO_WARNINGS: '1' },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
  })
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
  try {
    const zip = await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread ended without an archive')))
    })
    return Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  } catch (error) {
    const message = 'The export is too large. Export fewer objects at a time.'
    throw new AppError('GENERIC_COMMAND_ERROR', 413, message, { cause: error })
  } finally {
    clearTimeout(timer)
    void worker.terminate()
  }
}
