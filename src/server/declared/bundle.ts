import type { z } from 'zod'
import { addBundleRoutes } from '../importExport/bundleRoutes.ts'
import type { App, Policy } from '../resource.ts'
import type { Services } from '../services.ts'
import type { TableName } from '../storage/schema.ts'
import type { Declaration } from './declaration.ts'

/** How the rows of a resource are written to YAML files, and read from them. The table needs a uuid. */
export interface BundleDeclaration<R> {
  /** Of the ZIP: `saved_query_export_20240101T000000.zip`. */
  name: string
  /** In the complaint `Error importing saved_queries`. */
  title: string
  /** What the metadata of a bundle calls it: `SavedQuery`. */
  type: string
  folder: string
  /** The column with the id of the database that goes along. */
  database?: string & keyof R
  /** What a file must hold, its uuid aside. */
  file: z.ZodObject
  /** Path of a row's file in the folder, without `.yaml`. */
  path: (row: R, database: { database_name: string } | undefined) => string
  /** What a file says, without uuid, version and database. */
  write: (row: R) => Record<string, unknown>
  /** The columns that a file sets, without the database. */
  read: (file: Record<string, unknown>) => Partial<R>
}

/** `import/` and `export/` of a declared resource. */
export function addDeclaredBundle<Table extends TableName, Body extends object>(
  app: App,
  services: Services,
  { declared, ...rights }: { declared: Declaration<Table, Body>; mayImport: Policy; mayExport: Policy },
): void {
  const { path, bundle } = declared
  if (!bundle) return
  const load = () => import('./bundleFiles.ts')
  addBundleRoutes(app, services, [
    {
      ...rights,
      name: bundle.name,
      path,
      fileField: 'formData',
      importFiles: async (request) => (await load()).importDeclared(services, declared, bundle, request),
      exportFiles: async (subject, ids) => (await load()).exportDeclared(services, declared, bundle, subject, ids),
    },
  ])
}
