import type { BundleErrors } from '../../model/bundle/bundle.ts'
import type { Subject } from '../access/subject.ts'
import type { App } from '../resource.ts'
import type { ImportRequest, ImportRun } from './order.ts'

/** Writes the checked files of a part in the transaction of the import; returns how many. */
export type WriteFiles = (run: ImportRun, databases: ReadonlyMap<string, number>) => Promise<number>

/** A kind of objects in bundles of everything, in addition to dashboards, charts, datasets and databases. */
export interface BundlePart {
  folder: string
  /** All objects that the user may see and export: path -> value of a file. */
  files: (subject: Subject) => Promise<[string, unknown][]>
  /** Reads and checks the files of its folder, before the transaction. Adds errors by path. */
  prepare: (request: ImportRequest, values: Map<string, unknown>, errors: BundleErrors) => Promise<WriteFiles>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The parts of bundles of everything; declared resources add theirs. */
    bundleParts: BundlePart[]
  }
}

export const installBundleParts = (app: App): void => void app.decorate('bundleParts', [])
