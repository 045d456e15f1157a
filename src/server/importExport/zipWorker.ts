/**
 * Entry point of the thread that writes the files of a bundle as YAML into one ZIP. Users can create layouts and
 * settings of any length, so formatting them must not block the web process.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { strToU8, zipSync } from 'fflate'
import { formatYaml } from './yaml.ts'

/** The input of the thread. */
export interface ZipOrder {
  files: Map<string, unknown>
  /** The top folder in the archive. */
  folder: string
}

// sent by `zipBundle`, the only caller
const { files, folder } = workerData as ZipOrder
const entries = [...files].map(([path, value]) => [`${folder}/${path}`, strToU8(formatYaml(value))] as const)
parentPort?.postMessage(zipSync(Object.fromEntries(entries)))
